import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { optional } from "../wire/query.ts"
import { Endpoint } from "../wire/endpoint.ts"
import { Admission } from "../middleware/admission.ts"
import { type CommonAnswers, describeWire } from "../wire/definition.ts"
import { listenBytes, maxListens } from "./readListens.ts"

const failure = <const Code extends number>(code: Code, description: string) =>
  Schema.Struct({ code: Schema.Literal(code), error: Schema.String })
    .annotate({ description })
    .pipe(HttpApiSchema.status(code))

const descriptions = {
  400: "The request is invalid; the message explains what to send",
  401: "The token is missing or invalid, or may not do this",
  403: "The token may send listens and nothing else",
  404: "Not found",
  405: "The path does not have this method; Allow lists those it has",
  408: "The request did not arrive in time",
  417: "Expect has a value other than 100-continue",
  429: "The limit is reached; X-RateLimit-Reset-In says how long to wait",
  431: "The address and the headers together exceed 16 KiB",
  500: "An internal error is logged under X-Request-Id",
  503: "Storage is unavailable; Retry-After says how long to wait",
} as const

export const BadRequest = failure(400, descriptions[400])
const Unauthorized = failure(401, descriptions[401])
const Forbidden = failure(403, descriptions[403])
export const RequestTimeout = failure(408, descriptions[408])
const TooManyRequests = failure(429, descriptions[429])

const token = { token: HttpApiSecurity.apiKey({ in: "header", key: "Authorization" }) }

/** A key that may send plays: of scope `submit` or `admin`. */
export class SubmitKey extends HttpApiMiddleware.Service<SubmitKey>()(
  "daybook/http/listenbrainz/SendersToken",
  { requiredForClient: true, security: token, error: [Unauthorized, TooManyRequests] },
) {}

/** A key that may read: of scope `read` or `admin`. */
export class ReadersToken extends HttpApiMiddleware.Service<ReadersToken>()(
  "daybook/http/listenbrainz/ReadersToken",
  { requiredForClient: true, security: token, error: [Unauthorized, Forbidden, TooManyRequests] },
) {}

const Metadata = Schema.Struct({
  artist_name: Schema.String,
  track_name: Schema.String,
  release_name: Schema.optionalKey(Schema.String),
  additional_info: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
})

const SubmitBody = Schema.Struct({
  listen_type: Schema.Literals(["single", "playing_now", "import"]),
  payload: Schema.Array(
    Schema.Struct({
      listened_at: optional(Schema.Int, "When the track began, as Unix time; not with playing_now"),
      track_metadata: Metadata,
    }),
  ).annotate({
    description: `1 listen, or up to ${maxListens} with import; ${listenBytes} bytes each`,
  }),
})

const ShownMetadata = Schema.Struct({
  ...Metadata.fields,
  additional_info: Schema.Record(Schema.String, Schema.Json),
})

const userName = {
  user_name: Schema.String.annotate({ description: "Any name: all listens belong to one user" }),
}

const unixTime = (description: string) => optional(Schema.String, description)

const listens = {
  count: Schema.Int,
  user_id: Schema.String,
}

export type TokenAnswer = typeof TokenAnswer.Type
const TokenAnswer = Schema.Struct({
  code: Schema.Literal(200),
  message: Schema.String,
  valid: Schema.Boolean,
  user_name: Schema.optionalKey(Schema.String),
})

class ListenBrainzGroup extends HttpApiGroup.make("listenbrainz")
  .add(
    Endpoint.post("submitListens", "/apis/listenbrainz/1/submit-listens", {
      query: { return_msid: Schema.optionalKey(Schema.String) },
      payload: SubmitBody,
      success: Schema.Struct({
        status: Schema.Literal("ok"),
        recording_msid: Schema.optionalKey(Schema.String),
      }),
      error: [BadRequest, RequestTimeout],
      summary: "Send plays, or the track that plays now",
    }).middleware(SubmitKey),
    Endpoint.get("validateToken", "/apis/listenbrainz/1/validate-token", {
      query: { token: Schema.optionalKey(Schema.String) },
      success: TokenAnswer,
      error: [BadRequest, TooManyRequests],
      summary: "Tell if a key is valid",
    }).annotate(Admission, "open"),
    Endpoint.get("listens", "/apis/listenbrainz/1/user/:user_name/listens", {
      params: userName,
      query: {
        max_ts: unixTime("Only listens before it, as Unix time"),
        min_ts: unixTime("Only listens after it, as Unix time; the first of them"),
        count: optional(Schema.String, "25 by default, at most 1000"),
      },
      success: Schema.Struct({
        payload: Schema.Struct({
          ...listens,
          latest_listen_ts: Schema.Int,
          oldest_listen_ts: Schema.Int,
          listens: Schema.Array(
            Schema.Struct({
              inserted_at: Schema.Int,
              listened_at: Schema.Int,
              recording_msid: Schema.String,
              user_name: Schema.String,
              track_metadata: ShownMetadata,
            }),
          ),
        }),
      }),
      error: BadRequest,
      summary: "List plays, newest first",
    }).middleware(ReadersToken),
    Endpoint.get("listenCount", "/apis/listenbrainz/1/user/:user_name/listen-count", {
      params: userName,
      success: Schema.Struct({ payload: Schema.Struct({ count: Schema.Int }) }),
      summary: "Count plays",
    }).middleware(ReadersToken),
    Endpoint.get("playingNow", "/apis/listenbrainz/1/user/:user_name/playing-now", {
      params: userName,
      success: Schema.Struct({
        payload: Schema.Struct({
          ...listens,
          playing_now: Schema.Literal(true),
          listens: Schema.Array(
            Schema.Struct({
              playing_now: Schema.Literal(true),
              user_name: Schema.String,
              track_metadata: ShownMetadata,
            }),
          ),
        }),
      }),
      summary: "Get the track that plays now",
    }).middleware(ReadersToken),
  )
  .annotateMerge(OpenApi.annotations({ title: "ListenBrainz" })) {}

const commonAnswers: CommonAnswers = {
  errorBody: (status) => ({
    type: "object",
    properties: { code: { type: "integer", const: status }, error: { type: "string" } },
    required: ["code", "error"],
  }),
  errors: descriptions,
  everywhere: [400, 408, 417, 431, 500, 503],
  headers: [
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-RateLimit-Reset-In",
    "X-Request-Id",
    "Cache-Control",
  ],
  conditional: true,
}

/** The definition of the API that speaks ListenBrainz's protocol. */
export class ListenBrainzApi extends HttpApi.make("listenbrainz")
  .add(ListenBrainzGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "Daybook for clients of ListenBrainz",
      version: "1",
      description:
        "Takes plays by the protocol of ListenBrainz. Every endpoint needs `Authorization: Token <key>`. Errors are " +
        '`{"code": …, "error": "…"}`.',
      transform: describeWire(commonAnswers),
    }),
  ) {}
