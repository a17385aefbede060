import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Endpoint } from "../wire/endpoint.ts"
import { Instant } from "../wire/query.ts"
import { wireForm } from "../wire/form.ts"
import { type CommonAnswers, describeWire } from "../wire/definition.ts"
import {
  Accepted,
  AcceptedBatch,
  AcceptedChange,
  BatchBody,
  bodies,
  idempotencyKey,
  sample,
} from "./bodies.ts"
import { aCohort, CohortsGroup, filter, page, profile } from "./cohortsGroup.ts"
import { Forbidden, NotFound, Overloaded, PayloadTooLarge, UnsupportedMediaType } from "./errors.ts"
import { MovingGroup } from "./movingGroup.ts"
import { ErasuresGroup, RequestsGroup, UsageGroup } from "./records.ts"
import { aProperty, PropertiesGroup, WarningsGroup } from "./propertiesGroup.ts"
import { aSnapshot, SnapshotsGroup } from "./snapshotsGroup.ts"
import { CohortAnswer, CountAnswer, ProfileAnswer } from "./replies.ts"
import { place, workspaceGroup } from "./workspaceKey.ts"

export const Health = wireForm({ status: Schema.Literal("ok"), timestamp: Instant })

const accepting = {
  params: place,
  headers: idempotencyKey,
  error: [Forbidden, PayloadTooLarge, UnsupportedMediaType, Overloaded],
} as const

/** An operation that changes one profile, by its body. */
const changing = <Payload>(payload: Payload) => ({ ...accepting, payload, success: AcceptedChange })

class ProfilesGroup extends workspaceGroup(
  "profiles",
  "Profiles",
  Endpoint.post("setOnce", "/v1/:wsid/:version/profiles/properties/set-once", {
    ...accepting,
    payload: bodies.$once,
    success: Accepted,
    summary: "Set properties that have no value yet",
    description:
      "Creates the profile if it is missing. A property with a value keeps it: the first accepted value wins. A new " +
      "property takes the type of its first value; values of other types are ignored.",
  }),
  Endpoint.post("set", "/v1/:wsid/:version/profiles/properties/set", {
    ...changing(bodies.$set),
    summary: "Set properties, over any value",
    description:
      "Creates the profile if it is missing. Values of another type than the property's are ignored.",
  }),
  Endpoint.post("unset", "/v1/:wsid/:version/profiles/properties/unset", {
    ...changing(bodies.$unset),
    summary: "Remove the values of properties",
    description: "Types stay. A later set-once sets the property again. Makes no profile.",
  }),
  Endpoint.post("add", "/v1/:wsid/:version/profiles/properties/numerical-add", {
    ...changing(bodies.$add),
    summary: "Add to numbers",
    description:
      "Each accepted request is added exactly once. Integers up to 2^53 are added exactly, other numbers in double precision. If the " +
      "result is not finite, the request is ignored.",
  }),
  Endpoint.post("append", "/v1/:wsid/:version/profiles/properties/append", {
    ...changing(bodies.$append),
    summary: "Add items to the end of lists",
    description: "An unset property becomes a list. A list of more than 1,000 items loses its oldest.",
  }),
  Endpoint.post("listAppend", "/v1/:wsid/:version/profiles/properties/list-append", {
    ...changing(bodies.$append),
    summary: "Add items to the end of lists",
    description: "The same as `append`, by another name.",
  }),
  Endpoint.post("union", "/v1/:wsid/:version/profiles/properties/union", {
    ...changing(bodies.$union),
    summary: "Add items to lists that lack them",
    description:
      "An unset property becomes a list. Items that the list has are not added again. A list of more than 1,000 items loses its oldest.",
  }),
  Endpoint.post("remove", "/v1/:wsid/:version/profiles/properties/remove", {
    ...changing(bodies.$remove),
    summary: "Remove items from lists",
    description: "Removes every equal item; a list may end up empty. Makes no profile.",
  }),
  Endpoint.post("listRemove", "/v1/:wsid/:version/profiles/properties/list-remove", {
    ...changing(bodies.$remove),
    summary: "Remove items from lists",
    description: "The same as `remove`, by another name.",
  }),
  Endpoint.post("batch", "/v1/:wsid/:version/profiles/properties/batch", {
    ...accepting,
    payload: BatchBody,
    success: AcceptedBatch,
    summary: "Change many profiles in one request",
    description:
      "All valid items are accepted together, in order. Only invalid items are refused; a batch without a valid item is " +
      "400.",
  }),
  Endpoint.patch("merge", "/v1/:wsid/:version/profiles/:distinct_id/merge/:target", {
    params: {
      ...profile,
      target: Schema.String.annotate({ description: "The distinct ID of the profile to merge into" }),
    },
    headers: idempotencyKey,
    success: AcceptedChange,
    error: [Forbidden, Overloaded],
    summary: "Merge a profile into another one",
    description:
      "The target keeps its values and takes those that it lacks; without a target the source is renamed. From then on the " +
      "source's ID and its other IDs are IDs of the target: up to 1,000.",
  }),
  Endpoint.get("find", "/v1/:wsid/:version/profiles", {
    params: place,
    query: {
      ...filter,
      ...page,
    },
    success: CohortAnswer,
    summary: "Find the profiles of a cohort",
    description:
      "By distinct ID, or by a property. Equality, `in` and items of lists are looked up by an index.",
  }),
  Endpoint.get("count", "/v1/:wsid/:version/profiles/count", {
    params: place,
    query: filter,
    success: CountAnswer,
    summary: "Count the profiles of a cohort",
    description:
      "The profile with the distinct ID `count` is at `profiles/%63ount`: a fixed word of a path is never percent-encoded.",
  }),
  Endpoint.get("get", "/v1/:wsid/:version/profiles/:distinct_id", {
    params: profile,
    success: ProfileAnswer,
    error: NotFound,
    summary: "Get a profile and its properties",
  }),
  Endpoint.delete("erase", "/v1/:wsid/:version/profiles/:distinct_id", {
    params: profile,
    summary: "Erase a profile",
    description:
      "Erases the profile and everything accepted for it before. Later requests create a new one. If there was something to erase, " +
      "the log of erasures lists it under the `X-Request-Id` of the response.",
  }),
) {}

class HealthGroup extends HttpApiGroup.make("health")
  .add(
    Endpoint.get("alive", "/v1/health", {
      success: Health,
      summary: "Liveness",
    }),
  )
  .annotateMerge(OpenApi.annotations({ title: "Health" })) {}

const aProfile = {
  distinct_id: sample.distinct_id,
  properties: { first_seen: "2026-05-04", plan: "yearly", visits: 12, topics: ["film", "running"] },
  created_at: sample.at,
  updated_at: sample.at,
}

const commonAnswers: CommonAnswers = {
  errorBody: () => ({
    type: "object",
    properties: { _message: { type: "string" }, status: { type: "string", const: "error" } },
    required: ["_message", "status"],
  }),
  errors: {
    400: "The request is invalid; see the message",
    401: "The API key or the workspace ID is invalid",
    403: "A quota of the workspace is used up; the message names it and what to do",
    404: "Not found",
    405: "The path does not have this method; Allow lists those it has",
    408: "The request did not arrive in time",
    409: "Another change is in progress; the message names the time to try again",
    413: "The body is larger than 4 MiB, as sent or inflated",
    415: "Content-Encoding is neither gzip nor left out; Accept-Encoding names what is accepted",
    417: "Expect has a value other than 100-continue",
    429: "The workspace sends more than its rate; Retry-After says how long to wait",
    431: "The address and the headers together exceed 64 KiB",
    500: "An internal error; the log has the id in the message",
    503: "Storage is unavailable, or too many requests are waiting; Retry-After says how long to wait",
  },
  everywhere: [400, 408, 417, 431, 500, 503],
  headers: ["Cache-Control"],
  conditional: false,
  examples: {
    "/v1/{wsid}/{version}/profiles": { data: [aProfile], next_cursor: null },
    "/v1/{wsid}/{version}/profiles/count": { count: 508 },
    "/v1/{wsid}/{version}/profiles/{distinct_id}": { ...aProfile, id_list: ["visitor-88"] },
    "/v1/{wsid}/{version}/cohorts": { data: [aCohort] },
    "/v1/{wsid}/{version}/cohorts/{id}": aCohort,
    "/v1/{wsid}/{version}/cohorts/{id}/profiles": { data: [aProfile], next_cursor: null },
    "/v1/{wsid}/{version}/cohorts/{id}/profiles/{distinct_id}": {
      distinct_id: sample.distinct_id,
      matches: true,
      decided_by: [{ name: "plan", op: "eq", value: "yearly", holds: true }],
    },
    "/v1/{wsid}/{version}/properties": { data: [aProperty], next_cursor: null },
    "/v1/{wsid}/{version}/properties/{name}": aProperty,
    "/v1/{wsid}/{version}/warnings": {
      data: [
        {
          name: "visits",
          reason: "the property is a number",
          count: 3,
          last_at: sample.at,
          distinct_id: sample.distinct_id,
          example: '"twelve"',
        },
      ],
      next_cursor: null,
    },
    "/v1/{wsid}/{version}/cohorts/{id}/snapshots": { data: [aSnapshot] },
    "/v1/{wsid}/{version}/cohorts/{id}/snapshots/{snapshot}/profiles": {
      data: [aProfile],
      next_cursor: null,
    },
    "/v1/{wsid}/{version}/requests": {
      data: [
        {
          request_id: sample.request_id,
          operation: "set",
          accepted_at: sample.at,
          status: "processed",
          applied: ["plan"],
          ignored: [],
        },
      ],
      next_cursor: null,
    },
    "/v1/{wsid}/{version}/erasures": {
      data: [
        {
          request_id: sample.request_id,
          erased_at: sample.at,
          id_hash: "7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a",
          ids: 1,
          key: 3,
          key_name: "the shop's server",
        },
      ],
      next_cursor: null,
    },
    "/v1/{wsid}/{version}/usage": {
      profiles: 508,
      bytes: 61_400,
      properties: { string: 3, number: 2, boolean: 1, date: 1, list: 1 },
      requests: [{ day: sample.at.slice(0, 10), total: 24, operations: { set: 4, "set-once": 20 } }],
      limits: { per_second: 100, burst: 500, profiles: { limit: 10_000, used: 508, left: 9_492 } },
    },
    "/v1/{wsid}/{version}/requests/{request_id}": {
      request_id: sample.request_id,
      status: "processed",
      applied: ["plan", "visits"],
      ignored: [],
    },
    "/v1/health": { status: "ok", timestamp: sample.at },
  },
}

/** The definition of the profile API, for the typed client and `/v1/openapi.json`. */
export class NotifyApi extends HttpApi.make("notify")
  .add(ProfilesGroup)
  .add(CohortsGroup)
  .add(PropertiesGroup)
  .add(WarningsGroup)
  .add(SnapshotsGroup)
  .add(RequestsGroup)
  .add(UsageGroup)
  .add(ErasuresGroup)
  .add(MovingGroup)
  .add(HealthGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "Daybook profiles",
      version: "1",
      description:
        "Properties of user profiles, set once or changed, in the order of acceptance. Every endpoint except health needs `Authorization: Bearer <key>`, a " +
        "key of the workspace in the path. If the workspace has a rate limit, responses have `X-RateLimit-Limit`, `-Remaining` and " +
        '`-Reset`. Bodies may be sent with `Content-Encoding: gzip`. Errors are `{"_message": "…", "status": "error"}`.',
      transform: describeWire(commonAnswers),
    }),
  ) {}
