import type { DataVersions } from "@daybook/kernel"
import { raisesVersion } from "@daybook/kernel/contract"
import { type ItemRef, recordMediaEvent, unknownTime, WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { eventOf, History, properties, recordsOf, shuffled } from "./histories.ts"
import {
  allReviews,
  allShows,
  episode,
  film,
  type FreshStore,
  rated,
  reviewed,
  state,
  store,
  watched,
} from "./records.ts"

/** Contract: storing records and merging them into watches. */
export const storingContract = (fresh: FreshStore): void => {
  const test = (name: string, body: Effect.Effect<void, never, WatchingStore | DataVersions>, zone = "UTC") =>
    it.effect(name, () => Effect.provide(body, fresh(zone)))

  test(
    "a record that a source no longer lists goes, and other sources' records of the same watch stay",
    Effect.gen(function* () {
      const time = "2024-03-01T20:00:00Z"
      const both = film("Salt Roads", { ids: { tmdb: 11 } })
      yield* store(
        watched(both, time, { ref: "1", rating: 3 }),
        reviewed(both, "2024-03-01", "Fine.", { ref: "9" }),
        watched(film("Half Moth"), time, { ref: "2", review: "Gone." }),
        watched(film("Still There"), time, { ref: "3", review: "Listed." }),
        watched(film("Earlier"), "2024-02-01T20:00:00Z", { ref: "4", review: "Before." }),
        watched(film("Elsewhere"), time, { source: "plex", ref: "2", review: "Another's." }),
        watched(episode("Night Bus", 1, 1), time, { ref: "5" }),
        watched(episode("Night Bus", 1, 2), time, { ref: "6" }),
      )
      const between = { from: Date.parse("2024-03-01T00:00:00Z"), to: Date.parse("2024-03-02T00:00:00Z") }
      const films = {
        type: "listed",
        source: "trakt",
        kind: "film",
        ...between,
        refs: new Set(["3", "7"]),
      } as const
      assert.strictEqual(yield* store(films), 3)
      assert.strictEqual(yield* store(films), 0)
      assert.deepStrictEqual(
        (yield* allReviews).map(({ film, rating, review }) => [film.title, rating, review]).sort(),
        [
          ["Earlier", 0, "Before."],
          ["Elsewhere", 0, "Another's."],
          ["Salt Roads", 0, "Fine."],
          ["Still There", 0, "Listed."],
        ],
      )
      assert.deepStrictEqual(
        (yield* allShows).map(({ episodesWatched }) => episodesWatched),
        [2],
      )
      const none = { ...films, kind: "episode", from: undefined, refs: new Set(["6"]) } as const
      assert.strictEqual(yield* store(none), 1)
      assert.deepStrictEqual(
        (yield* allShows).map(({ episodesWatched }) => episodesWatched),
        [1],
      )
    }),
  )

  test(
    "a record is stored once however often it comes, and the version is raised where it is new",
    Effect.gen(function* () {
      const record = reviewed(film("Salt Roads"), "2024-03-01", "Fine.", { rating: 3.5 })
      assert.strictEqual(yield* raisesVersion("watching", "a new watch", store(record)), 1)
      assert.strictEqual(yield* store(record), 0)
      assert.strictEqual(yield* store(record, record), 0)
      assert.lengthOf(yield* allReviews, 1)
    }),
  )

  test(
    "a record that has changed at its source replaces what it was, also under another film or day",
    Effect.gen(function* () {
      yield* store(reviewed(film("Salt Roads"), "2024-03-01", "Fine.", { ref: "1", rating: 3 }))
      yield* store(reviewed(film("Salt Roads"), "2024-03-01", "Finer.", { ref: "1" }))
      assert.deepInclude((yield* allReviews)[0], { review: "Finer.", rating: 0 })
      yield* store(reviewed(film("Orchard"), "2024-03-05", "Finer.", { ref: "1" }))
      const reviews = yield* allReviews
      assert.deepStrictEqual(
        reviews.map(({ film, watchedAt }) => [film.title, watchedAt]),
        [["Orchard", Date.parse("2024-03-05T12:00:00Z")]],
      )
    }),
  )

  test(
    "of one name in one batch the last record counts",
    Effect.gen(function* () {
      const record = reviewed(film("Salt Roads"), "2024-03-01", "First.", { ref: "1" })
      assert.strictEqual(yield* store(record, { ...record, review: "Second." }), 1)
      assert.deepStrictEqual(
        (yield* allReviews).map(({ review }) => review),
        ["Second."],
      )
    }),
  )

  test(
    "less than six hours apart is one watch, six hours are two, from one source and from two",
    Effect.gen(function* () {
      const at = (time: string, source: "plex" | "trakt", review: string) =>
        watched(film("Salt Roads"), time, { source, review })
      yield* store(at("2024-03-01T12:00:00Z", "plex", "a"), at("2024-03-01T17:59:59.999Z", "trakt", "b"))
      assert.lengthOf(yield* allReviews, 1)
      yield* store(at("2024-03-01T18:00:00Z", "plex", "c"))
      assert.deepStrictEqual(
        (yield* allReviews).map(({ review, watchedAt }) => [
          review,
          new Date(watchedAt ?? assert.fail()).getUTCHours(),
        ]),
        [
          ["c", 18],
          ["b", 12],
        ],
      )
    }),
  )

  test(
    "a review of a day and a watch at a moment of that day in the owner's time zone are one: the review at the moment",
    Effect.gen(function* () {
      const moment = watched(film("Salt Roads"), "2024-03-02T04:30:00Z", { source: "plex" })
      const review = reviewed(film("Salt Roads"), "2024-03-01", "Fine.", { rating: 4 })
      assert.strictEqual(yield* store(moment), 1)
      assert.strictEqual(yield* store(review), 1)
      const [one, ...others] = yield* allReviews
      assert.lengthOf(others, 0)
      assert.deepInclude(one, { source: "letterboxd", rating: 4, watchedAt: moment.at })
      assert.strictEqual(yield* store(moment, review), 0)
    }),
    "America/New_York",
  )

  test(
    "the cursor is saved with the records, and each source has its own",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      assert.deepStrictEqual(yield* watching.cursor("trakt"), Option.none())
      yield* watching.store([], { source: "trakt", cursor: "1" })
      yield* watching.store([watched(film("Salt Roads"), "2024-03-01")], { source: "trakt", cursor: "2" })
      assert.deepStrictEqual(yield* watching.cursor("trakt"), Option.some("2"))
      assert.deepStrictEqual(yield* watching.cursor("letterboxd"), Option.none())
    }),
  )

  test(
    "a film known by name and one known by id become one when somebody knows both, and no watch is lost",
    Effect.gen(function* () {
      yield* store(reviewed(film("Salzstraßen", { year: 1999 }), "2024-03-01", "First.", { ref: "1" }))
      yield* store(
        reviewed(film("Salt Roads", { year: 1999, ids: { imdb: "tt11" } }), "2024-04-01", "Second.", {
          ref: "2",
        }),
      )
      const apart = yield* allReviews
      assert.strictEqual(new Set(apart.map(({ film }) => film.id)).size, 2)
      const both = film("Salzstraßen", { year: 1999, ids: { imdb: "tt11", tmdb: 11 } })
      yield* store(watched(both, "2024-05-01T20:00:00Z", { source: "plex" }))
      const joined = yield* allReviews
      assert.deepStrictEqual(
        joined.map(({ film, review }) => [film.id, film.movieDbId, review]),
        [
          [apart[1]?.film.id ?? 0, 11, "Second."],
          [apart[1]?.film.id ?? 0, 11, "First."],
        ],
      )
      // From now on both names find it.
      yield* store(reviewed(film("salt roads", { year: 1999 }), "2024-06-01", "Third.", { ref: "3" }))
      assert.strictEqual(new Set((yield* allReviews).map(({ film }) => film.id)).size, 1)
    }),
  )

  test(
    "two films of one name are two by year and by id",
    Effect.gen(function* () {
      yield* store(
        reviewed(film("Solaris", { year: 1972 }), "2024-03-01", "Slow.", { ref: "1" }),
        reviewed(film("Solaris", { year: 2002 }), "2024-03-01", "Short.", { ref: "2" }),
        reviewed(film("Solaris", { year: 2002, ids: { tmdb: 2 } }), "2024-03-03", "Id.", { ref: "3" }),
        reviewed(film("Solaris", { year: 2002, ids: { tmdb: 3 } }), "2024-03-04", "Other id.", { ref: "4" }),
      )
      const reviews = yield* allReviews
      assert.strictEqual(new Set(reviews.map(({ film }) => film.id)).size, 3)
    }),
  )

  test(
    "a film and a show of one name, and of one number, are two",
    Effect.gen(function* () {
      yield* store(
        reviewed(film("Fargo", { ids: { tmdb: 275 } }), "2024-03-01", "Snow."),
        watched(episode("Fargo", 1, 1, { showIds: { tmdb: 275 } }), "2024-03-01T20:00:00Z"),
      )
      assert.lengthOf(yield* allReviews, 1)
      assert.deepStrictEqual(
        (yield* allShows).map(({ episodesWatched }) => episodesWatched),
        [1],
      )
    }),
  )

  test(
    "an episode's id resolves to its show, whatever the show is called",
    Effect.gen(function* () {
      yield* store(
        watched(
          episode("Night Bus", 1, 1, { showIds: { tmdb: 11 }, episodeIds: { tvdb: 101 } }),
          "2024-03-01T20:00:00Z",
        ),
      )
      yield* store(
        watched(
          episode("Nachtbus", 1, 1, { showYear: 0, episodeIds: { tvdb: 101 } }),
          "2024-03-01T20:01:00Z",
          { source: "plex" },
        ),
        watched(episode("Nachtbus", 1, 2, { showYear: 0 }), "2024-03-01T21:00:00Z", { source: "plex" }),
      )
      const shows = yield* allShows
      assert.deepStrictEqual(
        shows.map(({ episodesWatched, movieDbId, title }) => [title, movieDbId, episodesWatched]),
        [["Night Bus", 11, 2]],
      )
    }),
  )

  test(
    "a rating on its own is shown with a review that has none, the latest of all sources; undone it is none",
    Effect.gen(function* () {
      const orchard = film("The Orchard")
      yield* store(reviewed(orchard, "2024-03-01", "Fine.", { ref: "1" }))
      yield* store(reviewed(orchard, "2024-01-01", "Rated then.", { ref: "2", rating: 2 }))
      const ratings = Effect.map(allReviews, (reviews) => reviews.map(({ rating }) => rating))
      assert.strictEqual(yield* store(rated(orchard, "2024-03-02T00:00:00Z", 4)), 1)
      assert.deepStrictEqual(yield* ratings, [4, 2])
      assert.strictEqual(yield* store(rated(orchard, "2024-03-02T00:00:00Z", 4)), 0)
      assert.strictEqual(yield* store(rated(orchard, "2024-03-01T00:00:00Z", 1)), 0)
      assert.strictEqual(yield* store(rated(orchard, "2024-03-03T00:00:00Z", 5, { source: "trakt" })), 1)
      assert.deepStrictEqual(yield* ratings, [5, 2])
      assert.strictEqual(yield* store(rated(orchard, "2024-03-04T00:00:00Z", 0)), 1)
      assert.deepStrictEqual(yield* ratings, [0, 2])
      const both = [rated(orchard, "2024-03-06T00:00:00Z", 1.5), rated(orchard, "2024-03-05T00:00:00Z", 3)]
      assert.strictEqual(yield* store(...both), 1)
      assert.deepStrictEqual(yield* ratings, [1.5, 2])
    }),
  )

  test(
    "a rating that its source no longer lists goes, and what others reported of the same film or episode stays",
    Effect.gen(function* () {
      const [both, own, other] = [
        film("Salt Roads", { ids: { tmdb: 11 } }),
        film("Half Moth"),
        film("Orchard"),
      ]
      const [pilot, second] = [episode("Night Bus", 1, 1), episode("Night Bus", 1, 2)]
      const trakt = { source: "trakt" } as const
      // Of one moment, as where ratings were imported there.
      const at = "2024-03-02T00:00:00Z"
      yield* store(
        ...[both, own, other].map((item, index) => reviewed(item, `2024-03-0${index + 1}`, item.title)),
        rated(both, "2024-01-01T00:00:00Z", 2),
        ...[both, own, other, pilot, second].map((item) => rated(item, at, 4, trakt)),
      )
      const ratings = Effect.map(allReviews, (reviews) =>
        Object.fromEntries(reviews.map(({ film, rating }) => [film.title, rating])),
      )
      const listed = (...items: ReadonlyArray<ItemRef>) => store({ type: "listed ratings", ...trakt, items })
      assert.strictEqual(yield* listed(both, own, other, pilot, second), 0)
      assert.deepStrictEqual(yield* ratings, { "Salt Roads": 4, "Half Moth": 4, Orchard: 4 })
      // It is found however it is called.
      assert.strictEqual(yield* listed(film("Salzstraßen", { ids: { tmdb: 11 } }), other, pilot), 2)
      assert.deepStrictEqual(yield* ratings, { "Salt Roads": 4, "Half Moth": 0, Orchard: 4 })
      assert.strictEqual(yield* raisesVersion("watching", "ratings taken back", listed()), 3)
      assert.deepStrictEqual(yield* ratings, { "Salt Roads": 2, "Half Moth": 0, Orchard: 0 })
      assert.strictEqual(yield* listed(), 0)
      // Rated again at the moment of before, with the list of all.
      const again = [rated(own, at, 3, trakt), { type: "listed ratings", ...trakt, items: [own] }] as const
      assert.strictEqual(yield* store(...again), 1)
      assert.deepStrictEqual(yield* ratings, { "Salt Roads": 2, "Half Moth": 3, Orchard: 0 })
    }),
  )

  test(
    "a watch without a date counts until one with a date is known",
    Effect.gen(function* () {
      const pilot = episode("Night Bus", 1, 1)
      yield* store(watched(pilot, "1970-01-01T00:00:00Z", { ref: "1", ...unknownTime }))
      assert.deepStrictEqual(
        (yield* allShows).map(({ episodesWatched, months }) => [episodesWatched, months]),
        [[1, []]],
      )
      yield* store(watched(pilot, "2024-03-01T20:00:00Z", { ref: "2" }))
      assert.deepStrictEqual(
        (yield* allShows).map(({ episodesWatched, months }) => [episodesWatched, months]),
        [[1, [2]]],
      )
    }),
  )

  it.effect.prop(
    "the same records leave the same behind in any order, however often and in whatever batches they come",
    { history: History },
    ({ history }) =>
      Effect.gen(function* () {
        const records = recordsOf(history)
        const once = yield* Effect.provide(Effect.andThen(store(...records), state), fresh(history.zone))
        const again = Effect.gen(function* () {
          const order = shuffled(records, history.shuffle)
          for (let at = 0; at < order.length; at += history.batch)
            yield* store(...order.slice(at, at + history.batch))
          const after = yield* state
          assert.strictEqual(yield* store(...order), 0, "nothing is news any more")
          return after
        })
        assert.deepStrictEqual(yield* Effect.provide(again, fresh(history.zone)), once)
      }),
    properties,
  )

  it.effect.prop(
    "webhook deliveries repeated, reordered and mixed with a sync leave the same behind",
    { history: History },
    ({ history }) => {
      const records = recordsOf(history)
      const events = records.flatMap(eventOf)
      const synced = records.filter(({ source }) => source === "trakt" || source === "letterboxd")
      const syncThenEvents = Effect.gen(function* () {
        yield* store(...synced)
        for (const event of events) yield* recordMediaEvent(event)
        return yield* state
      })
      const eventsAroundSync = Effect.gen(function* () {
        const order = history.shuffle.flatMap((number) =>
          events.slice(number % Math.max(1, events.length)).slice(0, 1),
        )
        for (const event of order) yield* recordMediaEvent(event)
        yield* store(...synced)
        for (const event of events.toReversed()) yield* recordMediaEvent(event)
        const after = yield* state
        for (const event of events) assert.isFalse(yield* recordMediaEvent(event), "it was delivered before")
        return after
      })
      return Effect.gen(function* () {
        const one = yield* Effect.provide(syncThenEvents, fresh(history.zone))
        assert.deepStrictEqual(yield* Effect.provide(eventsAroundSync, fresh(history.zone)), one)
      })
    },
    properties,
  )
}
