import {
  alreadySet,
  everyProfile,
  firstUsageDay,
  mergeName,
  noProfile,
  oneProfile,
  ProfileStore,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  acceptOne,
  erasing,
  home,
  idAt,
  mergeRequest,
  noon,
  outcomeOf,
  place,
  propertiesOf,
  request,
  requestOf,
} from "./requests.ts"

/** Contract: merges of profiles. */
export const mergingContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  /** Merges, and gives what the outcome says. */
  const merge = Effect.fnUntraced(function* (source: string, target: string, now = noon) {
    const outcome = yield* outcomeOf(yield* acceptOne(mergeRequest(source, target), now))
    assert.strictEqual(outcome?.status, "processed")
    assert.strictEqual(outcome?.operation, "merge")
    return [outcome?.applied, outcome?.ignored] as const
  })
  /** The other ids that lead to the profile of an id. */
  const idList = (id: string) =>
    Effect.flatMap(ProfileStore, (store) =>
      Effect.map(store.profile(home, id), (profile) => Option.getOrThrow(profile).idList),
    )
  const ignored = (reason: string) => [[], [{ name: mergeName, reason }]] as const

  test(
    "a target keeps its values and takes what it lacks; its source's id resolves to it from then on",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* acceptOne(request("anon", { plan: "free", city: "Faro", n: 1 }))
      yield* acceptOne(request("anon", { city: "Beja" }, { at: place("away") }))
      yield* acceptOne(request("ann", { plan: "pro", n: 2 }), noon + 1_000)
      assert.deepStrictEqual(yield* merge("anon", "ann", noon + 2_000), [
        ["city"],
        [
          { name: "n", reason: alreadySet },
          { name: "plan", reason: alreadySet },
        ],
      ])
      const merged = Option.getOrThrow(yield* store.profile(home, "anon"))
      assert.deepStrictEqual(merged, {
        distinctId: "ann",
        properties: { plan: "pro", n: 2, city: "Faro" },
        createdAt: noon,
        updatedAt: noon + 2_000,
        idList: ["anon"],
      })
      assert.deepStrictEqual(yield* store.profile(home, "ann"), Option.some(merged))
      const cohort = yield* store.find(home, { where: everyProfile, limit: 10 })
      assert.deepStrictEqual(
        cohort.map(({ distinctId }) => distinctId),
        ["ann"],
      )
      assert.strictEqual((yield* store.usage(home, firstUsageDay(noon))).profiles, 1)
      assert.deepStrictEqual(yield* propertiesOf("anon", place("away")), { city: "Beja" })
      yield* acceptOne(requestOf("numerical-add", "anon", { n: 5 }))
      assert.deepInclude(yield* propertiesOf("ann"), { n: 7 })

      // Again, in a circle, with itself: both ids resolve to one profile already.
      assert.deepStrictEqual(yield* merge("anon", "ann"), ignored(oneProfile))
      assert.deepStrictEqual(yield* merge("ann", "anon"), ignored(oneProfile))
      assert.deepStrictEqual(yield* merge("bob", "bob"), ignored(oneProfile))

      // Without a target the source is renamed; without a source its id still becomes an alias.
      assert.deepStrictEqual((yield* merge("ann", "new"))[0], ["city", "n", "plan"])
      assert.deepStrictEqual(yield* merge("late", "anon"), ignored(noProfile))
      yield* acceptOne(request("late", { late: true }))
      const all = { plan: "pro", n: 7, city: "Faro", late: true }
      for (const id of ["anon", "ann", "new", "late"]) assert.deepStrictEqual(yield* propertiesOf(id), all)
      assert.strictEqual(Option.getOrThrow(yield* store.profile(home, "late")).createdAt, noon)
      for (const id of ["anon", "new"]) assert.deepStrictEqual(yield* idList(id), ["ann", "anon", "late"])
      assert.deepStrictEqual(yield* merge("none", "nothing"), ignored(noProfile))
      assert.isUndefined(yield* propertiesOf("none"))
      assert.strictEqual((yield* store.usage(home, firstUsageDay(noon))).profiles, 1)

      // Erasing by any id erases all; then each id is its own again.
      yield* acceptOne(request("dan", { y: 1 }))
      yield* merge("dan", "late")
      yield* store.erase(home, "ann", erasing, noon)
      for (const id of ["anon", "ann", "new", "late", "dan"]) assert.isUndefined(yield* propertiesOf(id))
      yield* acceptOne(request("anon", { own: 1 }))
      yield* acceptOne(request("new", { own: 2 }))
      assert.deepStrictEqual(
        [yield* propertiesOf("anon"), yield* propertiesOf("new")],
        [{ own: 1 }, { own: 2 }],
      )
      assert.deepStrictEqual([yield* idList("anon"), yield* idList("new")], [[], []])
      assert.strictEqual((yield* store.usage(home, firstUsageDay(noon))).profiles, 2)
    }),
  )

  test(
    "merges that are accepted with other requests take their place in the order of acceptance",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const ids = ["a", "b", "c", "d", "e", "f"]
      yield* Effect.orDie(
        store.accept(
          [
            ...ids.map((id) => request(id, { [id]: 1, x: id, log: [id] })),
            requestOf("set", "a", { x: "late" }),
            mergeRequest("a", "b"),
            requestOf("append", "a", { log: "after" }),
            mergeRequest("b", "a"),
            mergeRequest("c", "d"),
            mergeRequest("a", "c"),
            requestOf("append", "b", { log: "again" }),
            mergeRequest("e", "f", { key: "once" }),
            requestOf("unset", "e", ["x"]),
            request("f", { x: "set again" }),
          ],
          noon,
        ),
      )
      assert.deepStrictEqual(yield* propertiesOf("b"), {
        a: 1,
        b: 1,
        c: 1,
        d: 1,
        x: "d",
        log: ["d", "again"],
      })
      assert.deepStrictEqual(yield* propertiesOf("e"), { e: 1, f: 1, x: "set again", log: ["f"] })
      const cohort = yield* store.find(home, { where: everyProfile, limit: 10 })
      assert.deepStrictEqual(
        cohort.map(({ distinctId }) => distinctId),
        ["d", "f"],
      )
      assert.deepStrictEqual([yield* idList("d"), yield* idList("e")], [["a", "b", "c"], ["e"]])

      // An idempotency key marks a merge as it marks any request.
      const first = yield* acceptOne(mergeRequest("f", "d", { key: "twice" }))
      assert.deepStrictEqual(
        yield* Effect.orDie(
          store.accept([{ ...mergeRequest("f", "d", { key: "twice" }), requestId: idAt(noon) }], noon),
        ),
        [{ accepted: true, requestId: first }],
      )
    }),
  )
}
