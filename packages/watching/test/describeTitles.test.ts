import { SourceError, SyncRuns } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import {
  describeTitles,
  FilmDatabase,
  keepTitlesDescribed,
  type TitleDetails,
  TitleId,
  type TitleToDescribe,
  WatchingStore,
} from "../src/index.ts"
import { noStore, unasked } from "./noStore.ts"

const title = (id: number, more: Partial<TitleToDescribe> = {}): TitleToDescribe => ({
  id: TitleId.make(id),
  kind: "film",
  name: `Title ${id}`,
  year: 1999,
  ids: {},
  episodeIds: [],
  ...more,
})

const details = (tmdb: number): TitleDetails => ({
  name: "Named",
  year: 1999,
  ids: { tmdb },
  imageUrl: "",
  totalEpisodes: 0,
  running: false,
  runtimeMinutes: 0,
  genres: [],
  directors: [],
  episodes: [],
})

const trouble = (failure: SourceError["failure"]) =>
  Effect.fail(new SourceError({ source: "tmdb", failure, message: "is failing" }))

/** A store with titles to describe, and the TMDB id found for each, or none. */
const makeStore = (titles: ReadonlyArray<TitleToDescribe>) => {
  const left = [...titles]
  const described: Array<readonly [id: number, tmdb: number | undefined]> = []
  const store = WatchingStore.of({
    ...noStore,
    titlesToDescribe: (_, limit) => Effect.sync(() => left.slice(0, limit)),
    describe: (id, _, found) =>
      Effect.sync(() => {
        described.push([id, found?.ids.tmdb])
        left.splice(
          left.findIndex((one) => one.id === id),
          1,
        )
      }),
  })
  return { store, described, left }
}

const database = (answers: Partial<FilmDatabase["Service"]> = {}): FilmDatabase["Service"] => ({
  configured: true,
  details: (_, tmdb) => Effect.succeed(details(tmdb)),
  find: () => Effect.undefined,
  search: () => Effect.succeed([]),
  ...answers,
})

const runs = SyncRuns.of({
  take: () => Effect.void,
  begin: () => unasked("begin"),
  progress: () => unasked("progress"),
  end: () => unasked("end"),
  list: () => unasked("list"),
})

const provide =
  (store: WatchingStore["Service"], films: FilmDatabase["Service"]) =>
  <A, E>(effect: Effect.Effect<A, E, FilmDatabase | SyncRuns | WatchingStore>) =>
    effect.pipe(
      Effect.provideService(WatchingStore, store),
      Effect.provideService(FilmDatabase, films),
      Effect.provideService(SyncRuns, runs),
    )

describe("titles", () => {
  it.effect("are looked up by the database's own number, else others', else an episode's, else by name", () =>
    Effect.gen(function* () {
      const kept = makeStore([
        title(1, { ids: { tmdb: 11, imdb: "tt1" } }),
        title(2, { ids: { imdb: "tt2" } }),
        title(3, { kind: "show", episodeIds: [{ imdb: "tt30" }, { tvdb: 33 }] }),
        title(4),
        title(5),
      ])
      const asked: Array<string> = []
      const films = database({
        find: (kind, { imdb, tvdb }) =>
          Effect.sync(() => {
            asked.push(`${kind} ${imdb ?? tvdb}`)
            return imdb === "tt2" ? 12 : tvdb === 33 ? 13 : undefined
          }),
        search: (kind, name, year) =>
          Effect.sync(() => {
            asked.push(`${kind} "${name}" ${year}`)
            return name === "Title 4"
              ? [
                  { tmdb: 40, names: ["Title 4 and more"], year: 1999 },
                  { tmdb: 41, names: ["Title 4"], year: 1998 },
                  { tmdb: 14, names: ["Titel 4", "title 4!"], year: 1999 },
                ]
              : []
          }),
      })
      assert.isTrue(yield* provide(kept.store, films)(describeTitles))
      assert.sameDeepMembers(kept.described, [
        [1, 11],
        [2, 12],
        [3, 13],
        [4, 14],
        [5, undefined],
      ])
      assert.sameMembers(asked, [
        "film tt2",
        "show tt30",
        "show 33",
        'film "Title 4" 1999',
        'film "Title 5" 1999',
      ])
    }),
  )

  it.effect(
    "of a series that is logged as one work are those of the show, and give it no number of a film",
    () =>
      Effect.gen(function* () {
        const kept = makeStore([title(1, { ids: { series: 21 } })])
        const asked: Array<string> = []
        const films = database({
          details: (kind, tmdb) =>
            Effect.sync(() => {
              asked.push(`${kind} ${tmdb}`)
              return { ...details(tmdb), totalEpisodes: 12, running: true }
            }),
          search: () => unasked("a film of its name"),
        })
        assert.isTrue(yield* provide(kept.store, films)(describeTitles))
        assert.deepStrictEqual(asked, ["show 21"])
        assert.deepStrictEqual(kept.described, [[1, undefined]])
      }),
  )

  it.effect("whose year no one knows are found by name if there is one of that name", () =>
    Effect.gen(function* () {
      const namesakes = [
        { tmdb: 1, names: ["Solaris"], year: 1972 },
        { tmdb: 2, names: ["Solaris"], year: 2002 },
      ]
      for (const [found, tmdb] of [
        [namesakes, undefined],
        [namesakes.slice(1), 2],
      ] as const) {
        const kept = makeStore([title(1, { name: "Solaris", year: 0 })])
        yield* provide(kept.store, database({ search: () => Effect.succeed(found) }))(describeTitles)
        assert.deepStrictEqual(kept.described, [[1, tmdb]])
      }
    }),
  )

  it.effect.each(["unavailable", "rate limited", "unauthorized"] as const)(
    "are left for the next time where the database is %s",
    (failure) =>
      Effect.gen(function* () {
        const kept = makeStore([title(1, { ids: { tmdb: 1 } })])
        const films = database({ details: () => trouble(failure) })
        assert.isFalse(yield* provide(kept.store, films)(describeTitles))
        assert.deepStrictEqual(kept.described, [])
      }),
  )

  it.effect("whose response cannot be read do not hold the others up", () =>
    Effect.gen(function* () {
      const kept = makeStore([title(1, { ids: { tmdb: 1 } }), title(2, { ids: { tmdb: 2 } })])
      const films = database({
        details: (_, tmdb) => (tmdb === 1 ? trouble("malformed answer") : Effect.succeed(details(tmdb))),
      })
      assert.isTrue(yield* provide(kept.store, films)(describeTitles))
      assert.sameDeepMembers(kept.described, [
        [1, undefined],
        [2, 2],
      ])
    }),
  )

  it.effect("are left alone if no database is configured", () =>
    Effect.gen(function* () {
      const kept = makeStore([title(1)])
      const films = database({ configured: false, search: () => unasked("search") })
      assert.isTrue(yield* provide(kept.store, films)(describeTitles))
      assert.deepStrictEqual(kept.described, [])
    }),
  )

  it.effect("that follow later are described seconds after, and minutes after an error", () =>
    Effect.gen(function* () {
      const kept = makeStore([title(1, { ids: { tmdb: 1 } })])
      let down = false
      const films = database({
        details: (_, tmdb) => (down ? trouble("unavailable") : Effect.succeed(details(tmdb))),
      })
      const fiber = yield* Effect.forkChild(provide(kept.store, films)(keepTitlesDescribed))
      yield* TestClock.adjust(1)
      assert.lengthOf(kept.described, 1)
      kept.left.push(title(2, { ids: { tmdb: 2 } }))
      yield* TestClock.adjust("5 seconds")
      assert.lengthOf(kept.described, 2)
      down = true
      kept.left.push(title(3, { ids: { tmdb: 3 } }))
      yield* TestClock.adjust("5 seconds")
      down = false
      yield* TestClock.adjust("4 minutes")
      assert.lengthOf(kept.described, 2)
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(kept.described, 3)
      yield* Fiber.interrupt(fiber)
    }),
  )
})
