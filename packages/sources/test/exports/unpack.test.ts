import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { gzipSync, strToU8, zipSync } from "fflate"
import { Exports } from "../../src/index.ts"
import { inPieces } from "./samples/exports.samples.ts"

/** The files in a file, each with its text and its problem. */
const filesIn = (file: Uint8Array, size = 1_000, bounds?: Parameters<typeof Exports.unpack>[1]) =>
  Effect.gen(function* () {
    const pieces = yield* Stream.runCollect(Exports.unpack(inPieces(file, size), bounds))
    const found: Array<{ readonly part: string; text: string; ended: boolean; problem: string }> = []
    const decoder = new TextDecoder("latin1")
    for (const { bytes, last, part, problem = "" } of pieces) {
      if (found.at(-1)?.ended !== false) found.push({ part, text: "", ended: false, problem: "" })
      const one = found.at(-1)
      assert.strictEqual(one?.part, part, "the pieces of a file follow each other")
      if (one === undefined) continue
      one.text += decoder.decode(bytes)
      one.ended = last
      one.problem ||= problem
    }
    assert.isTrue(found.every(({ ended }) => ended))
    return found.map(({ part, problem, text }) => `${part}: ${problem === "" ? text : problem}`)
  })

const text = strToU8

describe("the files in a file", () => {
  it.effect("are the file itself, even if it is empty, and a gzip's content", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* filesIn(text("plain")), [": plain"])
      assert.deepStrictEqual(yield* filesIn(new Uint8Array()), [": "])
      assert.deepStrictEqual(yield* filesIn(gzipSync(text("packed"))), [": packed"])
    }),
  )

  it.effect("include the files of a zip, of a zip in it, and of gzip anywhere, in pieces of any size", () =>
    Effect.gen(function* () {
      const file = zipSync({
        "a/": new Uint8Array(),
        "a/one.txt": text("one"),
        "stored.txt": [text("stored"), { level: 0 }],
        "empty.txt": new Uint8Array(),
        "activities/2.gpx.gz": gzipSync(text("track")),
        "inner.zip": zipSync({ "two.txt": text("two"), "three.gz": gzipSync(text("three")) }),
        "last.txt": text("last"),
      })
      for (const size of [1, 7, 1_000]) {
        assert.deepStrictEqual(yield* filesIn(file, size), [
          "a/one.txt: one",
          "stored.txt: stored",
          "empty.txt: ",
          "activities/2.gpx.gz: track",
          "inner.zip/two.txt: two",
          "inner.zip/three.gz: three",
          "last.txt: last",
        ])
      }
    }),
  )

  it.effect("that cannot be unpacked say why, and the others are read", () =>
    Effect.gen(function* () {
      const inner = zipSync({ "x.txt": text("x") })
      const file = zipSync({
        "deep.zip": zipSync({ "deeper.zip": inner }),
        "strange.txt": text("strange strange strange strange"),
        "broken.txt": text("broken broken broken broken"),
        "good.txt": text("good"),
      })
      const at = (name: string) => Buffer.from(file).indexOf(name) - 30
      // Deflate64, and a block of a type that there is not.
      file[at("strange.txt") + 8] = 9
      file[at("broken.txt") + 30 + "broken.txt".length] = 0xff
      const [deep, strange, broken, good] = yield* filesIn(file)
      assert.match(deep ?? "", /^deep\.zip\/deeper\.zip: a zip in a zip in a zip is not unpacked/)
      assert.match(strange ?? "", /^strange\.txt: compression 9 .* is not known here/)
      assert.match(broken ?? "", /^broken\.txt: .*may be broken, or have a password/)
      assert.strictEqual(good, "good.txt: good")
    }),
  )

  it.effect("of a truncated or empty archive report it", () =>
    Effect.gen(function* () {
      const file = zipSync({
        "a.txt": text("a".repeat(5_000)),
        "b.txt": crypto.getRandomValues(new Uint8Array(5_000)),
      })
      const cut = yield* filesIn(file.subarray(0, 3_000))
      assert.match(cut.join("\n"), /^a\.txt: a{5000}\nb\.txt: invalid zip data$/)
      const whole = zipSync({ "a.txt": text("a"), "b.txt": text("b") })
      const directory = Buffer.from(whole).indexOf(Uint8Array.of(0x50, 0x4b, 1, 2))
      for (const end of [directory, directory + 60]) {
        assert.deepStrictEqual(yield* filesIn(whole.subarray(0, end), 7), [
          "a.txt: a",
          "b.txt: b",
          ": the archive is cut short: files may be missing",
        ])
      }
      assert.deepStrictEqual(yield* filesIn(zipSync({})), [": an archive without files"])
      const packed = gzipSync(crypto.getRandomValues(new Uint8Array(5_000)))
      const [half] = yield* filesIn(packed.subarray(0, 2_500))
      assert.strictEqual(half, ": unexpected EOF")
    }),
  )

  it.effect("that unpack to more than they may say so, and the others are read", () =>
    Effect.gen(function* () {
      const bomb = new Uint8Array(100_000)
      const file = zipSync({
        "one.txt": text("one"),
        "bomb.txt": bomb,
        "bomb.zip": zipSync({ "a.txt": bomb, "b.txt": text("b") }),
        "bomb.gz": gzipSync(bomb),
        "two.txt": text("two"),
      })
      for (const size of [7, 1_000, 100_000]) {
        const found = yield* filesIn(file, size, { file: 50_000, archive: 1_000_000 })
        const why = "it unpacks to more than 50000 bytes"
        assert.deepStrictEqual(found, [
          "one.txt: one",
          `bomb.txt: ${why}`,
          `bomb.zip/a.txt: ${why}`,
          "bomb.zip/b.txt: b",
          `bomb.gz: ${why}`,
          "two.txt: two",
        ])
      }
      assert.deepStrictEqual(yield* filesIn(gzipSync(bomb), 1_000, { file: 50_000, archive: 1_000_000 }), [
        ": it unpacks to more than 50000 bytes",
      ])
    }),
  )

  it.effect("of an archive that unpacks to more than it may are named, and what came before is read", () =>
    Effect.gen(function* () {
      const file = zipSync({
        "one.txt": text("one"),
        "large.txt": new Uint8Array(3_000),
        "two.txt": new Uint8Array(3_000),
      })
      assert.deepStrictEqual(yield* filesIn(file, 1_000, { file: 5_000, archive: 5_000 }), [
        "one.txt: one",
        `large.txt: ${"\0".repeat(3_000)}`,
        "two.txt: the archive unpacks to more than 5000 bytes",
      ])
    }),
  )

  it.effect("may unpack to just what they may, each and all together", () =>
    Effect.gen(function* () {
      const file = zipSync({ "one.txt": new Uint8Array(3_000), "two.txt": new Uint8Array(2_000) })
      const found = yield* filesIn(file, 1_000, { file: 3_000, archive: 5_000 })
      assert.deepStrictEqual(found, [`one.txt: ${"\0".repeat(3_000)}`, `two.txt: ${"\0".repeat(2_000)}`])
    }),
  )

  it.effect("are read where an archive in an archive unpacks to a million times its size", () =>
    Effect.gen(function* () {
      const inner = zipSync({ "zeros.txt": new Uint8Array(100 << 20) })
      const file = zipSync({ "inner.zip": inner, "one.txt": text("one") })
      let bytes = 0
      const parts = new Set<string>()
      yield* Stream.runForEach(Exports.unpack(inPieces(file, 100_000)), (piece) =>
        Effect.sync(() => {
          bytes += piece.bytes.length
          assert.isUndefined(piece.problem)
          parts.add(piece.part)
        }),
      )
      assert.deepStrictEqual([...parts], ["inner.zip/zeros.txt", "one.txt"])
      assert.strictEqual(bytes, (100 << 20) + 3)
    }),
  )
})
