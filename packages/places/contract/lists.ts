import { type DataVersions, everything, isWithin, sortNames, sortOf } from "@daybook/kernel"
import { readPages } from "@daybook/kernel/contract"
import { type CheckIn, CheckInStore, type GroupKind, idOfNames, placeSorts, venueIdOf } from "@daybook/places"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checkInAt, store } from "./checkIns.ts"

const start = Date.parse("2024-05-06T07:00:00Z")
const page = { page: 1, limit: 100 }

/** Batches of check-ins at a few venues, some known only by names; a check-in that arrives again may have moved. */
const Batches = Schema.Array(
  Schema.Array(
    Schema.Struct({
      id: Schema.Literals(["a", "b", "B", "10", "9", "z", "é"]),
      hour: Schema.Literals([0, 1, 2, 3]),
      venueRef: Schema.Literals(["", "v1", "v2"]),
      venueName: Schema.Literals(["", "Tin Roof", "tin roof", "Élan"]),
      city: Schema.Literals(["", "Eastport", "Östersund"]),
      country: Schema.Literals(["", "Sealand", "Sweden"]),
      category: Schema.Literals(["", "Diner"]),
      lat: Schema.UndefinedOr(Schema.Literals([0, 38.5, -90])),
    }),
  ).check(Schema.isBetweenLength(1, 6)),
).check(Schema.isBetweenLength(0, 4))

const Asked = Schema.Struct({
  sort: Schema.Literals(sortNames(placeSorts)),
  order: Schema.Literals(["asc", "desc"]),
  city: Schema.UndefinedOr(Schema.Literals(["eastport", "Östersund", "östersund", ""])),
  limit: Schema.Literals([1, 2, 100]),
})

/** Contract: lists of venues, cities, countries and categories, and totals over check-ins. */
export const placesContract = (fresh: () => Layer.Layer<CheckInStore | DataVersions>): void => {
  it.effect.prop(
    "are a recount of the check-ins, whatever was stored in which batches, each once, in the order requested",
    [Batches, Schema.Array(Asked).check(Schema.isBetweenLength(1, 4))],
    ([batches, queries]) =>
      Effect.gen(function* () {
        const { checkIns, lists, stats } = yield* CheckInStore
        for (const batch of batches)
          yield* store(
            batch.map(({ hour, lat, ...more }) =>
              checkInAt("2024-05-06T07:00:00Z", {
                ...more,
                checkedInAt: start + hour * 3_600_000,
                position: lat === undefined ? undefined : { lat, lng: -9 },
              }),
            ),
          )
        const { items: all } = yield* checkIns(everything, { page: 1, limit: 1_000 })
        const countBy = (of: (checkIn: CheckIn) => string) =>
          [...Map.groupBy(all, of)]
            .filter(([id]) => id !== "")
            .map(([id, some]) => [id, some.length] as const)
        const sorted = (counts: ReadonlyArray<readonly [string, number]>) =>
          counts.map(([id, count]) => `${id} ${count}`).sort()

        for (const { city, limit, ...order } of queries) {
          const venues = yield* readPages((one) => lists.venues({ ...order, city }, one), limit)
          if (city === undefined)
            assert.deepStrictEqual(
              sorted(venues.map(({ id, visits }) => [id, visits])),
              sorted(countBy(venueIdOf)),
            )
          // The case of other letters than A to Z counts.
          const named = { eastport: "Eastport", Östersund: "Östersund", östersund: "none", "": "none" }
          for (const venue of venues) if (city !== undefined) assert.strictEqual(venue.city, named[city])
          for (const venue of venues) {
            const { items } = yield* checkIns(everything, page, venue.id)
            assert.deepStrictEqual(
              items,
              all.filter((checkIn) => venueIdOf(checkIn) === venue.id),
            )
            const [latest] = items
            assert.deepStrictEqual(yield* lists.venue(venue.id), Option.some(venue))
            assert.deepStrictEqual(
              [venue.name, venue.city, venue.position, venue.firstVisitedAt, venue.lastVisitedAt],
              [
                latest?.venueName,
                latest?.city,
                latest?.position,
                items.at(-1)?.checkedInAt,
                latest?.checkedInAt,
              ],
            )
          }
          const keys = venues.map((venue) =>
            order.sort === "visits"
              ? venue.visits
              : order.sort === "name"
                ? venue.name
                : order.sort === "first_visited"
                  ? venue.firstVisitedAt
                  : venue.lastVisitedAt,
          )
          const inOrder = keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
          assert.deepStrictEqual(keys, order.order === "asc" ? inOrder : inOrder.toReversed())
          for (const [kind, of] of [
            ["cities", ({ city: name, country }) => (name === "" ? "" : idOfNames(name, country))],
            ["countries", ({ country }) => country],
            ["categories", ({ category }) => category],
          ] as ReadonlyArray<[GroupKind, (checkIn: CheckIn) => string]>) {
            const groups = yield* readPages((one) => lists.groups(kind, order, one), limit)
            assert.deepStrictEqual(sorted(groups.map(({ id, visits }) => [id, visits])), sorted(countBy(of)))
          }
        }
        const range = { from: start + 3_600_000, until: start + 3 * 3_600_000 }
        const within = all.filter(({ checkedInAt }) => isWithin(range, checkedInAt))
        const sums = yield* stats(range)
        assert.deepStrictEqual(sums, {
          checkIns: within.length,
          venues: new Set(within.map(venueIdOf).filter((id) => id !== "")).size,
          cities: new Set(
            within.filter(({ city }) => city !== "").map(({ city, country }) => `${city} ${country}`),
          ).size,
          countries: new Set(within.map(({ country }) => country).filter((name) => name !== "")).size,
          firstAt: within.at(-1)?.checkedInAt,
          lastAt: within[0]?.checkedInAt,
        })
        const points = yield* lists.visited(range)
        assert.strictEqual(
          points.reduce((sum, { visits }) => sum + visits, 0),
          within.filter((checkIn) => venueIdOf(checkIn) !== "").length,
        )
      }).pipe(Effect.provide(fresh())),
    { timeout: 120_000, arbitrary: { runs: 10, size: 10, maxShrinks: 40 } },
  )

  it.effect(
    "are empty on an empty store; a map has the venues within its bounds, across the date line too",
    () =>
      Effect.gen(function* () {
        const { lists, stats } = yield* CheckInStore
        const empty = { items: [], total: 0 }
        for (const sort of sortNames(placeSorts)) {
          const order = sortOf(placeSorts, { sort })
          assert.deepStrictEqual(yield* lists.venues(order, page), empty)
          for (const kind of ["cities", "countries", "categories"] as const)
            assert.deepStrictEqual(yield* lists.groups(kind, order, page), empty)
        }
        assert.deepStrictEqual(yield* lists.visited(everything), [])
        assert.deepStrictEqual(yield* lists.venue(""), Option.none())
        const none = { checkIns: 0, venues: 0, cities: 0, countries: 0 }
        assert.deepStrictEqual(yield* stats(everything), { ...none, firstAt: undefined, lastAt: undefined })

        const at = (venueRef: string, lat: number, lng: number, day: number) =>
          checkInAt(`2024-05-0${day}T07:00:00Z`, { venueRef, position: { lat, lng } })
        yield* store([at("a", 10, 179, 1), at("b", 10, -179, 2), at("c", 50, 0, 3), at("c", 50, 0, 4)])
        yield* store([checkInAt("2024-05-05T07:00:00Z", { venueRef: "hidden", position: undefined })])
        const ids = (range: typeof everything, west: number, south: number, east: number, north: number) =>
          Effect.map(lists.visited(range, { west, south, east, north }), (points) =>
            points.map(({ id, visits }) => `${id}${visits}`).join(" "),
          )
        assert.deepStrictEqual(
          (yield* lists.visited(everything)).map(({ id, position }) => [id, position !== undefined]),
          [
            ["a", true],
            ["b", true],
            ["c", true],
            ["hidden", false],
          ],
        )
        assert.strictEqual(yield* ids(everything, -180, -90, 180, 90), "a1 b1 c2")
        assert.strictEqual(yield* ids(everything, 170, 0, -170, 20), "a1 b1")
        assert.strictEqual(yield* ids(everything, 0, 50, 0, 50), "c2")
        assert.strictEqual(
          yield* ids({ from: Date.parse("2024-05-04"), until: undefined }, -180, -90, 180, 90),
          "c1",
        )

        const named = (q: string) =>
          Effect.map(
            lists.venues({ sort: "name", order: "asc", q }, { page: 1, limit: 2 }),
            ({ items, total }) => [total, ...items.map(({ id }) => id)],
          )
        const elan = { venueRef: "e", venueName: "Élan", city: "Östersund", country: "Sweden" }
        yield* store([checkInAt("2024-05-06T07:00:00Z", elan)])
        assert.deepStrictEqual(yield* named("IN roo"), [4, "hidden", "c"])
        assert.deepStrictEqual(yield* named("elan"), [1, "e"])
        assert.deepStrictEqual(yield* named("ostersund"), [1, "e"])
        assert.deepStrictEqual(yield* named("nowhere"), [0])
      }).pipe(Effect.provide(fresh())),
  )
}
