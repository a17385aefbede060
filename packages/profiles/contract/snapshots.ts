import {
  CohortId,
  everyProfile,
  makeSnapshots,
  maxSnapshots,
  ProfileStore,
  type Snapshot,
  SnapshotId,
  SnapshotStore,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { acceptOne, erasing, home, mergeRequest, noon, place, request, requestOf } from "./requests.ts"

const cohort = CohortId.make("5d0f1c52-6d0e-4c1b-9b58-2f1f0a7f6d11")
const pro = { name: "plan", op: "eq", value: "pro" } as const

/** Contract: snapshots of cohorts. */
export const snapshotsContract = (fresh: () => Layer.Layer<ProfileStore | SnapshotStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore | SnapshotStore>) =>
    it.effect(name, () => Effect.provide(Effect.andThen(TestClock.setTime(noon), body), fresh()))

  const taken = Effect.fnUntraced(function* (where: Parameters<typeof take>[2] = pro, at = home) {
    const snapshot = yield* take(at, cohort, where)
    return typeof snapshot === "string" ? yield* Effect.die(snapshot) : snapshot
  })
  const take = (...args: Parameters<Effect.Success<typeof makeSnapshots>["take"]>) =>
    Effect.flatMap(makeSnapshots, (snapshots) => snapshots.take(...args))

  /** The ids of the profiles of a snapshot, page by page. */
  const idsIn = Effect.fnUntraced(function* ({ id }: Snapshot, limit = 2) {
    const { page } = yield* makeSnapshots
    const ids: Array<string> = []
    for (let after: string | undefined, more = true; more;) {
      const { next, profiles } = yield* page(home, id, after, limit)
      ids.push(...profiles.map(({ distinctId }) => distinctId))
      after = next
      more = next !== undefined
    }
    return ids
  })

  test(
    "a snapshot keeps the members of its time, whatever becomes of their properties",
    Effect.gen(function* () {
      for (const id of ["ann", "bob", "cid", "\u{1F388}", "\u{FFFD}"]) {
        yield* acceptOne(request(id, { plan: "pro" }))
      }
      yield* acceptOne(request("dan", { plan: "free" }))
      yield* acceptOne(request("ann", { plan: "pro" }, { at: place("away") }))
      const before = yield* taken()
      assert.deepInclude(before, { cohort, takenAt: noon, profiles: 5 })
      yield* acceptOne(requestOf("set", "ann", { plan: "free" }))
      yield* acceptOne(requestOf("set", "dan", { plan: "pro" }))
      yield* TestClock.setTime(noon + 1)
      const after = yield* taken()
      assert.deepStrictEqual(yield* idsIn(before), ["ann", "bob", "cid", "\u{FFFD}", "\u{1F388}"])
      assert.deepStrictEqual(yield* idsIn(after), ["bob", "cid", "dan", "\u{FFFD}", "\u{1F388}"])
      const { find, list, page, remove } = yield* makeSnapshots
      assert.deepStrictEqual(yield* list(home, cohort), [before, after])
      assert.deepStrictEqual(yield* list(place("away"), cohort), [])
      assert.deepStrictEqual(yield* list(home, CohortId.make("another")), [])
      assert.isTrue(Option.isNone(yield* find(place("home", "test"), cohort, before.id)))
      assert.deepStrictEqual((yield* page(home, before.id, undefined, 1)).profiles[0]?.properties, {
        plan: "free",
      })
      yield* remove(home, before.id)
      assert.deepStrictEqual(yield* list(home, cohort), [after])
      assert.deepStrictEqual(yield* idsIn(before), [])
      assert.strictEqual((yield* idsIn(after)).length, 5)
    }),
  )

  test(
    "an erased profile leaves all snapshots permanently, under all of its ids, and a merged one is shown as its target",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      for (const id of ["ann", "bob", "cid", "dan"]) yield* acceptOne(request(id, { plan: "pro" }))
      yield* acceptOne(request("ann", { plan: "pro" }, { at: place("away") }))
      const snapshot = yield* taken()
      const elsewhere = yield* taken(pro, place("away"))
      yield* acceptOne(mergeRequest("bob", "ann"))
      yield* acceptOne(mergeRequest("dan", "eve"))
      assert.deepStrictEqual(yield* idsIn(snapshot), ["ann", "ann", "cid", "eve"])
      yield* store.erase(home, "ann", erasing, noon)
      assert.deepStrictEqual(yield* idsIn(snapshot), ["cid", "eve"])
      for (const id of ["ann", "bob"]) yield* acceptOne(request(id, { plan: "pro" }))
      assert.deepStrictEqual(yield* idsIn(snapshot), ["cid", "eve"])
      const { members } = yield* SnapshotStore
      assert.deepStrictEqual(yield* members(home, snapshot.id, undefined, 9), ["cid", "dan"])
      assert.deepStrictEqual(yield* members(place("away"), elsewhere.id, undefined, 9), ["ann"])
    }),
  )

  test(
    "only profiles that exist join a snapshot, and an incomplete one is shown nowhere",
    Effect.gen(function* () {
      const store = yield* SnapshotStore
      yield* acceptOne(request("ann", { plan: "pro" }))
      const id = SnapshotId.make("0f9a3c52-6d0e-4c1b-9b58-2f1f0a7f6d22")
      assert.isTrue(yield* store.begin(home, { id, cohort, takenAt: noon }))
      yield* store.add(home, id, ["ann", "erased"])
      yield* store.add(home, id, ["ann"])
      assert.deepStrictEqual(yield* store.members(home, id, undefined, 9), ["ann"])
      assert.deepStrictEqual(yield* store.list(home, cohort), [])
      assert.isTrue(Option.isNone(yield* store.find(home, cohort, id)))
      assert.deepStrictEqual(yield* store.broken(home, noon), [])
      assert.deepStrictEqual(yield* store.broken(home, noon + 1), [id])
      // It was left by a server that stopped: the next snapshot removes it.
      yield* TestClock.setTime(noon + 2 * 60 * 60 * 1_000)
      yield* taken(everyProfile)
      assert.deepStrictEqual(yield* store.members(home, id, undefined, 9), [])
      assert.deepStrictEqual(yield* store.broken(home, noon + 1), [])
    }),
  )

  test(
    "a place has at most 100 snapshots",
    Effect.gen(function* () {
      const { list, remove } = yield* makeSnapshots
      for (let number = 0; number < maxSnapshots; number++) yield* taken(everyProfile)
      assert.strictEqual(yield* take(home, cohort, everyProfile), "snapshots")
      assert.strictEqual(typeof (yield* take(place("away"), cohort, everyProfile)), "object")
      const [first] = yield* list(home, cohort)
      if (first !== undefined) yield* remove(home, first.id)
      yield* taken(everyProfile)
    }),
  )

  test(
    "a snapshot of many profiles has each of them once",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const ids = Array.from({ length: 2_050 }, (_, number) => `p${String(number).padStart(4, "0")}`)
      yield* Effect.orDie(
        store.accept(
          ids.map((id) => request(id, { plan: "pro" })),
          noon,
        ),
      )
      const snapshot = yield* taken()
      assert.strictEqual(snapshot.profiles, ids.length)
      assert.deepStrictEqual(yield* idsIn(snapshot, 1_000), ids)
    }),
  )
}
