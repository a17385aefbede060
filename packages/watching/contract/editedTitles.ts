import { type EditFields, Edits, type EditStore, everything, type NewEdit } from "@daybook/kernel"
import { editsContract } from "@daybook/kernel/contract"
import { addWatch, TitleId, WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { details } from "./describing.ts"
import { shown } from "./edits.ts"
import { episode, film, type FreshStore, rated, state, store, watched } from "./records.ts"

const firstPage = { page: 1, limit: 100 }

const now = Date.parse("2026-05-06T07:08:09Z")

const days = ["2024-01-05", "2024-02-05", "2024-03-05", "2024-04-05"]

const at = (item: number, time: string) => `${days[item]}T${time}:00Z`

// Once both films have this id, they are one.
const same = { ids: { imdb: "tt7" } }

/** Two films and two shows in their versions. */
const records = (item: number, version: number) => {
  const more = version === 2 ? same : {}
  switch (item) {
    case 0:
      return [
        watched(film("Orchard", more), at(0, "20:00"), {
          ref: "first",
          ...(version === 1 ? { rating: 3.5, review: "Review" } : {}),
        }),
        rated(film("Orchard"), at(0, "23:00"), version + 2),
      ]
    case 1:
      return [
        watched(film("The Orchard", { year: 2002, ...more }), at(1, "20:00"), {
          ref: "second",
          imageUrl: "https://img.example/orchard.jpg",
        }),
        rated(film("The Orchard", { year: 2002 }), at(1, "23:00"), version === 1 ? 0 : 5),
      ]
    default:
      return [
        watched(episode(item === 2 ? "Night Bus" : "Late Bus", 1, 1), at(item, "20:00"), {
          ref: `a ${item}`,
        }),
        watched(episode(item === 2 ? "Night Bus" : "Late Bus", 1, item), at(item, "21:00"), {
          ref: `b ${item}`,
        }),
        rated(episode(item === 2 ? "Night Bus" : "Late Bus", 1, 1), at(item, "23:00"), item + version / 2),
      ]
  }
}

const lateBus = details(44, {
  name: "Late Bus",
  totalEpisodes: 8,
  runtimeMinutes: 40,
  genres: ["Drama"],
  episodes: [
    { season: 1, episode: 1, name: "Pilot", airDate: undefined, runtimeMinutes: 45 },
    { season: 1, episode: 2, name: "Second", airDate: undefined, runtimeMinutes: 30 },
  ],
})

const tell = Effect.fnUntraced(function* (item: number, version: number) {
  yield* store(...records(item, version))
  const { describe } = yield* WatchingStore
  if (item === 3 && version === 2) yield* describe(TitleId.make(4), now, lateBus)
})

const tellAll = Effect.forEach([0, 1, 2, 3], (item) => tell(item, 0))

/** The list of a source that has no record of this day. */
const forget = (item: number) =>
  Effect.asVoid(
    store({
      type: "listed",
      source: "trakt",
      kind: item < 2 ? "film" : "episode",
      from: Date.parse(at(item, "00:00")),
      to: Date.parse(at(item, "23:59")),
      refs: new Set<string>(),
    }),
  )

const typeOf = (id: number) => (id < 3 ? "movie" : "show")

/** Edits of both types: the first two titles are films. */
const ofTypes = ({ make, takeBack }: EditStore): EditStore => ({
  make: (made) => make({ ...made, type: typeOf(Number(made.itemId)) }),
  takeBack,
})

const edit = (action: NewEdit["action"], id: number, fields: EditFields = {}) =>
  Effect.flatMap(WatchingStore, ({ edits }) =>
    edits.make({ type: typeOf(id), action, itemId: String(id), fields, at: 0 }),
  )

const movie = (id: number) =>
  Effect.map(
    Effect.flatMap(WatchingStore, ({ lists }) => lists.movie(TitleId.make(id))),
    Option.getOrUndefined,
  )

const movies = Effect.flatMap(WatchingStore, ({ lists }) =>
  Effect.map(lists.movies({ sort: "title", order: "asc" }, firstPage), ({ items }) => items),
)

const show = (id: number) =>
  Effect.map(
    Effect.flatMap(WatchingStore, ({ lists }) => lists.show(TitleId.make(id))),
    Option.getOrUndefined,
  )

/** The titles that a search finds. */
const found = Effect.gen(function* () {
  const { searchable } = yield* WatchingStore
  const all = yield* searchable.titles()
  return [...all].flatMap(([type, list]) => list.texts.map((text) => `${type} ${text}`)).sort()
})

/** All data of titles that responses show. */
const all = Effect.gen(function* () {
  const { review, titlesToDescribe } = yield* WatchingStore
  return {
    lists: yield* shown,
    movies: yield* Effect.forEach([1, 2], movie),
    shows: yield* Effect.forEach([3, 4], show),
    review: yield* review(everything),
    found: yield* found,
    due: yield* titlesToDescribe(now, 100),
  }
})

/** The part of the contract on edits of films and shows. */
export const editingTitlesContract = (fresh: FreshStore): void => {
  editsContract(
    {
      domain: "watching",
      type: "title",
      edits: Effect.map(WatchingStore, ({ edits }) => ofTypes(edits)),
      tell,
      forget,
      idOf: (item) => Effect.succeed(String(item + 1)),
      corrections: [
        { title: "By Hand", year: 1999, movie_db_id: 77, genres: ["Noir"] },
        { title: null, runtime_min: 90, movie_db_id: 0 },
        { title: "Orchard", image_url: "https://img.example/by-hand.jpg" },
      ],
      shown: all,
    },
    fresh,
  )

  const test = (
    name: string,
    body: Effect.Effect<void, unknown, WatchingStore | Edits | DateTime.CurrentTimeZone>,
  ) =>
    it.effect(name, () =>
      Effect.andThen(
        TestClock.setTime(now),
        body.pipe(
          Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")),
          Effect.provide(fresh("UTC")),
        ),
      ),
    )

  test(
    "merged films are one in lists, totals, reviews and the journal, and so are merged shows",
    Effect.gen(function* () {
      const { lists, stats } = yield* WatchingStore
      yield* tellAll
      assert.strictEqual((yield* edit("merge", 1, { into: 2 })).id, "2")
      yield* tell(0, 1)
      // Another source reports the same watch under the other name.
      yield* store(watched(film("The Orchard", { year: 2002 }), at(0, "20:30"), { source: "plex", ref: "p" }))
      const films = yield* lists.movies({ sort: "title", order: "asc" }, firstPage)
      assert.deepStrictEqual(
        films.items.map(({ id, rating, title, watchCount }) => [id, title, watchCount, rating]),
        [[2, "The Orchard", 2, 5]],
      )
      for (const id of [1, 2]) assert.deepInclude(yield* movie(id), { id: TitleId.make(2), watchCount: 2 })
      assert.lengthOf((yield* state).reviews, 1)
      const foundFilms = (yield* found).filter((text) => text.startsWith("movie"))
      assert.lengthOf(foundFilms, 1)
      assert.deepInclude(yield* stats(everything), { films: 1, filmWatches: 2 })

      yield* edit("merge", 4, { into: 3 })
      yield* tell(3, 2)
      assert.deepInclude(yield* stats(everything), { shows: 1, episodes: 3, episodeWatches: 4 })
      const bus = yield* show(4)
      assert.deepInclude(bus, {
        title: "Night Bus",
        totalEpisodes: 8,
        runtimeMinutes: 40,
        episodesWatched: 3,
      })
      assert.deepStrictEqual(
        bus?.episodes.map(({ name, runtimeMinutes, watches }) => [name, runtimeMinutes, watches.length]),
        [
          ["Pilot", 45, 2],
          ["Second", 30, 1],
          ["Episode 3", 0, 1],
        ],
      )
      // The latest rating of both shows.
      assert.deepStrictEqual(
        bus?.episodes.map(({ watches: [watch] }) => watch?.rating),
        [4, 0, 0],
      )
      for (const wrong of [edit("merge", 3, { into: 2 }), edit("merge", 9, { into: 3 }), edit("remove", 9)])
        assert.strictEqual((yield* Effect.flip(wrong))._tag, "NoSuchItem")
      assert.strictEqual((yield* Effect.flip(edit("merge", 4, { into: 3 })))._tag, "InvalidInput")
    }),
  )

  test(
    "a corrected title stays so, and a removed one hides its watches until that is undone",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      yield* tellAll
      yield* edit("correct", 1, { title: "Grove", year: 1950, runtime_min: 90, movie_db_id: 7 })
      yield* tell(0, 2)
      const corrected = { title: "Grove", year: 1950, movieDbId: 7, runtimeMinutes: 90 }
      assert.deepInclude(yield* movie(1), corrected)
      assert.deepInclude(yield* watching.stats(everything), { minutes: 90 })
      const [due] = yield* watching.titlesToDescribe(now, 1)
      assert.deepInclude(due, { name: "Orchard", year: 2001, ids: same.ids })
      yield* edit("correct", 1, { title: null, movie_db_id: null })
      assert.deepInclude(yield* movie(1), { ...corrected, title: "Orchard", movieDbId: 0 })

      yield* edit("remove", 2)
      yield* tell(1, 0)
      assert.isUndefined(yield* movie(2))
      assert.deepInclude(yield* watching.stats(everything), { films: 1, filmWatches: 1 })
      assert.notInclude(JSON.stringify(yield* all), "The Orchard")
      const again = { title: "The Orchard", year: 2002, watchedAt: "2024-06-01" }
      const refused = yield* Effect.flip(addWatch(again))
      assert.include(refused.message, "you removed")
      const [newest] = (yield* Effect.flatMap(Edits, ({ list }) => list({ page: 1, limit: 1 }))).items
      if (newest !== undefined) yield* watching.edits.takeBack(newest)
      assert.isTrue((yield* addWatch(again)).isNew)
      assert.deepInclude(yield* movie(2), { watchCount: 2 })
    }),
  )

  test(
    "edits go over to the title that another turns out to be, and none leads to itself",
    Effect.gen(function* () {
      yield* tellAll
      yield* edit("correct", 2, { title: "Grove" })
      yield* store(watched(film("Salt Roads"), "2024-06-01T20:00:00Z"))
      const salt = (yield* movies).find(({ title }) => title === "Salt Roads")?.id ?? 0
      yield* Effect.flatMap(WatchingStore, ({ edits }) =>
        edits.make({ type: "movie", action: "merge", itemId: String(salt), fields: { into: "2" }, at: 0 }),
      )
      yield* edit("merge", 1, { into: 2 })
      yield* tell(0, 2)
      yield* tell(1, 2)
      assert.deepStrictEqual(
        (yield* movies).map(({ id, title, watchCount }) => [id, title, watchCount]),
        [[1, "Grove", 3]],
      )
      assert.deepInclude(yield* movie(salt), { id: TitleId.make(1) })
    }),
  )
}
