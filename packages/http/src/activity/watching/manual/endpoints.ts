import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import {
  BadRequest,
  Endpoint,
  JsonBody,
  manyOf,
  NotFound,
  optional,
  RecordId,
  WorkFailed,
  wireForm,
} from "../../forRoutes.ts"
import { Watch } from "../wire.ts"

// The domain checks numbers and the length of texts.
const WatchRequest = Schema.Struct({
  title: optional(Schema.String, "Title of the film or show; optional with movie_db_id"),
  movie_db_id: optional(Schema.Finite, "The id of the film or show at The Movie Database"),
  year: optional(Schema.Finite, "The release year, if known"),
  season: optional(Schema.Finite, "With episode, of a show; 0 for specials"),
  episode: optional(Schema.Finite, "With season"),
  watched_at: Schema.String.annotate({
    description: "A day, YYYY-MM-DD, or an ISO 8601 date-time; without an offset it is in your time zone",
  }),
  rating: optional(Schema.Finite, "0.5 to 5 in half steps; left out or 0 for none"),
  review: optional(Schema.String, "Up to 100,000 characters of plain text"),
}).annotate({
  examples: [{ title: "Border of Vesterhavn", year: 1977, watched_at: "2026-05-04", rating: 4.5 }],
})

export const FoundFilms = wireForm(
  {
    films: manyOf(
      wireForm(
        {
          tmdb: Schema.Int.annotate({ description: "The id of the film at The Movie Database" }),
          name: Schema.String,
          year: Schema.Int.annotate({ description: "The release year; 0 if unknown" }),
        },
        { tmdb: "movie_db_id", name: "title" },
      ),
    ),
  },
  { films: "data" },
)

const added = [
  Watch.pipe(HttpApiSchema.status(201)),
  Watch.annotate({ description: "The watch already exists; the sent fields are merged into it" }),
] as const

/** The endpoints of manual watches at a path. The contract writes it without a base, so it is served at each. */
const endpointsAt = <const Name extends string, const Path extends `/v1/${string}`>(
  name: Name,
  path: Path,
  note: string,
) =>
  [
    Endpoint.post(`add${name}`, path, {
      payload: WatchRequest,
      success: added,
      summary: "Add a watch",
      description:
        "Adds a watch of a film or an episode. No sync or import changes or removes it. The same film or episode at the " +
        `same time again replaces the rating and the review.${note}`,
    }).middleware(JsonBody),
    Endpoint.delete(`remove${name}`, `${path}/:id`, {
      params: { id: RecordId },
      error: NotFound,
      summary: "Remove an added watch",
      description: `By the watch's id. A source's watch at the same time stays.${note}`,
    }),
  ] as const

export const byHandEndpoints = [
  ...endpointsAt("Watch", "/v1/admin/watches", ""),
  Endpoint.get("findFilms", "/v1/admin/watching/films", {
    query: { q: optional(Schema.String, "A part of the title") },
    success: FoundFilms,
    error: [BadRequest, WorkFailed],
    summary: "Find films to add",
    description:
      "Up to ten films at The Movie Database with a similar title, best first. Empty unless `TMDB_TOKEN` is set.",
  }),
  ...endpointsAt("WatchingWatch", "/v1/admin/watching/watches", " The same as /v1/admin/watches."),
] as const
