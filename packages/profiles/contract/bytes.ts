import { everyProfile, firstUsageDay, type Place, ProfileStore, type PropertyValue } from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import {
  acceptOne,
  batchOf,
  erasing,
  home,
  mergeRequest,
  noon,
  place,
  request,
  requestOf,
} from "./requests.ts"

/** The bytes of properties whose numbers have no exponent: as JSON with a space after each colon and comma. */
export const bytesOfText = (properties: Readonly<Record<string, PropertyValue>>): number =>
  Buffer.byteLength(JSON.stringify(properties, undefined, 1).replace(/,\n */g, ", ").replace(/\n */g, ""))

/** The bytes that a place uses, next to those of all its profiles as they are found. */
export const bytesIn = Effect.fnUntraced(function* (at: Place = home) {
  const store = yield* ProfileStore
  const { bytes } = yield* store.usage(at, firstUsageDay(noon))
  const found = yield* store.find(at, { where: everyProfile, limit: 1_000 })
  return { bytes, found: found.reduce((sum, { properties }) => sum + bytesOfText(properties), 0) }
})

/** Contract: the bytes of stored properties, and reading many profiles. */
export const bytesContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const used = Effect.fnUntraced(function* (at?: Place) {
    const { bytes, found } = yield* bytesIn(at)
    assert.strictEqual(bytes, found)
    return bytes
  })

  test(
    "bytes equal the stored properties' size after every verb, a merge, and an erasure",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      assert.strictEqual(yield* used(), 0)
      yield* acceptOne(request("ann", { x: 1 }))
      assert.strictEqual(yield* used(), '{"x": 1}'.length)
      // The first wins: a value that is ignored takes nothing.
      yield* acceptOne(request("ann", { x: 23, y: ["a", 2] }))
      assert.strictEqual(yield* used(), '{"x": 1, "y": ["a", 2]}'.length)
      yield* acceptOne(requestOf("numerical-add", "ann", { x: 999 }))
      yield* acceptOne(requestOf("append", "ann", { y: "é🎈" }))
      assert.strictEqual(yield* used(), Buffer.byteLength('{"x": 1000, "y": ["a", 2, "é🎈"]}'))
      yield* acceptOne(requestOf("remove", "ann", { y: ["a", 2, "é🎈"] }))
      yield* acceptOne(requestOf("unset", "ann", ["x"]))
      yield* acceptOne(requestOf("unset", "nobody", ["x"]))
      assert.strictEqual(yield* used(), '{"y": []}'.length)
      // Without a change of its length, and of two at once.
      yield* acceptOne(requestOf("set", "ann", { x: 5 }))
      yield* acceptOne(
        batchOf([
          ["ann", { $set: { x: 6 } }],
          ["bob", { $once: { z: true } }],
          ["bob", { $unset: ["z"] }],
        ]),
      )
      assert.strictEqual(yield* used(), '{"x": 6, "y": []}{}'.length)
      yield* acceptOne(request("cid", { z: false }))
      yield* acceptOne(mergeRequest("ann", "cid"))
      yield* acceptOne(mergeRequest("bob", "new"))
      yield* acceptOne(mergeRequest("nobody", "new"))
      assert.strictEqual(yield* used(), '{"x": 6, "y": [], "z": false}{}'.length)
      yield* acceptOne(request("cid", { late: 1 }))
      yield* store.erase(home, "ann", erasing, noon)
      assert.strictEqual(yield* used(), 2)
      yield* store.erase(home, "nobody else", erasing, noon)
      assert.strictEqual(yield* used(place("home", "test")), 0)
    }),
  )

  test(
    "bytes are counted alike for every text and number",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const values: ReadonlyArray<readonly [PropertyValue, number]> = [
        [0, 1],
        [-0, 1],
        [-1.5, 4],
        [0.000001, 8],
        [1.5e-7, 10],
        [-1e-7, 10],
        [1e21, 22],
        [-1.2345e25, 27],
        [Number.MAX_VALUE, 309],
        [5e-324, 326],
        [-2.2250738585072014e-308, 327],
        ['"\\/', 7],
        ["\u2028é🎈\ud7ff", 14],
        [[], 2],
        [[1e21, "a"], 29],
        [false, 5],
      ]
      let sum = 0
      for (const [at, [value, length]] of values.entries()) {
        const name = `${at}`
        yield* acceptOne(request("once", { [name]: value }))
        yield* acceptOne(requestOf("set", "set", { [name]: value }))
        sum += name.length + 4 + length
      }
      // Two profiles of them, with commas between.
      const whole = 2 * (2 + sum + 2 * (values.length - 1))
      assert.strictEqual((yield* store.usage(home, firstUsageDay(noon))).bytes, whole)
    }),
  )

  test(
    "many profiles are read at once, by each id that resolves to one",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      for (const id of ["ann", "bob", "cid"]) yield* acceptOne(request(id, { x: id }))
      yield* acceptOne(mergeRequest("bob", "ann"))
      yield* acceptOne(mergeRequest("cid", "dan"))
      yield* acceptOne(request("ann", { x: "away" }, { at: place("away") }))
      const found = yield* store.profiles(home, ["bob", "ann", "dan", "cid", "nobody", "ann"])
      assert.deepStrictEqual(
        [...found].map(([id, { distinctId, properties }]) => [id, distinctId, properties["x"]]),
        [
          ["bob", "ann", "ann"],
          ["ann", "ann", "ann"],
          ["dan", "dan", "cid"],
          ["cid", "dan", "cid"],
        ],
      )
      assert.deepStrictEqual(yield* store.profiles(home, []), new Map())
    }),
  )
}
