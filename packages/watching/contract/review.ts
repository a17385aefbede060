import type { DataVersions } from "@daybook/kernel"
import { TitleId, unknownTime, WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { details } from "./describing.ts"
import { episode, film, type FreshStore, rated, store, watched } from "./records.ts"

const year = { from: Date.parse("2024-01-01T00:00:00Z"), until: Date.parse("2025-01-01T00:00:00Z") }

/** Contract: reviews of a range. */
export const reviewContract = (fresh: FreshStore): void => {
  const test = (name: string, body: Effect.Effect<void, never, WatchingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  test(
    "a review has the best films and the most watched shows of its range, with what is new in it",
    Effect.gen(function* () {
      const watching = yield* WatchingStore
      const none = { films: 0, filmWatches: 0, shows: 0, episodes: 0, episodeWatches: 0, minutes: 0 }
      const empty = { topFilms: [], topShows: [], topGenres: [], topDirectors: [] }
      assert.deepStrictEqual(yield* watching.review(year), {
        ...none,
        newShows: 0,
        averageRating: 0,
        ...empty,
      })
      yield* store(
        watched(film("Salt Roads", { ids: { tmdb: 1 } }), "2024-01-01", { rating: 2, ref: "1" }),
        watched(film("Salt Roads", { ids: { tmdb: 1 } }), "2024-12-31", { rating: 4, ref: "2" }),
        watched(film("Orchard"), "2024-06-01", { rating: 4, ref: "3" }),
        watched(film("Beside"), "2023-12-31", { rating: 5, ref: "4" }),
        watched(film("Beside"), "2025-01-01", { rating: 5, ref: "5" }),
        watched(film("Some Time"), "1970-01-01T00:00:00Z", { ...unknownTime, rating: 5 }),
        watched(film("Unrated"), "2024-06-02", { ref: "6" }),
        watched(film("Rated Apart"), "2024-06-02", { ref: "7" }),
        rated(film("Rated Apart"), "2026-06-02T00:00:00Z", 2.5),
        watched(episode("Night Bus", 1, 1), "2023-12-31T20:00:00Z"),
        watched(episode("Night Bus", 1, 1), "2024-02-01T20:00:00Z"),
        watched(episode("Night Bus", 1, 2), "2024-02-02T20:00:00Z"),
        watched(episode("Night Bus", 1, 2), "2024-03-02T20:00:00Z"),
        watched(episode("Half Moth", 1, 1), "2024-12-31T20:00:00Z"),
        watched(episode("Half Moth", 1, 2), "1970-01-01T00:00:00Z", { ref: "8", ...unknownTime }),
        ...Array.from({ length: 9 }, (_, number) =>
          watched(film(`Film ${number}`), `2024-05-0${number + 1}`, { rating: 1, ref: `film ${number}` }),
        ),
      )
      for (const { id, name } of yield* watching.titlesToDescribe(0, 100)) {
        if (name !== "Salt Roads") continue
        const more = { name, year: 1999, runtimeMinutes: 100, genres: ["Drama"], directors: ["Ada Marsh"] }
        yield* watching.describe(id, 1, details(1, more))
      }
      const { topFilms, topShows, ...review } = yield* watching.review(year)
      assert.deepStrictEqual(review, {
        films: 13,
        filmWatches: 14,
        shows: 2,
        episodes: 3,
        episodeWatches: 4,
        minutes: 200,
        newShows: 1,
        averageRating: 1.63,
        topGenres: [{ name: "Drama", films: 1, episodes: 0, minutes: 200 }],
        topDirectors: [{ name: "Ada Marsh", films: 1, minutes: 200 }],
      })
      assert.lengthOf(topFilms, 10)
      assert.deepStrictEqual(
        topFilms.slice(0, 4).map(({ rating, title }) => `${title} ${rating}`),
        ["Salt Roads 4", "Orchard 4", "Rated Apart 2.5", "Film 8 1"],
      )
      assert.deepStrictEqual(topFilms[0], {
        id: topFilms[0]?.id ?? TitleId.make(0),
        title: "Salt Roads",
        year: 1999,
        movieDbId: 1,
        imageUrl: "https://img.example/1.jpg",
        rating: 4,
        watchedAt: Date.parse("2024-12-31T12:00:00Z"),
      })
      assert.deepStrictEqual(
        topShows.map(({ episodes, title }) => [title, episodes]),
        [
          ["Night Bus", 2],
          ["Half Moth", 1],
        ],
      )
    }),
  )
}
