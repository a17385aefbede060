import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { build, parseAst, type Plugin } from "vite"
import { assert, describe } from "vitest"
import { pageOptions } from "../../src/pageOptions.ts"
import { addedTypesOf } from "../../page/parts/edits/addFields.ts"
import type { EditedType } from "../../page/parts/edits/correctFields.ts"
import { goTo, it as inBrowser, keys, settled } from "../browser.ts"
import { adminViews, views } from "../views.ts"

/** Hebrew letters, two for a vowel: words are a third longer than in English. */
const letters = Object.fromEntries(
  [..."abcdefghijklmnopqrstuvwxyz"].flatMap((letter, at) => {
    const hebrew = [..."אבגדהוזחטיכלמנסעפצקרשתםןףץ"][at] ?? ""
    const written = "aeiou".includes(letter) ? hebrew + hebrew : hebrew
    return [
      [letter, written],
      [letter.toUpperCase(), written],
    ]
  }),
)

/** A text in another alphabet, which no one has to read; its escapes stay. */
const translated = (text: string) => text.replaceAll(/\\.|[a-z]/gi, (sign) => letters[sign] ?? sign)

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** The texts of a module that a translator would write again: not its names, nor the places that it imports from. */
const textsIn = (node: Node): ReadonlyArray<Node> => {
  const isText =
    node.type === "TemplateElement" || (node.type === "Literal" && typeof node["value"] === "string")
  if (isText) return [node]
  if (/^(Import|ExportAll)/.test(node.type)) return []
  if (node.type === "VariableDeclarator" && isNode(node["id"]) && node["id"]["name"] === "direction")
    return []
  const keyIsName = node.type === "Property" && node["computed"] !== true
  return Object.entries(node).flatMap(([field, value]) => {
    if (keyIsName && field === "key") return []
    return (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(textsIn)
  })
}

/** Writes the English texts in another alphabet, from right to left, as a translation of these files would: the language `he`. */
const translation: Plugin = {
  name: "translation",
  enforce: "post",
  transform(code, id) {
    if (id.endsWith("/page/locale.ts")) return code.replace(/"en"(?=,\s*"de")/, '"he"')
    if (id.endsWith("/page/languages.ts")) return code.replace("en: () =>", "he: () =>")
    if (!/\/page\/messages\/en\/\w+\.ts$/.test(id)) return undefined
    const program: unknown = parseAst(code)
    if (!isNode(program)) assert.fail(`${id} is no module`)
    let written = code
    for (const { end, start } of [...textsIn(program)].sort((one, other) => other.start - one.start)) {
      written = written.slice(0, start) + translated(written.slice(start, end)) + written.slice(end)
    }
    return { code: written.replace('direction = "ltr"', 'direction = "rtl"'), map: null }
  },
}

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
const it = inBrowser.extend("folder", { scope: "file" }, async ({}, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-translated-"))
  onCleanup(() => rmSync(folder, { recursive: true, force: true }))
  await build({
    ...pageOptions,
    plugins: [translation],
    build: { ...pageOptions.build, outDir: folder },
  })
  return folder
})

/** Gives a browser the page that was built in a folder, instead of the server's own. */
const serveFrom = async (page: Page, folder: string) => {
  const [head = ""] =
    /<script[\s\S]*(?=<\/head>)/.exec(readFileSync(join(folder, "index.html"), "utf8")) ?? []
  await page.route("**/assets/*", (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
  )
  await page.route(
    ({ pathname }) => !/^\/(v1|session|assets|sw\.js|icon|manifest)/.test(pathname),
    async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      const body = text.replaceAll(
        /<script[\s\S]*?<\/script>|<link rel="(?:stylesheet|modulepreload)"[^>]*>/g,
        "",
      )
      // The texts that the server names are its own.
      const { link: _, ...headers } = answer.headers()
      await route.fulfill({ response: answer, headers, body: body.replace("</head>", `${head}</head>`) })
    },
  )
}

/** Fields of responses whose values are words of the API's own, for which the page has texts. */
const tokens = /^(type|kind|domain|domains|status|scope|event_type|granularity|action)$/

/** The texts of a response: names of things, sentences of the API and addresses. */
const namesIn = (value: unknown, field = ""): ReadonlyArray<string> => {
  if (typeof value === "string") return tokens.test(field) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, field))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => namesIn(inner, name))
}

/** All that a view says, to those who see it and to those who hear it. */
const saidIn = (page: Page) =>
  page.evaluate(() => {
    const said = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ["aria-label", "title", "placeholder", "alt"])
          said.push(node.getAttribute(name) ?? "")
      } else if (node.parentElement?.closest("noscript, pre, [aria-hidden], [translate=no]") === null) {
        said.push(node.textContent ?? "")
      }
    }
    return said
  })

/** The texts of a view that are wider than the place that they have, and not shortened on purpose; and the view, if it is too wide. */
const tooWideIn = (page: Page, width: number) =>
  page.setViewportSize({ width, height: 900 }).then(() =>
    page.evaluate(() => {
      const view = document.documentElement.scrollWidth > innerWidth ? ["the view"] : []
      const clipped = [...document.querySelectorAll<HTMLElement>("main *, nav *, header *")].filter((one) => {
        const { overflowX, textOverflow } = getComputedStyle(one)
        const hasText = [...one.childNodes].some(
          ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
        )
        const hides = overflowX === "hidden" || overflowX === "clip"
        return (
          hasText &&
          hides &&
          textOverflow !== "ellipsis" &&
          one.scrollWidth > one.clientWidth + 1 &&
          one.clientWidth > 1
        )
      })
      return [...view, ...clipped.map((one) => one.textContent ?? "")]
    }),
  )

describe("the page in a language that is longer and runs from right to left", () => {
  it("shows nothing in English but names that the API reports, and all of it", async ({ folder, person }) => {
    const one = await person({ locale: "he-IL" })
    await one.signIn(keys.admin)
    const page = await one.context.newPage()
    // The words that a view searches for are the owner's own.
    const names = new Set(["lantern"])
    // The live stream reports this response, too.
    for (const name of namesIn(await one.read("/v1/listening/now-playing"))) names.add(name.trim())
    const reading: Array<Promise<void>> = []
    page.on("response", (response) => {
      if (!(response.headers()["content-type"] ?? "").startsWith("application/json")) return
      const read = response.json().then(
        (body) => namesIn(body).forEach((name) => names.add(name.trim())),
        () => undefined,
      )
      reading.push(read)
    })
    await serveFrom(page, folder)
    await page.goto(one.url)
    await settled(page)
    assert.strictEqual(await page.evaluate(() => document.documentElement.dir), "rtl")
    const found: Array<string> = []
    const { data: types } = (await one.read("/v1/admin/edits/types")) as {
      readonly data: ReadonlyArray<EditedType>
    }
    const forms = addedTypesOf(types).map(({ name }) => `/settings/add?type=${name}`)
    for (const view of [...views, ...adminViews, ...forms]) {
      await goTo(page, view)
      for (const width of [390, 1440])
        for (const wide of await tooWideIn(page, width)) found.push(`${view} at ${width}: ${wide}`)
      const said = await saidIn(page)
      await Promise.all(reading)
      const known = [...names].filter((name) => name.length > 1).sort((a, b) => b.length - a.length)
      for (const text of said) {
        if (!/[a-z]{2}/i.test(text) || names.has(text.trim())) continue
        const rest = known.reduce(
          (left, name) => (left.includes(name) ? left.replaceAll(name, " ") : left),
          text,
        )
        if (/[a-z]{2}/i.test(rest)) found.push(`${view}: ${text}`)
      }
    }
    assert.deepStrictEqual(found, [])
  })
})
