import { Setting, SourceError } from "@daybook/kernel"
import { FilmDatabase } from "@daybook/watching"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { decodeRows, idIn } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import {
  episodesOf,
  FilmAnswer,
  FindAnswer,
  foundIn,
  FoundTitle,
  filmDetails,
  SearchAnswer,
  SeasonAnswer,
  seasonsOf,
  ShowAnswer,
  showDetails,
  titlesIn,
} from "./responses.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

// Daily shows have as many seasons as years.
const maxSeasons = 200

const pathOf = { film: "movie", show: "tv" } as const

/** The Movie Database (https://developer.themoviedb.org/reference). */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<FilmDatabase["Service"], never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "tmdb",
    ...Upstream.at(settings, config.url),
    title: "TMDB",
    everyRequest: HttpClientRequest.setHeader("authorization", `Bearer ${Redacted.value(config.token)}`),
    // "Somewhere in the 40 requests per second range": https://developer.themoviedb.org/docs/rate-limiting
    gap: "40 millis",
    retries: 2,
  })

  const get = (path: string, urlParams: Readonly<Record<string, string | number>> = {}) =>
    HttpClientRequest.get(path, { urlParams })

  /** The response for a number: undefined for an unknown one, or if its title was removed. */
  const ifKnown =
    <A>(read: (answer: Upstream.Answer) => Effect.Effect<A, SourceError>) =>
    (answer: Upstream.Answer): Effect.Effect<A | undefined, SourceError> =>
      answer.status === 404 ? Effect.undefined : read(answer)

  const filmOf = Effect.fnUntraced(function* (tmdb: number) {
    const request = get(`/movie/${tmdb}`, { append_to_response: "external_ids,credits" })
    const film = yield* upstream.ask(request, ifKnown(upstream.json(FilmAnswer)))
    return film && filmDetails(film)
  })

  /** The episodes of a season; none if the response is unreadable, so that the others are known. */
  const seasonOf = (tmdb: number, season: number) =>
    upstream.ask(get(`/tv/${tmdb}/season/${season}`), ifKnown(upstream.json(SeasonAnswer))).pipe(
      Effect.map((answer) => (answer === undefined ? [] : episodesOf(season, answer))),
      Effect.catchIf(
        ({ failure }) => failure === "malformed answer",
        (error) => Effect.as(Effect.logWarning("a season is unreadable", error), []),
      ),
    )

  const showOf = Effect.fnUntraced(function* (tmdb: number) {
    const request = get(`/tv/${tmdb}`, { append_to_response: "external_ids" })
    const show = yield* upstream.ask(request, ifKnown(upstream.json(ShowAnswer)))
    if (show === undefined) return undefined
    const seasons = yield* Effect.forEach(seasonsOf(show).slice(0, maxSeasons), (season) =>
      seasonOf(tmdb, season),
    )
    return showDetails(show, seasons.flat())
  })

  return FilmDatabase.of({
    configured: true,
    details: (kind, tmdb) => (kind === "film" ? filmOf(tmdb) : showOf(tmdb)),
    find: Effect.fnUntraced(function* (kind, { imdb, tvdb }) {
      for (const [id, external_source] of [
        [imdb, "imdb_id"],
        [tvdb, "tvdb_id"],
      ] as const) {
        if (id === undefined) continue
        const request = get(`/find/${encodeURIComponent(id)}`, { external_source })
        const found = foundIn(kind, yield* upstream.ask(request, upstream.json(FindAnswer)))
        if (found !== undefined) return found
      }
      return undefined
    }),
    search: (kind, query, year) => {
      const years = year === 0 ? {} : kind === "film" ? { year } : { first_air_date_year: year }
      return upstream
        .ask(get(`/search/${pathOf[kind]}`, { query, ...years }), upstream.json(SearchAnswer))
        .pipe(
          Effect.flatMap(({ results }) => decodeRows("tmdb", FoundTitle, results, { idOf: idIn("id") })),
          Effect.map(({ good }) => titlesIn(good)),
        )
    },
  })
})

const off = Effect.fail(
  new SourceError({
    source: "tmdb",
    failure: "unauthorized",
    message: `TMDB is not configured: set ${Setting.neededInWords(settings)}`,
  }),
)

/** TMDB as the film database; if it is not configured, one that makes no calls. */
export const layer = (config: Config | undefined): Layer.Layer<FilmDatabase, never, HttpClient> =>
  config === undefined
    ? Layer.succeed(FilmDatabase, {
        configured: false,
        details: () => off,
        find: () => off,
        search: () => off,
      })
    : Layer.effect(FilmDatabase, make(config))
