import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { TitleSummary } from "./model.ts"
import { WatchingStats } from "./stats.ts"

/** The most films, shows and names in a list of a review. */
export const topsOfReview = 10

/** A film with its best rating in a range. */
export const RatedFilm = Schema.Struct({
  ...TitleSummary.fields,
  /** 0.5 to 5 in halves. */
  rating: Schema.Finite,
  watchedAt: EpochMillis,
})
export type RatedFilm = typeof RatedFilm.Type

/** A show with its distinct episodes of a range. */
export const MuchWatchedShow = Schema.Struct({ ...TitleSummary.fields, episodes: Schema.Int })
export type MuchWatchedShow = typeof MuchWatchedShow.Type

/** The watches of a range in review. Lists have at most `topsOfReview` items. */
export const WatchingReview = Schema.Struct({
  ...Struct.pick(WatchingStats.fields, [
    "films",
    "filmWatches",
    "shows",
    "episodes",
    "episodeWatches",
    "minutes",
  ]),
  /** The shows of the range that were not watched before it. */
  newShows: Schema.Int,
  /** For the rated films, to 2 decimals; 0 without any. */
  averageRating: Schema.Finite,
  /** Best rating first, then last watched, then by id, highest first. */
  topFilms: Schema.Array(RatedFilm),
  /** Most episodes first, then by title in order of code points, then by id. */
  topShows: Schema.Array(MuchWatchedShow),
  topGenres: WatchingStats.fields.byGenre,
  topDirectors: WatchingStats.fields.byDirector,
})
export type WatchingReview = typeof WatchingReview.Type

/** The parts of a review that its store finds. */
export interface ReviewParts {
  readonly stats: WatchingStats
  readonly newShows: number
  /** The mean rating of rated films; 0 without any. */
  readonly meanRating: number
  readonly topFilms: ReadonlyArray<RatedFilm>
  readonly topShows: ReadonlyArray<MuchWatchedShow>
}

/** Puts a review together. */
export const reviewOf = ({
  meanRating,
  newShows,
  stats,
  topFilms,
  topShows,
}: ReviewParts): WatchingReview => {
  const { byDirector, byGenre, episodes, episodeWatches, films, filmWatches, minutes, shows } = stats
  return {
    films,
    filmWatches,
    shows,
    episodes,
    episodeWatches,
    minutes,
    newShows,
    averageRating: Math.round(meanRating * 100) / 100,
    topFilms,
    topShows,
    topGenres: byGenre.slice(0, topsOfReview),
    topDirectors: byDirector.slice(0, topsOfReview),
  }
}
