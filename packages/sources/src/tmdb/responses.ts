import { isLocalDate, type WebUrl } from "@daybook/kernel"
import type { Episode, TitleDetails, TitleFound, TitleKind } from "@daybook/watching"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { optional } from "../optional.ts"
import { Text } from "../text.ts"

const Id = Schema.Int

const ExternalIds = Schema.Struct({ imdb_id: optional(Text), tvdb_id: optional(Schema.Int) })

// Metadata such as genres is dropped if unreadable: the rest is still worth having.
const Facts = Schema.optionalKey(Schema.Unknown)

const factsIn = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (facts: unknown): ReadonlyArray<S["Type"]> =>
    Array.isArray(facts) ? facts.flatMap((fact) => Option.toArray(decode(fact))) : []
}

const namesIn = factsIn(Schema.Struct({ name: Text }))
const crewIn = factsIn(Schema.Struct({ name: Text, job: Schema.String }))
const seasonsIn = factsIn(Schema.Struct({ season_number: Schema.Natural }))
const minutesIn = factsIn(Schema.Natural)
const Credits = Schema.Struct({ crew: Schema.Unknown })
const creditsOf = Schema.decodeUnknownOption(Credits)
const episodesIn = factsIn(
  Schema.Struct({
    episode_number: Schema.Natural,
    name: optional(Text),
    air_date: optional(Schema.String),
    runtime: Facts,
  }),
)

export const FilmAnswer = Schema.Struct({
  id: Id,
  title: Text,
  release_date: optional(Schema.String),
  poster_path: optional(Schema.String),
  imdb_id: optional(Text),
  external_ids: optional(ExternalIds),
  runtime: Facts,
  genres: Facts,
  credits: Facts,
})

export const ShowAnswer = Schema.Struct({
  id: Id,
  name: Text,
  first_air_date: optional(Schema.String),
  poster_path: optional(Schema.String),
  number_of_episodes: optional(Schema.Int),
  status: optional(Schema.String),
  external_ids: optional(ExternalIds),
  episode_run_time: Facts,
  genres: Facts,
  seasons: Facts,
})

export const SeasonAnswer = Schema.Struct({ episodes: Facts })

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
const posterOf = (path: string | null | undefined): WebUrl =>
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

const minutesOf = (runtime: unknown): number => minutesIn([runtime])[0] ?? 0

const namesOf = (facts: unknown) => namesIn(facts).map(({ name }) => name)

export const filmDetails = (film: typeof FilmAnswer.Type): TitleDetails => ({
  name: film.title,
  year: yearOf(film.release_date),
  ids: idsOf(film.id, film.imdb_id, film.external_ids),
  imageUrl: posterOf(film.poster_path),
  totalEpisodes: 0,
  running: false,
  runtimeMinutes: minutesOf(film.runtime),
  genres: namesOf(film.genres),
  directors: crewIn(Option.getOrUndefined(creditsOf(film.credits))?.crew).flatMap(({ job, name }) =>
    job === "Director" ? [name] : [],
  ),
  episodes: [],
})

/** The numbers of a show's seasons; 0 has specials. */
export const seasonsOf = (show: typeof ShowAnswer.Type): ReadonlyArray<number> => [
  ...new Set(seasonsIn(show.seasons).map(({ season_number }) => season_number)),
]

/** The episodes of a season. A date may be "" or null, as may be a running time. */
export const episodesOf = (season: number, { episodes }: typeof SeasonAnswer.Type): ReadonlyArray<Episode> =>
  episodesIn(episodes).map(({ air_date, episode_number, name, runtime }) => ({
    season,
    episode: episode_number,
    name: name ?? "",
    airDate: air_date != null && isLocalDate(air_date) ? air_date : undefined,
    runtimeMinutes: minutesOf(runtime),
  }))

/** `number_of_episodes` leaves specials (season 0) out. */
export const showDetails = (
  show: typeof ShowAnswer.Type,
  episodes: ReadonlyArray<Episode>,
): TitleDetails => ({
  name: show.name,
  year: yearOf(show.first_air_date),
  ids: idsOf(show.id, undefined, show.external_ids),
  imageUrl: posterOf(show.poster_path),
  totalEpisodes: Math.max(0, show.number_of_episodes ?? 0),
  running: show.status !== "Ended" && show.status !== "Canceled",
  // Some have several; today most have none.
  runtimeMinutes: minutesIn(show.episode_run_time)[0] ?? 0,
  genres: namesOf(show.genres),
  directors: [],
  episodes,
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
