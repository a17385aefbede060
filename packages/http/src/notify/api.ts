import { IgnoredProperty, PropertyValue, RequestStatus, Version } from "@daybook/profiles"
import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { Instant } from "../wire/query.ts"
import { wireForm } from "../wire/form.ts"
import { type CommonAnswers, describeWire } from "../wire/definition.ts"
import { BadRequest, NotFound, Overloaded, PayloadTooLarge, Unauthorized } from "./errors.ts"

/** The key of the workspace that the path names. */
export class WorkspaceKeyRequired extends HttpApiMiddleware.Service<WorkspaceKeyRequired>()(
  "daybook/http/WorkspaceKeyRequired",
  { requiredForClient: true, security: { bearer: HttpApiSecurity.bearer }, error: [Unauthorized] },
) {}

const place = {
  wsid: Schema.String.annotate({ description: "The workspace's ID" }),
  version: Version.annotate({ description: "The live or the test data of the workspace" }),
}

const profile = {
  ...place,
  distinct_id: Schema.String.annotate({
    description: "The profile's distinct ID, of at most 255 characters",
  }),
}

const SetOnceBody = Schema.Struct({
  $once: Schema.Record(Schema.String, PropertyValue).annotate({
    description:
      "1 to 1,000 names and values. A name has 1 to 255 characters and does not start with $. A value is a text of at " +
      "most 255 characters, a number, true or false, an ISO 8601 date, or a list of texts, numbers and dates.",
  }),
  distinct_id: Schema.String.annotate({ description: "The profile's distinct ID, 1 to 255 characters" }),
})

const Accepted = Schema.Struct({
  request_id: Schema.String.annotate({ description: "The id of the request, which is stored durably" }),
}).pipe(HttpApiSchema.status(202))

export const ProfileAnswer = wireForm({
  distinctId: Schema.String,
  properties: Schema.Record(Schema.String, PropertyValue),
  createdAt: Instant,
  updatedAt: Instant,
})

export const RequestAnswer = wireForm({
  requestId: Schema.String,
  status: RequestStatus.annotate({
    description: "accepted: stored and not yet applied; failed: set aside with nothing applied",
  }),
  applied: Schema.Array(Schema.String).annotate({
    description: "The names of the properties that this request set",
  }),
  ignored: Schema.Array(IgnoredProperty),
})

export const Health = wireForm({ status: Schema.Literal("ok"), timestamp: Instant })

class ProfilesGroup extends HttpApiGroup.make("profiles")
  .add(
    HttpApiEndpoint.post("setOnce", "/v1/:wsid/:version/profiles/properties/set-once", {
      params: place,
      headers: {
        "idempotency-key": Schema.optionalKey(
          Schema.String.annotate({
            description: "1 to 255 characters; repeating key and body within 24 hours repeats no request",
          }),
        ),
      },
      payload: SetOnceBody,
      success: Accepted,
      error: [BadRequest, PayloadTooLarge, Overloaded],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Set properties that have no value yet",
        description:
          "Creates the profile if it is missing. A property with a value keeps it: the first accepted value wins. A new " +
          "property takes the type of its first value; values of other types are ignored.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("get", "/v1/:wsid/:version/profiles/:distinct_id", {
      params: profile,
      success: ProfileAnswer,
      error: [BadRequest, NotFound],
    }).annotateMerge(OpenApi.annotations({ summary: "Get a profile and its properties" })),
  )
  .add(
    HttpApiEndpoint.delete("erase", "/v1/:wsid/:version/profiles/:distinct_id", {
      params: profile,
      success: HttpApiSchema.NoContent,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Erase a profile",
        description:
          "Erases the profile and everything accepted for it before. Later requests create a new one.",
      }),
    ),
  )
  .middleware(WorkspaceKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Profiles" })) {}

class RequestsGroup extends HttpApiGroup.make("requests")
  .add(
    HttpApiEndpoint.get("get", "/v1/:wsid/:version/requests/:request_id", {
      params: { ...place, request_id: Schema.String },
      success: RequestAnswer,
      error: [BadRequest, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the outcome of a request",
        description: "Kept for `REQUEST_RETENTION_DAYS`, 7 by default.",
      }),
    ),
  )
  .middleware(WorkspaceKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Requests" })) {}

class HealthGroup extends HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("alive", "/v1/health", {
      success: Health,
    }).annotateMerge(OpenApi.annotations({ summary: "Liveness" })),
  )
  .annotateMerge(OpenApi.annotations({ title: "Health" })) {}

const commonAnswers: CommonAnswers = {
  errorBody: () => ({
    type: "object",
    properties: { _message: { type: "string" }, status: { type: "string", const: "error" } },
    required: ["_message", "status"],
  }),
  errors: {
    400: "The request is invalid; the message says what to send",
    401: "The API key or the workspace ID is invalid",
    404: "Not found",
    405: "The path does not have this method; Allow lists those it has",
    408: "The request did not arrive in time",
    413: "The body is larger than 4 MiB",
    417: "Expect has a value other than 100-continue",
    431: "The address and the headers together exceed 16 KiB",
    500: "An internal error; the message names the id under which it is logged",
    503: "Storage is unavailable, or too many requests are waiting; Retry-After says how long to wait",
  },
  everywhere: [400, 408, 417, 431, 500, 503],
  headers: ["Cache-Control"],
  conditional: false,
}

/** The definition of the profile API, for the typed client and `/v1/openapi.json`. */
export class NotifyApi extends HttpApi.make("notify")
  .add(ProfilesGroup)
  .add(RequestsGroup)
  .add(HealthGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "Daybook profiles",
      version: "1",
      description:
        "Properties of user profiles that are set once. Every endpoint except health needs `Authorization: Bearer <key>`, a " +
        'key of the workspace in the path. Errors are `{"_message": "…", "status": "error"}`.',
      transform: describeWire(commonAnswers),
    }),
  ) {}
