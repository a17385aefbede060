import { type FilmCollection, FilmCollections, type OwnedFilm } from "@daybook/collecting"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { layerOf, service } from "../services.ts"
import { instantOf } from "../instants.ts"
import { optional } from "../optional.ts"
import { decodeRows, idIn } from "../rows.ts"
import { Text } from "../text.ts"
import type * as Upstream from "../upstream.ts"
import { makeClient } from "./client.ts"
import { readIds } from "./ids.ts"
import { askWhole } from "./lists.ts"
import { type Config, settings } from "./settings.ts"

/** True for a film without a title and ids, which Trakt lists if it has forgotten one. */
const namesNothing = (movie: unknown): boolean => {
  if (!Predicate.isObject(movie)) return false
  const { ids, title } = { ids: undefined, title: undefined, ...movie }
  const isNothing = (value: unknown) => value == null || value === ""
  return isNothing(title) && (ids == null || (Predicate.isObject(ids) && Object.values(ids).every(isNothing)))
}

/** A film of a collection: https://trakt.docs.apiary.io/#reference/sync/get-collection */
export const CollectedFilm = Schema.Struct({
  collected_at: optional(Schema.String),
  /** In older exports. */
  last_collected_at: optional(Schema.String),
  movie: Schema.Struct({
    title: optional(Text),
    year: optional(Schema.Int),
    ids: optional(Schema.Unknown),
  }),
  // Present only with `extended=metadata`.
  metadata: optional(Schema.Struct({ media_type: optional(Text), resolution: optional(Text) })),
}).check(
  Schema.makeFilter(({ movie }) =>
    (movie.title ?? "") === "" && Object.values(readIds(movie.ids)).every((id) => id === undefined)
      ? { path: ["movie", "title"], issue: "Expected a title or an id" }
      : undefined,
  ),
)

/** Trakt treats 4K as a resolution, not as a media type. */
const formatOf = (metadata: (typeof CollectedFilm.Type)["metadata"]): string => {
  const type = metadata?.media_type?.trim().toLowerCase() ?? ""
  return type === "bluray" && metadata?.resolution?.toLowerCase() === "uhd_4k" ? "uhd_bluray" : type
}

const within = (most: number, value: number | null | undefined): number =>
  typeof value === "number" && value > 0 && value <= most ? value : 0

/** The film of a row. */
export const ownedFilmOf = ({
  collected_at,
  last_collected_at,
  metadata,
  movie,
}: typeof CollectedFilm.Type): OwnedFilm => {
  const { imdb, slug, tmdb, trakt } = readIds(movie.ids)
  const title = movie.title ?? ""
  return {
    source: "trakt",
    filmId: String(trakt ?? slug ?? imdb ?? tmdb ?? `${title} (${movie.year ?? 0})`),
    movieDbId: within(2 ** 31 - 1, tmdb),
    title,
    year: within(9_999, movie.year),
    format: formatOf(metadata),
    addedAt: instantOf(collected_at ?? last_collected_at),
  }
}

const idOf = (row: unknown): string | undefined => {
  const movie = Predicate.hasProperty(row, "movie") ? row.movie : undefined
  return Predicate.hasProperty(movie, "ids") ? idIn("trakt")(movie.ids) : undefined
}

/** True for a row that does not name a stored film. */
const isForgotten = (row: unknown): boolean => Predicate.hasProperty(row, "movie") && namesNothing(row.movie)

/** The films in a Trakt account's collection. Shows are left out: formats count films. */
const makeCollection = (client: Upstream.Upstream): FilmCollection => {
  return {
    name: "trakt",
    films: Effect.gen(function* () {
      const { isWhole, rows } = yield* askWhole(client, "/sync/collection/movies", { extended: "metadata" })
      const { good, rejected } = yield* decodeRows("trakt", CollectedFilm, rows, { idOf })
      if (!isWhole) yield* Effect.logWarning("trakt: the collection did not come whole; no film is removed")
      const named = rejected.map(({ index }) => rows[index]).filter((row) => !isForgotten(row))
      const unread = named.flatMap((row) => idOf(row) ?? [])
      return {
        films: good.map(ownedFilmOf),
        unread: isWhole && unread.length === named.length ? unread : undefined,
      }
    }),
  }
}

/** Trakt as the collection of films, or none if it is not configured. */
export const collections = (config: Config | undefined): Layer.Layer<FilmCollections, never, HttpClient> =>
  layerOf(
    FilmCollections,
    service(settings, config, (some: Config) => Effect.map(makeClient(some), makeCollection)),
  )
