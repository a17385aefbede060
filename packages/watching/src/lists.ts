import {
  type DateRange,
  EpochMillis,
  foldName,
  type OrderStep,
  type Page,
  type PageRequest,
  type Sorting,
  type Sorts,
  storableName,
} from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Episode, Title, type TitleId, TitleSummary, Watch } from "./model.ts"

/** A watch of a film or of an episode, in a list. */
export const WatchShown = Schema.Struct({
  ...Struct.pick(Watch.fields, ["id", "at", "precision", "source", "review"]),
  title: TitleSummary,
  /** Undefined for a film. Its name is the film database's, else a source's. */
  episode: Schema.UndefinedOr(Schema.Struct(Struct.pick(Episode.fields, ["season", "episode", "name"]))),
  /** The rating of the watch, else the latest of the film or episode; 0 is unrated. */
  rating: Schema.Finite,
})
export type WatchShown = typeof WatchShown.Type

/** A watch whose film or episode is clear from its place. */
export const WatchOfOne = Schema.Struct(
  Struct.pick(WatchShown.fields, ["id", "at", "precision", "source", "rating", "review"]),
)
export type WatchOfOne = typeof WatchOfOne.Type

/** The fields of a watch whose film or episode is clear from its place. */
export const watchOfOne = ({ at, id, precision, rating, review, source }: WatchOfOne): WatchOfOne => ({
  id,
  at,
  precision,
  source,
  rating,
  review,
})

/** The times of the first and the last watch; undefined if none is known. */
const ends = {
  firstWatchedAt: Schema.UndefinedOr(EpochMillis),
  lastWatchedAt: Schema.UndefinedOr(EpochMillis),
}

/** A film that was watched or rated. */
export const MovieSummary = Schema.Struct({
  ...TitleSummary.fields,
  /** The latest of all its ratings, with or without a watch; 0 is unrated. */
  rating: Schema.Finite,
  watchCount: Schema.Int,
  ...ends,
  /** True if only the day of the last watch is known: `lastWatchedAt` is noon UTC of that day. */
  lastDayOnly: Schema.Boolean,
})
export type MovieSummary = typeof MovieSummary.Type

/** A film of the film database with its watches, its image and its genres. */
export const FilmWatches = Schema.Struct({
  ...Struct.pick(MovieSummary.fields, ["movieDbId", "watchCount", "lastWatchedAt", "imageUrl"]),
  genres: Title.fields.genres,
})
export type FilmWatches = typeof FilmWatches.Type

/** A film with its details and watches, the latest first. */
export const Movie = Schema.Struct({
  ...MovieSummary.fields,
  ...Struct.pick(Title.fields, ["runtimeMinutes", "genres", "directors"]),
  watches: Schema.Array(WatchOfOne),
})
export type Movie = typeof Movie.Type

/** A show with a watched episode. */
export const ShowSummary = Schema.Struct({
  ...TitleSummary.fields,
  /** Without specials; 0 if unknown. */
  totalEpisodes: Schema.Int,
  /** Distinct ones, with specials. */
  episodesWatched: Schema.Int,
  ...ends,
})
export type ShowSummary = typeof ShowSummary.Type

/** An episode with its watches, the latest first; none if it was not watched. */
export const EpisodeSummary = Schema.Struct({ ...Episode.fields, watches: Schema.Array(WatchOfOne) })
export type EpisodeSummary = typeof EpisodeSummary.Type

/** A show with its details and its episodes: the film database's and the watched ones, in order. */
export const Show = Schema.Struct({
  ...ShowSummary.fields,
  ...Struct.pick(Title.fields, ["runtimeMinutes", "genres"]),
  episodes: Schema.Array(EpisodeSummary),
})
export type Show = typeof Show.Type

/** The films that have a rating. */
export const RatingCount = Schema.Struct({
  /** 0.5 to 5 in halves. */
  rating: Schema.Finite,
  count: Schema.Int,
})
export type RatingCount = typeof RatingCount.Type

/** The sorts of the list of films. */
export const movieSorts = {
  watched: "desc",
  rating: "desc",
  title: "asc",
  year: "desc",
} as const satisfies Sorts
export type MovieSort = keyof typeof movieSorts

/** The sorts of the list of shows. */
export const showSorts = {
  watched: "desc",
  episodes: "desc",
  title: "asc",
  year: "desc",
} as const satisfies Sorts
export type ShowSort = keyof typeof showSorts

/** A selection of films or shows in an order. Filters that are undefined let all pass. */
export interface TitlesQuery<Sort extends string> extends Sorting<Sort> {
  /** A part of the title, after folding. */
  readonly q?: string | undefined
  /** The year of release. */
  readonly year?: number | undefined
}

/** A selection of films. */
export interface MoviesQuery extends TitlesQuery<MovieSort> {
  /** Rated ones, unrated ones, or those with this rating. */
  readonly rated?: boolean | number | undefined
  /** The first year of a decade, such as 1990. */
  readonly decade?: number | undefined
  /** A genre and a director as the film database names them. */
  readonly genre?: string | undefined
  readonly director?: string | undefined
}

/**
 * The reads over watched titles. Unknown times come last in both directions, an unknown year is 0. Ties go to the last
 * watched, or by title and year, then by id.
 */
export interface WatchingLists {
  /** The watches of a known time in the range, by their days: latest first, then by id, highest first. */
  readonly recent: (range: DateRange, page: PageRequest) => Effect.Effect<Page<WatchShown>>
  readonly movies: (query: MoviesQuery, page: PageRequest) => Effect.Effect<Page<MovieSummary>>
  /** The film of this id, or the one that it was merged into manually. */
  readonly movie: (id: TitleId) => Effect.Effect<Option.Option<Movie>>
  /** The listed films that have one of these ids at the film database, in any order. */
  readonly moviesOf: (movieDbIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<FilmWatches>>
  readonly shows: (query: TitlesQuery<ShowSort>, page: PageRequest) => Effect.Effect<Page<ShowSummary>>
  /** The same. */
  readonly show: (id: TitleId) => Effect.Effect<Option.Option<Show>>
  /** The ratings that some film has, lowest first. */
  readonly ratings: Effect.Effect<ReadonlyArray<RatingCount>>
}

/** The folded part of a title that a query requests; "" lets all pass. */
export const partOf = ({ q = "" }: { readonly q?: string | undefined }): string => {
  const text = storableName(q)
  return text === "" ? "" : foldName(text)
}

/** The field of one step of an order. */
type OrderField = "episodesWatched" | "id" | "lastWatchedAt" | "nameKey" | "rating" | "year"

const latest = [
  { by: "lastWatchedAt", order: "desc" },
  { by: "id", order: "desc" },
] as const

const named = [
  { by: "nameKey", order: "asc" },
  { by: "year", order: "asc" },
  { by: "id", order: "asc" },
] as const

/**
 * The steps of an order of films or shows: the sort's own field, then those that break ties. Unknown times come last either
 * way.
 */
export const titleOrder = ({
  order,
  sort,
}: Sorting<MovieSort | ShowSort>): ReadonlyArray<OrderStep<OrderField>> => {
  switch (sort) {
    case "watched":
      return [
        { by: "lastWatchedAt", order },
        { by: "id", order },
      ]
    case "rating":
      return [{ by: "rating", order }, ...latest]
    case "episodes":
      return [{ by: "episodesWatched", order }, ...latest]
    case "title":
      return [{ by: "nameKey", order }, ...named.slice(1)]
    case "year":
      return [{ by: "year", order }, ...named]
  }
}
