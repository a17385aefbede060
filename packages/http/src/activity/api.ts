import type * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { type CommonAnswers, describeWire } from "../wire/definition.ts"
import type { DomainDefinition } from "./definition.ts"
import { examples } from "./examples.ts"
import { type ActivityGroups, activityGroups } from "./groups.ts"

const commonAnswers: CommonAnswers = {
  errorBody: (status) => ({
    type: "object",
    properties: { error: { type: "string" }, status: { type: "integer", const: status } },
    required: ["error", "status"],
  }),
  errors: {
    400: "The input is invalid; the message names the field and what to send",
    401: "The key is missing, unknown, revoked or expired",
    403: "The key or the secret does not allow this",
    404: "Not found",
    405: "The path does not have this method; Allow lists those it has",
    408: "The request did not arrive in time",
    409: "The environment of the server decides it",
    413: "The body is too large",
    416: "The range is beyond the end; Content-Range has the image's length",
    417: "Expect has a value other than 100-continue",
    429: "The limit is reached; Retry-After says how long to wait",
    431: "The address and the headers together exceed 64 KiB",
    500: "The work failed and the message explains why, or an internal error is logged under X-Request-Id",
    503: "Storage is unavailable and Retry-After says how long to wait, or a setting is missing and the message names it",
  },
  everywhere: [400, 408, 417, 431, 500, 503],
  headers: [
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Request-Id",
    "Cache-Control",
  ],
  conditional: true,
  examples,
}

/**
 * The definition of the activity API of these domains, with its document. Throws if two of them have the same name.
 */
export const activityApi = <const Routes extends DomainDefinition>(
  domains: ReadonlyArray<Routes>,
): HttpApi.HttpApi<"activity", ActivityGroups<Routes>> =>
  activityGroups(domains).annotateMerge(
    OpenApi.annotations({
      title: "Daybook",
      version: "1",
      description:
        "A person's activity data. Every endpoint except health, images and webhooks needs `Authorization: Bearer <key>`, " +
        "or is opened by the `share` of a shared address.",
      transform: describeWire(commonAnswers),
    }),
  )
