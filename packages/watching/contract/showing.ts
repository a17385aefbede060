import { type DataVersions, everything, resolveDateRange } from "@daybook/kernel"
import { TitleId, unknownTime, WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { History, properties, recordsOf } from "./histories.ts"
import { allShows, episode, film, type FreshStore, reviewed, reviewShown, store, watched } from "./records.ts"

const range = (zone: string, from: string, to: string) =>
  Effect.orDie(Effect.fromResult(resolveDateRange({ from, to }, DateTime.zoneMakeNamedUnsafe(zone))))

/** Contract: lists of reviews and shows. */
export const showingContract = (fresh: FreshStore): void => {
  const test = (name: string, body: Effect.Effect<void, never, WatchingStore | DataVersions>, zone = "UTC") =>
    it.effect(name, () => Effect.provide(body, fresh(zone)))

  test(
    "reviews are watches with a review: latest first, then the highest id, by page, with their number",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      assert.deepStrictEqual(yield* watching.reviews({ page: 1, limit: 10 }), { items: [], total: 0 })
      yield* store(
        ...["a", "b", "c"].map((name) => reviewed(film(name), "2024-03-01", name)),
        reviewed(film("d"), "2024-03-02", "d"),
        reviewed(film("e"), "2024-02-29", "e", { imageUrl: "https://img.example/e.jpg" }),
        reviewed(film("moment"), "2024-02-28T20:00:00Z", "moment"),
        reviewed(film("undated"), "1970-01-01", "undated", unknownTime),
        watched(film("f"), "2024-03-03"),
        watched(episode("Night Bus", 1, 1), "2024-03-03T20:00:00Z", { review: "Of an episode." }),
      )
      const titles = (page: number) =>
        Effect.map(watching.reviews({ page, limit: 2 }), ({ items, total }) => [
          ...items.map(({ film }) => film.title),
          total,
        ])
      assert.deepStrictEqual(yield* titles(1), ["d", "c", 7])
      assert.deepStrictEqual(yield* titles(2), ["b", "a", 7])
      assert.deepStrictEqual(yield* titles(3), ["e", "moment", 7])
      assert.deepStrictEqual(yield* titles(4), ["undated", 7])
      assert.deepStrictEqual(yield* titles(5), [7])
      const { items } = yield* watching.reviews({ page: 5, limit: 1 })
      assert.deepStrictEqual(items.map(reviewShown), [
        {
          film: {
            id: TitleId.make(0),
            title: "e",
            year: 2001,
            movieDbId: 0,
            imageUrl: "https://img.example/e.jpg",
          },
          rating: 0,
          review: "e",
          watchedAt: Date.parse("2024-02-29T12:00:00Z"),
          dayOnly: true,
          source: "letterboxd",
        },
      ])
      const [moment, undated] = (yield* watching.reviews({ page: 2, limit: 5 })).items
      assert.deepInclude(moment, { review: "moment", dayOnly: false })
      assert.deepInclude(undated, { review: "undated", watchedAt: undefined, dayOnly: false })
    }),
  )

  test(
    "shows are listed by distinct episodes, then title, then id, and no more than requested",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      assert.deepStrictEqual(yield* allShows, [])
      const at = (day: number) => `2024-03-${String(day).padStart(2, "0")}T20:00:00Z`
      yield* store(
        ...[1, 2, 3].map((number) => watched(episode("b", 1, number), at(number))),
        watched(episode("b", 1, 1), at(9)),
        ...[1, 2].map((number) => watched(episode("a", 1, number), at(number))),
        ...[1, 2].map((number) => watched(episode("Z", number, 1), at(number))),
        ...[1, 2].map((number) => watched(episode("é", 0, number), at(number))),
        watched(episode("twice", 1, 1, { showYear: 1978 }), at(1)),
        watched(episode("twice", 1, 1, { showYear: 2004 }), at(1)),
      )
      const shows = yield* allShows
      assert.deepStrictEqual(
        shows.map(({ episodesWatched, title, year }) => `${title} ${year}: ${episodesWatched}`),
        ["b 2001: 3", "Z 2001: 2", "a 2001: 2", "é 2001: 2", "twice 1978: 1", "twice 2004: 1"],
      )
      assert.deepStrictEqual(yield* watching.watchedShows(everything, 2), shows.slice(0, 2))
    }),
  )

  test(
    "a range counts what was seen in it, and its months are those of the owner's time zone",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      yield* store(
        watched(episode("Night Bus", 1, 1), "2024-01-01T04:59:59.999Z"),
        watched(episode("Night Bus", 1, 2), "2024-01-01T05:00:00Z"),
        watched(episode("Night Bus", 1, 2), "2024-04-01T03:59:59.999Z"),
        watched(episode("Night Bus", 1, 3), "2024-04-01T04:00:00Z"),
        watched(episode("Night Bus", 1, 4), "2024-01-01", { source: "manual" }),
      )
      const inShort = Effect.fnUntraced(function* (from: string, to: string) {
        const shows = yield* watching.watchedShows(yield* range("America/New_York", from, to), 10)
        return shows.map(({ episodesWatched, months }) => [episodesWatched, months])
      })
      assert.deepStrictEqual(yield* inShort("2023-12-31", "2023-12-31"), [[1, [11]]])
      assert.deepStrictEqual(yield* inShort("2024-01-01", "2024-03-31"), [[2, [0, 2]]])
      assert.deepStrictEqual(yield* inShort("2024-04-01", "2024-04-01"), [[1, [3]]])
      assert.deepStrictEqual(yield* inShort("2024-05-01", "2024-06-01"), [])
      assert.deepStrictEqual(
        (yield* allShows).map(({ episodesWatched, months }) => [episodesWatched, months]),
        [[4, [0, 2, 3, 11]]],
      )
    }),
    "America/New_York",
  )

  test(
    "an episode that is known by its day is in the range of that day, wherever the owner is",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      yield* store(
        watched(episode("Night Bus", 1, 1), "2024-12-31"),
        watched(episode("Night Bus", 1, 1), "2025-01-01T20:00:00Z"),
        watched(episode("Night Bus", 1, 2), "2024-12-31T12:00:00Z"),
      )
      const inShort = Effect.fnUntraced(function* (from: string, to: string) {
        const shows = yield* watching.watchedShows(yield* range("Pacific/Auckland", from, to), 10)
        return shows.map(({ episodesWatched, months }) => [episodesWatched, months])
      })
      assert.deepStrictEqual(yield* inShort("2024-01-01", "2024-12-31"), [[1, [11]]])
      assert.deepStrictEqual(yield* inShort("2025-01-01", "2025-12-31"), [[2, [0]]])
      assert.deepStrictEqual(yield* inShort("2024-01-01", "2025-12-31"), [[2, [0, 11]]])
    }),
    "Pacific/Auckland",
  )

  test(
    "a watch of an unknown time is in the range of all time, and in none that has an end",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      yield* store(
        watched(episode("Night Bus", 1, 1), "1970-01-01T00:00:00Z", { ref: "1", ...unknownTime }),
        watched(episode("Night Bus", 1, 2), "2024-03-01T20:00:00Z", { ref: "2" }),
        watched(episode("Half Moth", 1, 1), "1970-01-01T00:00:00Z", { ref: "3", ...unknownTime }),
      )
      const seenIn = Effect.fnUntraced(function* (from: string | undefined, until: string | undefined) {
        const [start, end] = [from, until].map((time) => (time === undefined ? undefined : Date.parse(time)))
        const shows = yield* watching.watchedShows({ from: start, until: end }, 10)
        return shows.map(({ episodesWatched, title }) => `${title}: ${episodesWatched}`)
      })
      assert.deepStrictEqual(yield* seenIn(undefined, undefined), ["Night Bus: 2", "Half Moth: 1"])
      assert.deepStrictEqual(yield* seenIn("1960-01-01T00:00:00Z", undefined), ["Night Bus: 1"])
      assert.deepStrictEqual(yield* seenIn(undefined, "2025-01-01T00:00:00Z"), ["Night Bus: 1"])
      assert.deepStrictEqual(yield* seenIn("1960-01-01T00:00:00Z", "2024-01-01T00:00:00Z"), [])
    }),
  )

  it.effect.prop(
    "months are sorted, distinct and of 0 to 11; no range counts more than all time; every show has an episode",
    { history: History },
    ({ history }) =>
      Effect.gen(function* () {
        const watching = yield* WatchingStore
        yield* store(...recordsOf(history))
        const all = new Map((yield* allShows).map((show) => [show.id, show]))
        for (const [from, to] of [
          ["2024-03-01", "2024-03-01"],
          ["2024-01-01", "2024-02-29"],
          ["2023-01-01", "2025-01-01"],
        ] as const) {
          const shows = yield* watching.watchedShows(yield* range(history.zone, from, to), 1_000)
          for (const { episodesWatched, id, months } of [...shows, ...all.values()]) {
            assert.isAtLeast(episodesWatched, 1)
            assert.isAtMost(episodesWatched, all.get(id)?.episodesWatched ?? 0)
            assert.isNotEmpty(months)
            assert.isTrue(months.every((month) => Number.isInteger(month) && month >= 0 && month <= 11))
            assert.deepStrictEqual(
              months,
              [...new Set(months)].sort((one, other) => one - other),
            )
          }
          if (to === "2025-01-01") assert.lengthOf(shows, all.size)
        }
      }).pipe(Effect.provide(fresh(history.zone))),
    properties,
  )
}
