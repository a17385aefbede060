import type { Domain } from "@daybook/kernel"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { isReadable } from "../middleware/readKeyScope.ts"
import { type CommonAnswers, describeWire } from "../wire/definition.ts"
import { HealthGroup } from "./frame/health/group.ts"
import { KeysGroup } from "./frame/keys/group.ts"
import type { DomainRoutes, GroupsOf } from "./routes.ts"
import { syncedOf, type SyncedNames, syncsGroup } from "./frame/syncs/group.ts"

const commonAnswers: CommonAnswers = {
  errorBody: (status) => ({
    type: "object",
    properties: { error: { type: "string" }, status: { type: "integer", const: status } },
    required: ["error", "status"],
  }),
  errors: {
    400: "The input is unfit; the message names the field and says what to send",
    401: "The key is missing, unknown, revoked or expired",
    403: "The key, or the secret, may not do this",
    404: "There is no such thing",
    405: "The path has other methods: those in Allow",
    408: "The request did not arrive in time",
    413: "The body is too large",
    417: "Expect says something else than 100-continue",
    429: "The limit is used up; Retry-After says when to come back",
    431: "The address and the headers are larger than 16 KiB together",
    500: "The work could not be done, and the message says why; or it failed inside, and is logged under X-Request-Id",
    503: "Storage is away, and Retry-After says when to come back; or it is not configured, and the message names the setting",
  },
  everywhere: [400, 408, 417, 431, 500, 503],
  cannot: (method, path, status) => status === 403 && isReadable(method.toUpperCase(), path),
  headers: [
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Request-Id",
    "Cache-Control",
  ],
  conditional: true,
}

/** The groups that the API has whatever its domains are, and those of the domains. */
type ActivityGroups<Routes extends DomainRoutes> =
  | typeof HealthGroup
  | typeof KeysGroup
  | ReturnType<typeof syncsGroup<SyncedNames<Routes["domain"]>>>
  | GroupsOf<Routes>

/**
 * The activity API of these domains: what their server answers, and what a typed client of it may ask. Throws where two of
 * them have one name.
 */
export const activityApi = <const Routes extends DomainRoutes>(
  domains: ReadonlyArray<Routes>,
): HttpApi.HttpApi<"activity", ActivityGroups<Routes>> => {
  const described: ReadonlyArray<Domain> = domains.map(({ domain }) => domain)
  const names = described.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined)
    throw new Error(`two domains of the list are called ${twice}: give one another name`)
  const frame = HttpApi.make("activity")
    .add(HealthGroup)
    .add(KeysGroup)
    .add(syncsGroup(syncedOf(described)))
  // A list does not say which groups each of its domains brings: the result's type takes them from the domains.
  const all = domains.reduce((api, routes) => api.addHttpApi(routes.api as typeof api), frame)
  return all.annotateMerge(
    OpenApi.annotations({
      title: "Daybook",
      version: "1",
      description:
        "A person's activity data. Every endpoint but those of health, images and webhooks needs `Authorization: Bearer <key>`.",
      transform: describeWire(commonAnswers),
    }),
  ) as unknown as HttpApi.HttpApi<"activity", ActivityGroups<Routes>>
}
