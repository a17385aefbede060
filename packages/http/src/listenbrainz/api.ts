import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { optional } from "../wire/query.ts"
import { Endpoint } from "../wire/endpoint.ts"
import { Admission } from "../middleware/admission.ts"
import { type CommonAnswers, describeWire } from "../wire/definition.ts"
import {
  BadRequest,
  descriptions,
  ReadersToken,
  RequestTimeout,
  SubmitKey,
  TooManyRequests,
} from "./tokenKeys.ts"
import { deleteEndpoint, feedbackEndpoints, statsEndpoints, user as userName } from "./readsApi.ts"
import { listenBytes, maxListens } from "./readListens.ts"

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
      summary: "Send plays, or the playing track",
    }).middleware(SubmitKey),
    Endpoint.get("validateToken", "/apis/listenbrainz/1/validate-token", {
      query: { token: Schema.optionalKey(Schema.String) },
      success: TokenAnswer,
      error: [BadRequest, TooManyRequests],
      summary: "Check a key",
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
      summary: "Get the playing track",
    }).middleware(ReadersToken),
  )
  .add(...statsEndpoints)
  .add(...feedbackEndpoints)
  .add(deleteEndpoint)
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
