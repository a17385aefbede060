import type { DataVersions, Edits } from "@daybook/kernel"
import { versionOf } from "@daybook/kernel/contract"
import { CheckInStore, type SentPoint, submitLocations } from "@daybook/places"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { checkInAt, store, stored } from "./checkIns.ts"

const start = Date.parse("2024-05-06T07:00:00Z")

/** Points of a phone, each some minutes after the start and some metres north of the diner. */
const points = (
  ...places: ReadonlyArray<readonly [minutes: number, metres: number]>
): ReadonlyArray<SentPoint> =>
  places.map(([minutes, metres]) => ({
    phone: "owntracks ph",
    at: start + minutes * 60_000,
    lat: 38.456 + metres / 111_195,
    lng: -122.345,
  }))

const shown = Effect.map(stored, (checkIns) =>
  checkIns.map(({ checkedInAt, id, venueName }) => [id, (checkedInAt - start) / 60_000, venueName]),
)

const second = (minutes: number) => start / 1000 + minutes * 60

/** Contract: sources whose check-ins depend on earlier reports. */
export const followingContract = (fresh: () => Layer.Layer<CheckInStore | DataVersions | Edits>): void => {
  it.effect(
    "points become stays at venues that are known, or named by their position, once however they come",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start + 86_400_000)
        yield* store([checkInAt("2023-01-01T07:00:00Z")])
        const way = points(
          [0, 10],
          [5, 20],
          [11, 0],
          [20, 3_000],
          [21, 3_010],
          [40, 3_000],
          [50, 9_000],
          [51, 9_900],
        )
        // Some come one by one, some late, some twice.
        for (const batch of [way.slice(0, 2), way.slice(3, 5), way.slice(2, 4), way.slice(5), way])
          yield* submitLocations(batch)
        const expected = [
          [`stay owntracks ph ${second(20)}`, 20, "38.483, -122.345"],
          [`stay owntracks ph ${second(0)}`, 0, "Tin Roof"],
        ]
        assert.deepStrictEqual((yield* shown).slice(0, 2), expected)
        // A second stay near a place without a name is at the same place.
        yield* submitLocations(points([100, 3_040], [111, 3_040]))
        const { checkIn, lists } = yield* CheckInStore
        const { items } = yield* lists.venues({ sort: "visits", order: "desc" }, { page: 1, limit: 9 })
        assert.deepStrictEqual(
          items.map(({ name, visits }) => [name, visits]),
          [
            ["38.483, -122.345", 2],
            ["Tin Roof", 2],
          ],
        )
        assert.isTrue(Option.isSome(yield* checkIn(`stay owntracks ph ${second(0)}`)))
        // Points that show nothing new leave what was remembered as it is.
        const version = yield* versionOf("places")
        yield* submitLocations(points([112, 3_040], [35, 0]))
        assert.strictEqual(yield* versionOf("places"), version)
      }).pipe(Effect.provide(fresh())),
  )

  it.effect("a late point removes a stay that was none, and an edit remains", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start + 86_400_000)
      yield* submitLocations(points([0, 0], [11, 0]))
      const id = `stay owntracks ph ${second(0)}`
      assert.deepStrictEqual(
        (yield* shown).map(([one]) => one),
        [id],
      )
      yield* submitLocations(points([3, 5_000], [5, 5_000]))
      assert.deepStrictEqual(yield* shown, [])
      yield* submitLocations(points([30, 0]))
      assert.deepStrictEqual(
        (yield* shown).map(([one]) => one),
        [`stay owntracks ph ${second(11)}`],
      )
      const { edits } = yield* CheckInStore
      const fields = { venue: "By Hand" }
      yield* edits.make({
        type: "check-in",
        action: "correct",
        itemId: `stay owntracks ph ${second(11)}`,
        fields,
        at: 0,
      })
      yield* submitLocations(points([40, 0], [50, 10]))
      assert.deepStrictEqual(
        (yield* shown).map(([, , name]) => name),
        ["By Hand"],
      )
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("two messages of a phone at once are one after the other", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start + 86_400_000)
      yield* Effect.all(
        points([0, 0], [4, 0], [8, 0], [12, 0]).map((point) => submitLocations([point])),
        { concurrency: "unbounded" },
      )
      assert.strictEqual((yield* shown).length, 1)
    }).pipe(Effect.provide(fresh())),
  )
}
