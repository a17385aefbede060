import { type DataVersions, everything, LocalDate, resolveDateRange, sortOf } from "@daybook/kernel"
import {
  type MoviesQuery,
  type ShowSort,
  TitleId,
  type TitlesQuery,
  unknownTime,
  movieSorts,
  showSorts,
  WatchingStore,
} from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { details } from "./describing.ts"
import { History, properties, recordsOf } from "./histories.ts"
import { episode, film, type FreshStore, rated, reviewed, store, watched } from "./records.ts"

const all = { page: 1, limit: 1_000 }

const lists = Effect.map(WatchingStore, (watching) => watching.lists)

const titlesOf = ({ items, total }: { readonly items: ReadonlyArray<{ title: string }>; total: number }) => [
  ...items.map(({ title }) => title),
  total,
]

const recent = Effect.fnUntraced(function* (zone: string, date: { from?: string; to?: string }, page = all) {
  const range = yield* Effect.fromResult(resolveDateRange(date, DateTime.zoneMakeNamedUnsafe(zone)))
  return yield* (yield* lists).recent(range, page)
}, Effect.orDie)

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Contract: films, shows and watches. */
export const listsContract = (fresh: FreshStore): void => {
  const test = (name: string, body: Effect.Effect<void, never, WatchingStore | DataVersions>, zone = "UTC") =>
    it.effect(name, () => Effect.provide(body, fresh(zone)))

  test(
    "films are those watched or rated, in each order, by filter and by page",
    Effect.gen(function* () {
      const { movie, movies, ratings } = yield* lists
      const shown = (query: Partial<MoviesQuery> = {}, page = all) => {
        return Effect.map(movies({ ...query, ...sortOf(movieSorts, query) }, page), titlesOf)
      }
      assert.deepStrictEqual(yield* shown(), [0])
      assert.deepStrictEqual(yield* ratings, [])
      assert.isTrue(Option.isNone(yield* movie(TitleId.make(1))))
      yield* store(
        reviewed(film("The Orchard", { year: 1990 }), "2024-03-02", "Fine.", { rating: 3, ref: "1" }),
        reviewed(film("The Orchard", { year: 1990 }), "2020-01-02", "Then.", { rating: 5, ref: "2" }),
        watched(film("Salt Roads", { year: 2001 }), "2024-03-01T20:00:00Z"),
        watched(film("élan", { year: 0 }), "2024-03-03T20:00:00Z", { rating: 4.5 }),
        watched(film("Zebra", { year: 2001 }), "1970-01-01T00:00:00Z", { ...unknownTime, rating: 0.5 }),
        rated(film("Rated Alone", { year: 2010 }), "2024-01-01T00:00:00Z", 3),
        rated(film("Taken Back"), "2024-01-01T00:00:00Z", 3),
        rated(film("Taken Back"), "2024-01-02T00:00:00Z", 0),
        // Later than the watch that has no rating, and earlier than one that has.
        rated(film("Salt Roads", { year: 2001 }), "2024-02-01T00:00:00Z", 2),
        rated(film("The Orchard", { year: 1990 }), "2023-01-01T00:00:00Z", 1),
        watched(episode("Night Bus", 1, 1), "2024-03-05T20:00:00Z", { rating: 1 }),
      )
      const byTime = ["élan", "The Orchard", "Salt Roads"]
      assert.deepStrictEqual((yield* shown()).slice(0, 3), byTime)
      assert.sameMembers((yield* shown()).slice(3), ["Rated Alone", "Zebra", 5])
      assert.deepStrictEqual((yield* shown({ order: "asc" })).slice(0, 3), byTime.toReversed())
      assert.deepStrictEqual(yield* shown({ sort: "rating" }), [
        "élan",
        "The Orchard",
        "Rated Alone",
        "Salt Roads",
        "Zebra",
        5,
      ])
      const byTitle = ["élan", "The Orchard", "Rated Alone", "Salt Roads", "Zebra"]
      assert.deepStrictEqual(yield* shown({ sort: "title" }), [...byTitle, 5])
      assert.deepStrictEqual(yield* shown({ sort: "title", order: "desc" }), [...byTitle.toReversed(), 5])
      const byYear = ["Rated Alone", "Salt Roads", "Zebra", "The Orchard", "élan", 5]
      assert.deepStrictEqual(yield* shown({ sort: "year" }), byYear)
      for (const [page, titles] of [
        [1, ["élan", "The Orchard", 5]],
        [2, ["Rated Alone", "Salt Roads", 5]],
        [3, ["Zebra", 5]],
        [4, [5]],
      ] as const)
        assert.deepStrictEqual(yield* shown({ sort: "title" }, { page, limit: 2 }), [...titles])
      assert.deepStrictEqual(yield* shown({ sort: "title", year: 2001 }), ["Salt Roads", "Zebra", 2])
      assert.deepStrictEqual(yield* shown({ sort: "title", q: " ELA " }), ["élan", 1])
      assert.deepStrictEqual(yield* shown({ sort: "title", q: "the orch" }), ["The Orchard", 1])
      assert.deepStrictEqual(yield* shown({ q: "a%d" }), [0])
      assert.deepStrictEqual(yield* shown({ sort: "title", q: "\0", year: 1990 }), ["The Orchard", 1])
      assert.deepStrictEqual(yield* shown({ rated: false }), [0])
      assert.deepStrictEqual(yield* shown({ sort: "title", rated: 3 }), ["The Orchard", "Rated Alone", 2])
      assert.strictEqual((yield* shown({ rated: true })).at(-1), 5)
      assert.deepStrictEqual(yield* ratings, [
        { rating: 0.5, count: 1 },
        { rating: 2, count: 1 },
        { rating: 3, count: 2 },
        { rating: 4.5, count: 1 },
      ])
      const { items } = yield* movies({ sort: "title", order: "asc" }, all)
      const orchard = items[1]
      assert.deepStrictEqual(orchard, {
        id: orchard?.id ?? TitleId.make(0),
        title: "The Orchard",
        year: 1990,
        movieDbId: 0,
        imageUrl: "",
        rating: 3,
        watchCount: 2,
        firstWatchedAt: Date.parse("2020-01-02T12:00:00Z"),
        lastWatchedAt: Date.parse("2024-03-02T12:00:00Z"),
        lastDayOnly: true,
      })
      assert.deepStrictEqual([items[4]?.watchCount, items[4]?.firstWatchedAt], [1, undefined])
      assert.deepStrictEqual(
        items.map(({ lastDayOnly }) => lastDayOnly),
        [false, true, false, false, false],
      )
      const found = Option.getOrThrow(yield* movie(orchard?.id ?? TitleId.make(0)))
      assert.deepStrictEqual(
        found.watches.map(({ at, rating, review, source }) => [day(at), rating, review, source]),
        [
          ["2024-03-02", 3, "Fine.", "letterboxd"],
          ["2020-01-02", 5, "Then.", "letterboxd"],
        ],
      )
      assert.deepStrictEqual([found.runtimeMinutes, found.genres, found.directors], [0, [], []])
      const [night] = (yield* (yield* lists).shows({ sort: "title", order: "asc" }, all)).items
      assert.isTrue(Option.isNone(yield* movie(night?.id ?? TitleId.make(0))), "a show is not a film")
    }),
  )

  test(
    "a show has the episodes that the film database has and the watched ones, each with its watches",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      const { show, shows } = watching.lists
      const shown = (query: Partial<TitlesQuery<ShowSort>>) => {
        return Effect.map(shows({ ...query, ...sortOf(showSorts, query) }, all), titlesOf)
      }
      yield* store(
        watched(episode("Night Bus", 1, 1), "2024-03-01T20:00:00Z"),
        watched(episode("Night Bus", 1, 1), "2024-03-09T20:00:00Z", { rating: 4 }),
        watched(episode("Night Bus", 1, 3, { title: "Of a Source" }), "2024-03-02T20:00:00Z"),
        watched(episode("Night Bus", 0, 1, { title: "" }), "1970-01-01T00:00:00Z", unknownTime),
        rated(episode("Night Bus", 1, 1), "2024-04-01T20:00:00Z", 2),
        watched(episode("Half Moth", 1, 1, { showYear: 2015 }), "2024-03-10T20:00:00Z"),
        watched(film("A Film", { ids: { tmdb: 7 } }), "2024-03-10T20:00:00Z"),
      )
      assert.deepStrictEqual(yield* shown({}), ["Half Moth", "Night Bus", 2])
      assert.deepStrictEqual(yield* shown({ order: "asc" }), ["Night Bus", "Half Moth", 2])
      assert.deepStrictEqual(yield* shown({ sort: "episodes" }), ["Night Bus", "Half Moth", 2])
      assert.deepStrictEqual(yield* shown({ sort: "title" }), ["Half Moth", "Night Bus", 2])
      assert.deepStrictEqual(yield* shown({ sort: "year" }), ["Half Moth", "Night Bus", 2])
      assert.deepStrictEqual(yield* shown({ year: 2015 }), ["Half Moth", 1])
      assert.deepStrictEqual(yield* shown({ q: "bus" }), ["Night Bus", 1])
      const [, night] = (yield* shows({ sort: "title", order: "asc" }, all)).items
      const id = night?.id ?? TitleId.make(0)
      assert.deepStrictEqual(night, {
        id,
        title: "Night Bus",
        year: 2001,
        movieDbId: 0,
        imageUrl: "",
        totalEpisodes: 0,
        episodesWatched: 3,
        firstWatchedAt: Date.parse("2024-03-01T20:00:00Z"),
        lastWatchedAt: Date.parse("2024-03-09T20:00:00Z"),
      })
      const seen = Effect.map(show(id), (found) =>
        Option.getOrThrow(found).episodes.map(
          ({ airDate, episode, name, runtimeMinutes, season, watches }) => [
            `${season}x${episode} ${name}`,
            airDate ?? "",
            runtimeMinutes,
            ...watches.map(({ at, precision, rating }) =>
              precision === "unknown" ? "" : `${day(at)} ${rating}`,
            ),
          ],
        ),
      )
      assert.deepStrictEqual(yield* seen, [
        ["0x1 ", "", 0, ""],
        ["1x1 Episode 1", "", 0, "2024-03-09 4", "2024-03-01 2"],
        ["1x3 Of a Source", "", 0, "2024-03-02 0"],
      ])
      const one = { season: 1, airDate: LocalDate.make("2010-01-02"), runtimeMinutes: 50 }
      const episodes = [
        { ...one, episode: 1, name: "Last Stop" },
        { ...one, episode: 2, name: "Depot", airDate: undefined, runtimeMinutes: 0 },
        { ...one, episode: 3, name: "" },
      ]
      const about = details(7, { genres: ["Drama"], runtimeMinutes: 45, episodes, totalEpisodes: 3 })
      yield* watching.describe(id, 1, about)
      const described = [
        ["0x1 ", "", 0, ""],
        ["1x1 Last Stop", "2010-01-02", 50, "2024-03-09 4", "2024-03-01 2"],
        ["1x2 Depot", "", 0],
        ["1x3 Of a Source", "2010-01-02", 50, "2024-03-02 0"],
      ]
      assert.deepStrictEqual(yield* seen, described)
      // A season that it does not tell of stays, and an episode that it has no more goes.
      yield* watching.describe(id, 2, { ...about, episodes: [], genres: [], runtimeMinutes: 0 })
      assert.deepStrictEqual(yield* seen, described)
      const { genres, runtimeMinutes, totalEpisodes } = Option.getOrThrow(yield* show(id))
      assert.deepStrictEqual([genres, runtimeMinutes, totalEpisodes], [["Drama"], 45, 3])
      yield* watching.describe(id, 3, { ...about, episodes: episodes.slice(0, 1) })
      assert.deepStrictEqual(yield* seen, [
        ...described.slice(0, 2),
        ["1x3 Of a Source", "", 0, "2024-03-02 0"],
      ])
      // A film and a show may have the same id.
      assert.deepStrictEqual(yield* watching.lists.moviesOf([7, 8, 0]), [
        {
          movieDbId: 7,
          watchCount: 1,
          lastWatchedAt: Date.parse("2024-03-10T20:00:00Z"),
          imageUrl: "",
          genres: [],
        },
      ])
      const names = (yield* recent("UTC", {})).items.map(({ episode }) => episode?.name)
      assert.deepStrictEqual(names.slice(2), ["Last Stop", "Of a Source", "Last Stop"])
      assert.isTrue(Option.isNone(yield* watching.lists.movie(id)))
    }),
  )

  test(
    "recent watches are of films and episodes, latest first, by the owner's days",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* recent("America/New_York", {}), { items: [], total: 0 })
      yield* store(
        watched(film("Salt Roads"), "2024-03-01T04:59:59Z"),
        watched(episode("Night Bus", 1, 1), "2024-03-01T05:00:00Z"),
        reviewed(film("Orchard", { ids: { tmdb: 9 } }), "2024-03-01", "Fine.", { rating: 3 }),
        watched(film("Some Time"), "1970-01-01T00:00:00Z", unknownTime),
        rated(film("Salt Roads"), "2024-05-01T00:00:00Z", 2.5),
      )
      const short = (date: { from?: string; to?: string }, page = all) =>
        Effect.map(recent("America/New_York", date, page), ({ items, total }) => [
          ...items.map(
            ({ episode, title }) => `${title.title}${episode === undefined ? "" : ` ${episode.episode}`}`,
          ),
          total,
        ])
      assert.deepStrictEqual(yield* short({}), ["Orchard", "Night Bus 1", "Salt Roads", 3])
      assert.deepStrictEqual(yield* short({}, { page: 2, limit: 2 }), ["Salt Roads", 3])
      assert.deepStrictEqual(yield* short({ from: "2024-03-01" }), ["Orchard", "Night Bus 1", 2])
      assert.deepStrictEqual(yield* short({ to: "2024-02-29" }), ["Salt Roads", 1])
      const { items } = yield* recent("America/New_York", {})
      assert.deepStrictEqual(
        items.map(({ id: _id, title: { id: _title, ...title }, ...watch }) => ({ ...watch, title })),
        [
          {
            at: Date.parse("2024-03-01T12:00:00Z"),
            precision: "day",
            source: "letterboxd",
            review: "Fine.",
            rating: 3,
            episode: undefined,
            title: { title: "Orchard", year: 2001, movieDbId: 9, imageUrl: "" },
          },
          {
            at: Date.parse("2024-03-01T05:00:00Z"),
            precision: "moment",
            source: "trakt",
            review: "",
            rating: 0,
            episode: { season: 1, episode: 1, name: "Episode 1" },
            title: { title: "Night Bus", year: 2001, movieDbId: 0, imageUrl: "" },
          },
          {
            at: Date.parse("2024-03-01T04:59:59Z"),
            precision: "moment",
            source: "trakt",
            review: "",
            rating: 2.5,
            episode: undefined,
            title: { title: "Salt Roads", year: 2001, movieDbId: 0, imageUrl: "" },
          },
        ],
      )
    }),
    "America/New_York",
  )

  it.effect.prop(
    "lists agree with one another after any records of sources",
    { history: History },
    ({ history }) =>
      Effect.gen(function* () {
        const watching = yield* WatchingStore
        const { movie, movies, ratings, recent, show, shows } = watching.lists
        const records = recordsOf(history)
        for (let at = 0; at < records.length; at += history.batch)
          yield* store(...records.slice(at, at + history.batch))
        const [films, series] = [
          (yield* movies({ sort: "title", order: "asc" }, all)).items,
          (yield* shows({ sort: "title", order: "asc" }, all)).items,
        ]
        const { items, total } = yield* recent(everything, all)
        assert.lengthOf(items, total)
        assert.lengthOf(new Set(items.map(({ id }) => id)), total)
        const times = (some: ReadonlyArray<{ at: number; precision: string }>) =>
          some.flatMap(({ at, precision }) => (precision === "unknown" ? [] : [at]))
        const known: Array<number> = []
        for (const { firstWatchedAt, id, lastWatchedAt, watchCount } of films) {
          const { watches } = Option.getOrThrow(yield* movie(id))
          assert.lengthOf(watches, watchCount)
          known.push(...times(watches))
          assert.deepStrictEqual(
            [lastWatchedAt, firstWatchedAt],
            [times(watches).at(0), times(watches).at(-1)],
          )
        }
        for (const { episodesWatched, id, lastWatchedAt } of series) {
          const { episodes } = Option.getOrThrow(yield* show(id))
          assert.lengthOf(episodes, episodesWatched)
          const seen = episodes.flatMap(({ watches }) => times(watches))
          known.push(...seen)
          assert.strictEqual(lastWatchedAt, seen.length === 0 ? undefined : Math.max(...seen))
        }
        assert.deepStrictEqual(
          known.sort((one, other) => other - one),
          items.map(({ at }) => at),
        )
        const rated = films.filter(({ rating }) => rating > 0)
        assert.strictEqual(
          (yield* ratings).reduce((sum, { count }) => sum + count, 0),
          rated.length,
        )
        const stats = yield* watching.stats(everything)
        assert.strictEqual(stats.films, films.filter(({ watchCount }) => watchCount > 0).length)
        assert.strictEqual(stats.shows, series.length)
        assert.strictEqual(
          stats.episodes,
          series.reduce((sum, { episodesWatched }) => sum + episodesWatched, 0),
        )
      }).pipe(Effect.provide(fresh(history.zone))),
    { ...properties, arbitrary: { ...properties.arbitrary, runs: 8 } },
  )
}
