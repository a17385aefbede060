import {
  CohortId,
  CohortStore,
  makeSavedCohorts,
  maxCohorts,
  ProfileStore,
  type SavedCohort,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { home, noon, place, request } from "./requests.ts"

const cohortOf = (number: number): SavedCohort => ({
  id: CohortId.make(`00000000-0000-4000-8000-${String(number).padStart(12, "0")}`),
  name: `cohort ${number}`,
  filter: { all: [{ name: "n", op: "gte", value: number }] },
  createdAt: noon + number,
})

/** Contract: saved cohorts. */
export const savedCohortsContract = (fresh: () => Layer.Layer<ProfileStore | CohortStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore | CohortStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "cohorts are listed oldest first, found and removed, only in their place",
    Effect.gen(function* () {
      const store = yield* CohortStore
      for (const number of [2, 1]) assert.isTrue(yield* store.insert(home, cohortOf(number)))
      assert.isTrue(yield* store.insert(place("home", "test"), cohortOf(3)))
      assert.deepStrictEqual(yield* store.list(home), [cohortOf(1), cohortOf(2)])
      assert.deepStrictEqual(yield* store.find(home, cohortOf(1).id), Option.some(cohortOf(1)))
      assert.isTrue(Option.isNone(yield* store.find(home, cohortOf(3).id)))
      assert.isFalse(yield* store.remove(home, cohortOf(3).id))
      assert.isTrue(yield* store.remove(home, cohortOf(1).id))
      assert.isFalse(yield* store.remove(home, cohortOf(1).id))
      assert.isTrue(Option.isNone(yield* store.find(home, CohortId.make("no such \u{1F388}"))))
      assert.deepStrictEqual(yield* store.list(home), [cohortOf(2)])
    }),
  )

  test(
    "a place has at most 1,000 cohorts",
    Effect.gen(function* () {
      const store = yield* CohortStore
      for (let number = 0; number < maxCohorts; number++) yield* store.insert(home, cohortOf(number))
      assert.isFalse(yield* store.insert(home, cohortOf(maxCohorts)))
      yield* store.remove(home, cohortOf(0).id)
      assert.isTrue(yield* store.insert(home, cohortOf(maxCohorts)))
    }),
  )

  test(
    "a cohort says about a profile whether it is in, and which conditions decide that, as of now",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* TestClock.setTime(noon)
      const { explainProfile, save } = yield* makeSavedCohorts
      yield* Effect.orDie(
        store.accept(
          [request("ann", { plan: "pro", seen: "2026-07-01" }), request("bob", { plan: "free" })],
          noon,
        ),
      )
      const recent = { name: "seen", op: "gte", value: "-30d" }
      const pro = { name: "plan", op: "eq", value: "pro" }
      const filter = { all: [{ any: [pro, { name: "n", op: "exists" }] }, { not: { not: recent } }] }
      const saved = Option.getOrThrow(yield* save(home, { name: "recent", filter }))
      assert.deepStrictEqual(Option.getOrThrow(yield* explainProfile(home, saved, "ann")), {
        matches: true,
        decidedBy: [
          { ...pro, holds: true },
          { ...recent, value: "2026-06-15", holds: true },
        ],
      } as never)
      assert.deepStrictEqual(Option.getOrThrow(yield* explainProfile(home, saved, "bob")), {
        matches: false,
        decidedBy: [
          { ...pro, holds: false },
          { name: "n", op: "exists", value: true, holds: false },
        ],
      } as never)
      assert.isTrue(Option.isNone(yield* explainProfile(home, saved, "nobody")))
      yield* TestClock.setTime(noon + 30 * 24 * 60 * 60 * 1000)
      assert.deepStrictEqual(Option.getOrThrow(yield* explainProfile(home, saved, "ann")), {
        matches: false,
        decidedBy: [{ ...recent, value: "2026-07-15", holds: false }],
      } as never)
    }),
  )
}
