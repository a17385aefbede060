import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Exports } from "../../src/index.ts"
import { bytesOf } from "../exports/samples/exports.samples.ts"
import { inShort, readInShort, point, track, gpx, steady } from "../exports/samples/gpx.samples.ts"

describe("a hostile GPX file", () => {
  const megabytes = (text: string, count: number) =>
    Stream.fromIterable(
      Array.from({ length: count }, () => bytesOf(text.repeat(Math.ceil((1 << 20) / text.length)))),
    )

  const readHostile = (beginning: string, rest: Stream.Stream<Uint8Array>) =>
    Effect.map(
      Stream.runCollect(
        Exports.readExport(Exports.running, Stream.concat(Stream.make(bytesOf(beginning)), rest)),
      ),
      inShort,
    )

  it.effect("expands no entities: neither many into many, nor one of a file", () =>
    Effect.gen(function* () {
      const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
      const bomb = `<!DOCTYPE gpx [<!ENTITY l0 "ha">${laughs.join("")}<!ENTITY f SYSTEM "file:///etc/passwd">]>`
      for (const entity of ["&l20;", "&f;"]) {
        const file = gpx(track([steady(60, 3)], entity)).replace("<gpx", `${bomb}<gpx`)
        assert.match(
          (yield* readInShort(file)).join(),
          /^3 bad: not XML from here on: Invalid character entity$/,
        )
      }
    }),
  )

  const endless = [
    ["of depth", "<gpx>", "<a>", "nested too deep"],
    ["of one attribute", '<gpx a="', "x", "Max buffer length exceeded"],
    ["of one name", "<gpx><a", "x", "Max buffer length exceeded"],
    ["of one comment", "<gpx><!--", "x", "Max buffer length exceeded"],
    ["of one text", "<gpx><trk><type>", "x", "Unclosed root tag"],
    ["of points", "<gpx><trk><trkseg>", point({ at: 0, north: 0 }), "Unclosed root tag"],
  ] as const
  it.effect.each(endless)(
    "of 100 MB %s takes no memory",
    ([, beginning, text, says]) =>
      Effect.gen(function* () {
        const before = process.memoryUsage().heapUsed
        const rows = yield* readHostile(beginning, megabytes(text, text.length > 50 ? 20 : 100))
        assert.lengthOf(rows, 1)
        assert.include(rows[0] ?? "", says)
        // Garbage counts too: points that were all kept would take several times as much.
        assert.isBelow(process.memoryUsage().heapUsed - before, 200 << 20)
      }),
    180_000,
  )

  it.effect("of endless attributes is abandoned", () =>
    Effect.gen(function* () {
      const attributes = Stream.fromIterable(
        Array.from({ length: 500 }, (_, piece) =>
          bytesOf(Array.from({ length: 1_000 }, (_, at) => `a${piece * 1_000 + at}="b" `).join("")),
        ),
      )
      assert.deepStrictEqual(yield* readHostile("<gpx ", attributes), [
        "1 bad: an element with too many attributes",
      ])
    }),
  )
})
