import { everything } from "@daybook/kernel"
import { type MoviesQuery, unknownTime, WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { details } from "./describing.ts"
import { episode, film, type FreshStore, store, watched } from "./records.ts"

/** Contract: totals of what was watched. */
export const statsContract = (fresh: FreshStore): void => {
  it.effect(
    "statistics count what was watched, with the minutes and genres that the film database reported",
    () =>
      Effect.gen(function* () {
        const watching = yield* WatchingStore
        const none = { films: 0, filmWatches: 0, shows: 0, episodes: 0, episodeWatches: 0, minutes: 0 }
        const empty = { ...none, byGenre: [], byDecade: [], byDirector: [] }
        assert.deepStrictEqual(yield* watching.stats(everything), empty)
        yield* store(
          watched(film("Salt Roads", { year: 1999, ids: { tmdb: 1 } }), "2024-03-01T20:00:00Z"),
          watched(film("Salt Roads", { year: 1999, ids: { tmdb: 1 } }), "2023-03-01T20:00:00Z"),
          watched(film("Orchard", { year: 1990, ids: { tmdb: 2 } }), "2024-03-02", { source: "manual" }),
          watched(film("Unknown", { year: 0, ids: { tmdb: 3 } }), "1970-01-01T00:00:00Z", unknownTime),
          watched(episode("Night Bus", 1, 1, { showYear: 2010 }), "2024-03-03T20:00:00Z"),
          watched(episode("Night Bus", 1, 2, { showYear: 2010 }), "2024-03-04T20:00:00Z"),
          watched(episode("Night Bus", 1, 2, { showYear: 2010 }), "2024-03-05T20:00:00Z"),
        )
        const one = { airDate: undefined, season: 1, name: "" }
        const told: Record<string, Partial<Parameters<typeof details>[1]>> = {
          "Salt Roads": {
            year: 1999,
            runtimeMinutes: 100,
            genres: ["Drama", "Crime"],
            directors: ["Ada Marsh"],
          },
          Orchard: {
            year: 1990,
            runtimeMinutes: 60,
            genres: ["Drama"],
            directors: ["Ada Marsh", "Tomas Reed"],
          },
          "Night Bus": {
            year: 2010,
            runtimeMinutes: 40,
            genres: ["Crime"],
            directors: ["Nobody"],
            episodes: [
              { ...one, episode: 1, runtimeMinutes: 50 },
              { ...one, episode: 2, runtimeMinutes: 0 },
            ],
          },
        }
        for (const { id, ids, name } of yield* watching.titlesToDescribe(0, 10)) {
          const more = told[name]
          if (more !== undefined) yield* watching.describe(id, 1, details(ids.tmdb ?? 21, { name, ...more }))
        }
        const stats = yield* watching.stats(everything)
        assert.deepStrictEqual(stats, {
          films: 3,
          filmWatches: 4,
          shows: 1,
          episodes: 2,
          episodeWatches: 3,
          minutes: 390,
          byGenre: [
            { name: "Crime", films: 1, episodes: 2, minutes: 330 },
            { name: "Drama", films: 2, episodes: 0, minutes: 260 },
          ],
          byDecade: [
            { decade: 2010, films: 0, episodes: 2, minutes: 130 },
            { decade: 1990, films: 2, episodes: 0, minutes: 260 },
          ],
          byDirector: [
            { name: "Ada Marsh", films: 2, minutes: 260 },
            { name: "Tomas Reed", films: 1, minutes: 60 },
          ],
        })
        const films = (query: Partial<MoviesQuery>) =>
          Effect.map(
            watching.lists.movies({ sort: "title", order: "asc", ...query }, { page: 1, limit: 9 }),
            ({ items, total }) => [...items.map(({ title }) => title), total],
          )
        assert.deepStrictEqual(yield* films({ genre: "Drama" }), ["Orchard", "Salt Roads", 2])
        assert.deepStrictEqual(yield* films({ genre: "Crime", decade: 1990 }), ["Salt Roads", 1])
        assert.deepStrictEqual(yield* films({ director: "Tomas Reed" }), ["Orchard", 1])
        assert.deepStrictEqual(yield* films({ decade: 2000 }), [0])
        assert.deepStrictEqual(yield* films({ genre: "Dra" }), [0])
        const from = Date.parse("2024-03-02T00:00:00Z")
        const later = yield* watching.stats({ from, until: Date.parse("2024-03-05T00:00:00Z") })
        assert.deepStrictEqual(
          [later.films, later.episodes, later.episodeWatches, later.minutes, later.byDirector.length],
          [1, 2, 2, 150, 2],
        )
        assert.deepStrictEqual(yield* watching.stats({ from: 0, until: 1 }), empty)
      }).pipe(Effect.provide(fresh("UTC"))),
  )
}
