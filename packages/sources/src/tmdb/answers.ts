import type { TitleDetails, TitleFound, TitleKind } from "@daybook/watching"
import * as Schema from "effect/Schema"
import { Text } from "../text.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Id = Schema.Int

const ExternalIds = Schema.Struct({ imdb_id: optional(Text), tvdb_id: optional(Schema.Int) })

export const FilmAnswer = Schema.Struct({
  id: Id,
  title: Text,
  release_date: optional(Schema.String),
  poster_path: optional(Schema.String),
  imdb_id: optional(Text),
  external_ids: optional(ExternalIds),
})

export const ShowAnswer = Schema.Struct({
  id: Id,
  name: Text,
  first_air_date: optional(Schema.String),
  poster_path: optional(Schema.String),
  number_of_episodes: optional(Schema.Int),
  status: optional(Schema.String),
  external_ids: optional(ExternalIds),
})

const WithId = Schema.Array(Schema.Struct({ id: Id }))
const OfShow = Schema.Array(Schema.Struct({ show_id: optional(Id) }))

/** Always a 200: without results all lists are empty. */
export const FindAnswer = Schema.Struct({
  movie_results: optional(WithId),
  tv_results: optional(WithId),
  tv_episode_results: optional(OfShow),
  tv_season_results: optional(OfShow),
})

export const SearchAnswer = Schema.Struct({ results: Schema.Array(Schema.Unknown) })

/** A film or show in a search's results. */
export const FoundTitle = Schema.Struct({
  id: Id,
  title: optional(Text),
  original_title: optional(Text),
  release_date: optional(Schema.String),
  name: optional(Text),
  original_name: optional(Text),
  first_air_date: optional(Schema.String),
})

/** There is no field for a year, and a date may be "" or null. */
const yearOf = (date: string | null | undefined): number => Number(/^(\d{4})-/.exec(date ?? "")?.[1] ?? 0)

// One of the widths that the image server offers: https://developer.themoviedb.org/docs/image-basics
const posterOf = (path: string | null | undefined): string =>
  path == null || path === "" ? "" : `https://image.tmdb.org/t/p/w500${path}`

const idsOf = (
  tmdb: number,
  imdb: string | null | undefined,
  external: typeof ExternalIds.Type | null | undefined,
): TitleDetails["ids"] => {
  const imdbId = imdb == null || imdb === "" ? external?.imdb_id : imdb
  const tvdb = external?.tvdb_id
  return {
    tmdb,
    ...(imdbId == null || imdbId === "" ? {} : { imdb: imdbId }),
    ...(tvdb == null || tvdb <= 0 ? {} : { tvdb }),
  }
}

export const filmDetails = (film: typeof FilmAnswer.Type): TitleDetails => ({
  name: film.title,
  year: yearOf(film.release_date),
  ids: idsOf(film.id, film.imdb_id, film.external_ids),
  imageUrl: posterOf(film.poster_path),
  totalEpisodes: 0,
  running: false,
})

/** `number_of_episodes` leaves specials (season 0) out. */
export const showDetails = (show: typeof ShowAnswer.Type): TitleDetails => ({
  name: show.name,
  year: yearOf(show.first_air_date),
  ids: idsOf(show.id, undefined, show.external_ids),
  imageUrl: posterOf(show.poster_path),
  totalEpisodes: Math.max(0, show.number_of_episodes ?? 0),
  running: show.status !== "Ended" && show.status !== "Canceled",
})

/** The film, or the show, which may be found by one of its episodes. */
export const foundIn = (kind: TitleKind, found: typeof FindAnswer.Type): number | undefined =>
  kind === "film"
    ? found.movie_results?.[0]?.id
    : (found.tv_results?.[0]?.id ??
      found.tv_episode_results?.[0]?.show_id ??
      found.tv_season_results?.[0]?.show_id ??
      undefined)

export const titlesIn = (results: ReadonlyArray<typeof FoundTitle.Type>): ReadonlyArray<TitleFound> =>
  results.map(({ first_air_date, id, name, original_name, original_title, release_date, title }) => ({
    tmdb: id,
    names: [title, original_title, name, original_name].flatMap((one) => one ?? []),
    year: yearOf(release_date ?? first_air_date),
  }))
