import { type ErasureListOptions, ProfileStore, WorkspaceKeyId } from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { acceptOne, erasing, home, mergeRequest, noon, place, request } from "./requests.ts"

/** Contract: the log of erasures. */
export const erasingContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const listed = Effect.fnUntraced(function* (asked: Partial<ErasureListOptions> = {}, at = home) {
    const store = yield* ProfileStore
    return (yield* store.erasures(at, { limit: 100, ...asked })).erasures.map(({ idHash }) => idHash)
  })

  test(
    "an erasure is in the log of its place with its key and request, once, and without the id",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      assert.deepStrictEqual(yield* store.erasures(home, { limit: 9 }), { erasures: [], next: undefined })
      for (const at of [home, place("home", "test"), place("away")]) {
        yield* acceptOne(request("ann", { plan: "pro" }, { at }))
      }
      const by = { ...erasing, key: WorkspaceKeyId.make(7), keyName: "the shop" }
      yield* store.erase(home, "ann", by, noon + 5)
      const { erasures } = yield* store.erasures(home, { limit: 9 })
      const [{ number, ...erasure } = assert.fail()] = erasures
      assert.isAbove(number, 0)
      assert.deepStrictEqual(erasure, {
        requestId: by.requestId,
        erasedAt: noon + 5,
        idHash: by.hashOf("ann"),
        ids: 1,
        key: by.key,
        keyName: "the shop",
      })
      // A retry erases nothing, and so does one of an id that no one had.
      yield* store.erase(home, "ann", by, noon + 6)
      yield* store.erase(home, "nobody", by, noon + 6)
      assert.deepStrictEqual((yield* store.erasures(home, { limit: 9 })).erasures, erasures)
      assert.deepStrictEqual(yield* listed({}, place("home", "test")), [])
      assert.deepStrictEqual(yield* listed({}, place("away")), [])
    }),
  )

  test(
    "an erasure is logged if a request was accepted just before, and again if the profile was made again",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* acceptOne(request("ann", { plan: "pro" }))
      yield* store.erase(home, "ann", erasing, noon)
      yield* store.erase(home, "ann", erasing, noon)
      assert.deepStrictEqual(yield* listed(), [erasing.hashOf("ann")])
      yield* acceptOne(request("ann", { plan: "free" }))
      yield* store.erase(home, "ann", erasing, noon)
      assert.deepStrictEqual(yield* listed(), [erasing.hashOf("ann"), erasing.hashOf("ann")])
    }),
  )

  test(
    "the erasure of a merged profile is found by every id that resolved to it",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      for (const id of ["ann", "anna", "bob"]) yield* acceptOne(request(id, { plan: "pro" }))
      yield* acceptOne(mergeRequest("anna", "ann"))
      yield* store.erase(home, "anna", erasing, noon)
      yield* store.erase(home, "bob", erasing, noon)
      const { erasures } = yield* store.erasures(home, { limit: 9 })
      assert.deepStrictEqual(
        erasures.map(({ idHash, ids }) => [idHash, ids]),
        [
          [erasing.hashOf("anna"), 2],
          [erasing.hashOf("bob"), 1],
        ],
      )
      for (const id of ["ann", "anna"]) {
        assert.deepStrictEqual(yield* listed({ idHash: erasing.hashOf(id) }), [erasing.hashOf("anna")])
      }
      assert.deepStrictEqual(yield* listed({ idHash: erasing.hashOf("bob") }), [erasing.hashOf("bob")])
      assert.deepStrictEqual(yield* listed({ idHash: erasing.hashOf("dan") }), [])
      assert.deepStrictEqual(yield* listed({ idHash: erasing.hashOf("bob") }, place("away")), [])
    }),
  )

  test(
    "the log is listed oldest first, page by page, and forgotten from its beginning",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const ids = ["e", "d", "c", "b", "a"]
      for (const [at, id] of ids.entries()) {
        yield* acceptOne(request(id, { plan: "pro" }))
        yield* store.erase(home, id, erasing, noon + at)
      }
      const all = ids.map((id) => erasing.hashOf(id))
      for (const limit of [1, 2, 5, 100]) {
        const found: Array<string> = []
        let after: number | undefined
        do {
          const page = yield* store.erasures(home, { after, limit })
          found.push(...page.erasures.map(({ idHash }) => idHash))
          after = page.next
        } while (after !== undefined)
        assert.deepStrictEqual(found, all)
      }
      assert.strictEqual(yield* store.forgetErasures(noon, 100), 0)
      assert.strictEqual(yield* store.forgetErasures(noon + 3, 2), 2)
      assert.deepStrictEqual(yield* listed(), all.slice(2))
      assert.strictEqual(yield* store.forgetErasures(noon + 3, 2), 1)
      assert.deepStrictEqual(yield* listed(), all.slice(3))
      assert.strictEqual(yield* store.forgetErasures(noon + 3, 2), 0)
    }),
  )
}
