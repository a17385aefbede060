import type { FileHead } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import { claimsOf, namesOf } from "../src/exports/formats.ts"
import { Exports } from "../src/index.ts"
import { bytesOf } from "./exports/samples/exports.samples.ts"
import { foreignFiles } from "./exports/samples/foreignFiles.ts"
import { formatSamples } from "./exports/samples/formatSamples.ts"

const { attending, collecting, listening, places, reading, running, watching } = Exports

const formats = { listening, reading, watching, running, places, collecting }

const now = Date.parse("2026-11-24T00:00:00Z")

const headOf = (file: string | Uint8Array, path?: string): FileHead => {
  const all = typeof file === "string" ? bytesOf(file) : file
  const bytes = all.subarray(0, 1 << 16)
  const whole = bytes.length === all.length
  const text = new TextDecoder().decode(bytes, { stream: !whole })
  return { bytes, text, whole, name: path ?? "export", packed: path !== undefined, now }
}

/** The domains and formats that claim a file, each once. */
const claimsOn = (head: FileHead): ReadonlyArray<string> => [
  ...new Set([
    ...Object.entries(formats).flatMap(([domain, known]) =>
      [...claimsOf<unknown>(known, head)].map(({ name }) => `${domain}: ${name}`),
    ),
    ...[attending.recognise(head)]
      .flatMap((found) => found?.format ?? [])
      .map((name) => `attending: ${name}`),
  ]),
]

describe("a file", () => {
  it.each(formatSamples)(
    "of $domain, $format, is claimed only by that format",
    ({ domain, file, format, path }) => {
      assert.deepStrictEqual(claimsOn(headOf(file, path)), [`${domain}: ${format}`])
    },
  )

  it("is there of every format", () => {
    const sampled = new Set(formatSamples.map(({ domain, format }) => `${domain}: ${format}`))
    const known = Object.entries(formats).flatMap(([domain, some]) =>
      namesOf<unknown>(some).map((name) => `${domain}: ${name}`),
    )
    assert.sameMembers([...sampled], [...known, "attending: Games and seasons"])
  })

  it.each(Object.keys(foreignFiles))("of another program, such as %s, is claimed by none", (name) => {
    assert.deepStrictEqual(claimsOn(headOf(foreignFiles[name] ?? "")), [])
  })
})
