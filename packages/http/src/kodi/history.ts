import { itemsOfAllPages, visibleOf } from "@daybook/kernel"
import { WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const atOnce = 500

/** Watches by ids of the film database; titles unknown to it are omitted. */
export const historyForKodi = Effect.gen(function* () {
  const { lists } = yield* WatchingStore
  const byTitle = { sort: "title", order: "asc" } as const
  const visible = <Title extends { readonly id: number }>(type: string, titles: ReadonlyArray<Title>) =>
    visibleOf("watching", titles, ({ id }) => [{ type, id }])
  const movies = yield* visible(
    "movie",
    yield* itemsOfAllPages(atOnce, (page) => lists.movies(byTitle, page)),
  )
  const allShows = yield* itemsOfAllPages(atOnce, (page) => lists.shows(byTitle, page))
  const shows = (yield* visible("show", allShows)).filter(({ movieDbId }) => movieDbId > 0)
  const episodes = yield* Effect.forEach(shows, ({ id, movieDbId }) =>
    Effect.map(lists.show(id), (show) =>
      Option.match(show, { onNone: () => [], onSome: ({ episodes }) => episodes }).flatMap(
        ({ episode, season, watches }) =>
          watches.length === 0
            ? []
            : [
                {
                  show_tmdb_id: movieDbId,
                  season_number: season,
                  episode_number: episode,
                  play_count: watches.length,
                },
              ],
      ),
    ),
  )
  return {
    movies: movies
      .filter(({ movieDbId, watchCount }) => movieDbId > 0 && watchCount > 0)
      .map(({ movieDbId, watchCount }) => ({ tmdb_id: movieDbId, play_count: watchCount })),
    episodes: episodes.flat(),
  }
})
