import { readPage } from "@daybook/web"
import { assert, describe, it } from "vitest"
import { languages } from "../page/locale.ts"

const page = readPage()
const files = [...(page?.files ?? [])]
const scripts = files.filter(([path]) => path.endsWith(".js") && path !== "/sw.js")
/** The texts of each language, by its name. */
const texts = new Map(
  scripts.flatMap(([path]) => {
    const language = /^\/assets\/([a-z]{2})-[\w-]+\.js$/.exec(path)?.[1]
    return language === undefined ? [] : [[language, path] as const]
  }),
)
const packed = (paths: ReadonlyArray<string>) =>
  scripts
    .filter(([path]) => paths.includes(path))
    .reduce((sum, [, { content }]) => sum + (content.br?.length ?? Number.POSITIVE_INFINITY), 0)

describe("the built page", () => {
  it("is small: 80 kB of script for the first view, 250 kB for all of it", () => {
    // The first view is home: what the document loads, and all that this requests.
    const text = (path: string) =>
      new TextDecoder().decode(page?.files.get(path)?.content.identity ?? new Uint8Array())
    const first = new Set<string>()
    const add = (path: string) => {
      if (first.has(path) || !page?.files.has(path)) return
      first.add(path)
      for (const [, name = ""] of text(path).matchAll(/from\s*["'`]\.\/([\w-]+\.js)["'`]/g))
        add(`/assets/${name}`)
    }
    for (const [, path = ""] of page?.index.matchAll(/(?:src|href)="\.?(\/assets\/[\w.-]+\.js)"/g) ?? [])
      add(path)
    assert.isAbove(first.size, 1)
    const others = [...texts.values()].filter((path) => path !== texts.get("en"))
    assert.deepStrictEqual(
      [...texts.values()].filter((path) => first.has(path)),
      [],
    )
    assert.isBelow(packed([...first, texts.get("en") ?? ""]), 80_000)
    assert.isBelow(packed(scripts.map(([path]) => path).filter((path) => !others.includes(path))), 250_000)
  })

  it("has the texts of each language apart from its code and from the other ones", () => {
    assert.sameMembers([...texts.keys()], [...languages])
    for (const [language, path] of texts) {
      assert.isBelow(packed([path]), 20_000, language)
      const code = new TextDecoder().decode(page?.files.get(path)?.content.identity ?? new Uint8Array())
      const imported = [...code.matchAll(/from\s*["'`]\.\/([\w-]+)\.js["'`]/g)].map(
        ([, name]) => name?.split("-")[0],
      )
      // Code that waits for these texts could never run if they waited for it.
      assert.deepStrictEqual(imported, ["languages"], language)
    }
  })

  it("carries nothing of Effect", () => {
    for (const [path, { content }] of scripts) {
      assert.notMatch(new TextDecoder().decode(content.identity), /effect\/|~effect/, path)
    }
  })

  it("has no address of anybody else in it", () => {
    for (const [path, { content, contentType }] of files) {
      if (!/javascript|css|manifest/.test(contentType)) continue
      const addresses = [
        ...new TextDecoder().decode(content.identity).matchAll(/https?:\/\/[^"'`\s)]+/g),
      ].map(([one]) => one)
      assert.deepStrictEqual(
        // Names of XML, examples of what to write, and where the server sends plays on to if it is asked to.
        addresses.filter(
          (one) =>
            !/^https?:\/\/(www\.w3\.org|[\w.]*\bexample\.org|api\.listenbrainz\.org|ws\.audioscrobbler\.com)(\/|$)/.test(
              one,
            ),
        ),
        [],
        path,
      )
    }
  })
})
