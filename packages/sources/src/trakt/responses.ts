import {
  type EpisodeRef,
  type FilmRef,
  type ItemRef,
  type MediaIds,
  ratingOf,
  type RatingRecord,
  type ShowRecord,
  unknownTime,
  type WatchRecord,
  type WatchTime,
} from "@daybook/watching"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../instants.ts"
import { optional } from "../optional.ts"
import { Text, Time } from "../text.ts"
import { readIds } from "./ids.ts"

const Movie = Schema.Struct({
  title: optional(Text),
  year: optional(Schema.Int),
  ids: optional(Schema.Unknown),
})

const Show = Schema.Struct({ ...Movie.fields, aired_episodes: optional(Schema.Int) })

const Episode = Schema.Struct({
  season: Schema.Natural,
  number: Schema.Natural,
  title: optional(Text),
  ids: optional(Schema.Unknown),
})

const idsOf = (ids: unknown): MediaIds => {
  const { imdb, tmdb, tvdb } = readIds(ids)
  return {
    ...(imdb === undefined ? {} : { imdb }),
    ...(tmdb === undefined ? {} : { tmdb }),
    ...(tvdb === undefined ? {} : { tvdb }),
  }
}

const isNamed = ({ ids, title }: typeof Movie.Type): boolean =>
  (title ?? "").trim() !== "" || Object.keys(idsOf(ids)).length > 0

const nameless = "Expected a title or an id"
const ofMovie = Schema.makeFilter(({ movie }: { readonly movie: typeof Movie.Type }) =>
  isNamed(movie) ? undefined : { path: ["movie", "title"], issue: nameless },
)
const ofShow = Schema.makeFilter(({ show }: { readonly show: typeof Show.Type }) =>
  isNamed(show) ? undefined : { path: ["show", "title"], issue: nameless },
)

const played = { id: Schema.Int, watched_at: Time }

/** A film of the history: https://trakt.docs.apiary.io/#reference/sync/get-history */
export const PlayedFilm = Schema.Struct({ ...played, movie: Movie }).check(ofMovie)

/** An episode of the history. */
export const PlayedEpisode = Schema.Struct({ ...played, episode: Episode, show: Show }).check(ofShow)

const rated = { rated_at: Time, rating: Schema.Finite }

/** A rating of a film, 1 to 10. */
export const RatedFilm = Schema.Struct({ ...rated, movie: Movie }).check(ofMovie)

/** A rating of an episode. */
export const RatedEpisode = Schema.Struct({ ...rated, episode: Episode, show: Show }).check(ofShow)

/** A rating of anything but a film or an episode. */
export const RatedOther = Schema.Struct({ type: Schema.Literals(["show", "season"]) })

/** A watched show, with `extended=full`. */
export const WatchedShow = Schema.Struct({ show: Show })

const isOf = (types: ReadonlyArray<unknown>) => (row: unknown) =>
  Predicate.hasProperty(row, "type") && types.includes(row.type)

/** The rows of a list with this `type`, such as the ratings of films. */
export const rowsOfType = (type: "movie" | "episode", rows: ReadonlyArray<unknown>) =>
  rows.filter(isOf([type]))

/** The other rows: ratings of whole shows and seasons, and rows without a type. */
export const otherRows = (rows: ReadonlyArray<unknown>) =>
  rows.filter((row) => !isOf(["movie", "episode"])(row))

const filmOf = ({ ids, title, year }: typeof Movie.Type): FilmRef => ({
  kind: "film",
  title: title ?? "",
  year: year ?? 0,
  ids: idsOf(ids),
})

const episodeOf = (
  { ids, number, season, title }: typeof Episode.Type,
  show: typeof Show.Type,
): EpisodeRef => ({
  kind: "episode",
  show: show.title ?? "",
  showYear: show.year ?? 0,
  showIds: idsOf(show.ids),
  season,
  episode: number,
  title: title ?? "",
  episodeIds: idsOf(ids),
})

const itemOf = (
  one:
    | { readonly movie: typeof Movie.Type }
    | { readonly episode: typeof Episode.Type; readonly show: typeof Show.Type },
): ItemRef => ("movie" in one ? filmOf(one.movie) : episodeOf(one.episode, one.show))

/** A watch at an unknown date has the first second of 1970. */
const timeOf = (text: string): WatchTime => {
  const at = instantOf(text) ?? 0
  return at === 0 ? unknownTime : { at, precision: "moment" }
}

/** The watch of a row of the history. */
export const watchOf = (row: typeof PlayedFilm.Type | typeof PlayedEpisode.Type): WatchRecord => ({
  type: "watched",
  source: "trakt",
  ref: String(row.id),
  item: itemOf(row),
  ...timeOf(row.watched_at),
  rating: 0,
  review: "",
  imageUrl: "",
})

/** The rating of a row. */
export const ratingIn = (row: typeof RatedFilm.Type | typeof RatedEpisode.Type): RatingRecord => ({
  type: "rated",
  source: "trakt",
  at: instantOf(row.rated_at) ?? 0,
  item: itemOf(row),
  rating: ratingOf(row.rating, 10),
})

/** The number of aired episodes of a watched show, if the row has it. */
export const countIn = ({ show }: typeof WatchedShow.Type): ReadonlyArray<ShowRecord> =>
  show.aired_episodes == null || show.aired_episodes <= 0
    ? []
    : [
        {
          type: "show",
          source: "trakt",
          show: show.title ?? "",
          showYear: show.year ?? 0,
          showIds: idsOf(show.ids),
          totalEpisodes: show.aired_episodes,
        },
      ]
