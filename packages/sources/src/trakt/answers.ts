import {
  type EpisodeRef,
  type FilmRef,
  type MediaIds,
  ratingOf,
  type RatingRecord,
  type ShowRecord,
  someTime,
  type WatchingRecord,
  type WatchTime,
} from "@daybook/watching"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { instantOf } from "../instants.ts"
import { Text } from "../text.ts"

// Any value may be null or missing, whatever the documentation says.
const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Ids = Schema.Struct({
  imdb: optional(Text),
  tmdb: optional(Schema.Int),
  tvdb: optional(Schema.Int),
})

const Movie = Schema.Struct({ title: optional(Text), year: optional(Schema.Int), ids: optional(Ids) })

const Show = Schema.Struct({ ...Movie.fields, aired_episodes: optional(Schema.Int) })

const Episode = Schema.Struct({
  season: Schema.Natural,
  number: Schema.Natural,
  title: optional(Text),
  ids: optional(Ids),
})

const Played = Schema.Union([
  Schema.Struct({ id: Schema.Int, watched_at: Schema.String, movie: Movie }),
  Schema.Struct({ id: Schema.Int, watched_at: Schema.String, episode: Episode, show: Show }),
])

const Rated = Schema.Union([
  Schema.Struct({
    rated_at: Schema.String,
    rating: Schema.Finite,
    type: Schema.Literal("movie"),
    movie: Movie,
  }),
  Schema.Struct({
    rated_at: Schema.String,
    rating: Schema.Finite,
    type: Schema.Literal("episode"),
    episode: Episode,
    show: Show,
  }),
])

const Watched = Schema.Struct({ show: Show })

/** Every list that Trakt answers with; what of it cannot be read is left out. */
export const Answer = Schema.Array(Schema.Unknown)

const idsOf = (ids: typeof Ids.Type | null | undefined): MediaIds => {
  const { imdb, tmdb, tvdb } = ids ?? {}
  return {
    ...(imdb == null || imdb === "" ? {} : { imdb }),
    ...(tmdb == null || tmdb <= 0 ? {} : { tmdb }),
    ...(tvdb == null || tvdb <= 0 ? {} : { tvdb }),
  }
}

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
): FilmRef | EpisodeRef => ("movie" in one ? filmOf(one.movie) : episodeOf(one.episode, one.show))

const isNamed = (item: FilmRef | EpisodeRef): boolean => {
  const [name, ids] = item.kind === "film" ? [item.title, item.ids] : [item.show, item.showIds]
  return name.trim() !== "" || Object.keys(ids).length > 0
}

/** Whoever marks something as watched at an unknown date gets the first second of 1970. */
const timeOf = (text: string): WatchTime | undefined => {
  const at = instantOf(text)
  if (at === undefined) return undefined
  return at === 0 ? someTime : { at, precision: "moment" }
}

const readPlayed = Schema.decodeUnknownOption(Played)
const readRated = Schema.decodeUnknownOption(Rated)
const readWatched = Schema.decodeUnknownOption(Watched)

/** The watches of a page of the history: https://trakt.docs.apiary.io/#reference/sync/get-history */
export const watchesIn = (answer: typeof Answer.Type): ReadonlyArray<WatchingRecord> =>
  answer.flatMap((one): ReadonlyArray<WatchingRecord> => {
    const played = Option.getOrUndefined(readPlayed(one))
    const time = played === undefined ? undefined : timeOf(played.watched_at)
    if (played === undefined || time === undefined) return []
    const item = itemOf(played)
    if (!isNamed(item)) return []
    const ref = String(played.id)
    return [{ type: "watched", source: "trakt", ref, item, ...time, rating: 0, review: "", imageUrl: "" }]
  })

/** The ratings of films and episodes, 1 to 10; those of whole shows and seasons are of neither. */
export const ratingsIn = (answer: typeof Answer.Type): ReadonlyArray<RatingRecord> =>
  answer.flatMap((one): ReadonlyArray<RatingRecord> => {
    const rated = Option.getOrUndefined(readRated(one))
    if (rated === undefined) return []
    const item = itemOf(rated)
    const at = instantOf(rated.rated_at)
    return at === undefined || !isNamed(item)
      ? []
      : [{ type: "rated", source: "trakt", at, item, rating: ratingOf(rated.rating, 10) }]
  })

/** How many episodes of watched shows were aired, where the answer says so. */
export const showsIn = (answer: typeof Answer.Type): ReadonlyArray<ShowRecord> =>
  answer.flatMap((one): ReadonlyArray<ShowRecord> => {
    const show = Option.getOrUndefined(readWatched(one))?.show
    if (show?.aired_episodes == null || show.aired_episodes <= 0) return []
    return [
      {
        type: "show",
        source: "trakt",
        show: show.title ?? "",
        showYear: show.year ?? 0,
        showIds: idsOf(show.ids),
        totalEpisodes: show.aired_episodes,
      },
    ]
  })
