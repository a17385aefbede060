import type { Domain } from "@daybook/kernel"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { type CommonAnswers, describeWire } from "../wire/definition.ts"
import { examples } from "./examples.ts"
import { EditsGroup } from "./frame/edits/group.ts"
import { CardsGroup } from "./frame/cards/group.ts"
import { FeedsGroup } from "./frame/feeds/group.ts"
import { ExportGroup } from "./frame/export/group.ts"
import { HealthGroup } from "./frame/health/group.ts"
import { ImportsGroup } from "./frame/imports/group.ts"
import { journalGroup } from "./frame/journal/group.ts"
import { KeysGroup } from "./frame/keys/group.ts"
import { LiveGroup } from "./frame/live/group.ts"
import { SearchGroup } from "./frame/search/group.ts"
import { SharesGroup } from "./frame/shares/group.ts"
import { SourcesGroup } from "./frame/sources/group.ts"
import { WebhooksGroup } from "./frame/webhooks/group.ts"
import type { DomainRoutes, GroupsOf } from "./routes.ts"
import { syncedOf, type SyncedNames, syncsGroup } from "./frame/syncs/group.ts"

const commonAnswers: CommonAnswers = {
  errorBody: (status) => ({
    type: "object",
    properties: { error: { type: "string" }, status: { type: "integer", const: status } },
    required: ["error", "status"],
  }),
  errors: {
    400: "The input is invalid; the message names the field and says what to send",
    401: "The key is missing, unknown, revoked or expired",
    403: "The key or the secret does not allow this",
    404: "Not found",
    405: "The path does not have this method; Allow lists those it has",
    408: "The request did not arrive in time",
    413: "The body is too large",
    416: "The range is beyond the end; Content-Range has the image's length",
    417: "Expect has a value other than 100-continue",
    429: "The limit is reached; Retry-After says how long to wait",
    431: "The address and the headers together exceed 16 KiB",
    500: "The work failed and the message says why, or an internal error is logged under X-Request-Id",
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

/** The groups that every list of domains has, and the groups of the domains. */
type ActivityGroups<Routes extends DomainRoutes> =
  | typeof CardsGroup
  | typeof FeedsGroup
  | typeof EditsGroup
  | typeof ExportGroup
  | typeof HealthGroup
  | typeof ImportsGroup
  | typeof KeysGroup
  | ReturnType<typeof journalGroup<Routes>>
  | typeof LiveGroup
  | typeof SearchGroup
  | typeof SharesGroup
  | typeof SourcesGroup
  | typeof WebhooksGroup
  | ReturnType<typeof syncsGroup<SyncedNames<Routes["domain"]>>>
  | GroupsOf<Routes>

/**
 * The definition of the activity API of these domains, for their server and its typed client. Throws if two of them have
 * the same name.
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
    .add(SharesGroup)
    .add(WebhooksGroup)
    .add(ImportsGroup)
    .add(ExportGroup)
    .add(journalGroup<Routes>(domains))
    .add(LiveGroup)
    .add(CardsGroup)
    .add(FeedsGroup)
    .add(SearchGroup)
    .add(SourcesGroup)
    .add(syncsGroup(syncedOf(described)))
    .add(EditsGroup)
  // A list does not say which groups each of its domains brings: the result's type takes them from the domains.
  const all = domains.reduce((api, routes) => api.addHttpApi(routes.api as typeof api), frame)
  return all.annotateMerge(
    OpenApi.annotations({
      title: "Daybook",
      version: "1",
      description:
        "A person's activity data. Every endpoint except health, images and webhooks needs `Authorization: Bearer <key>`, " +
        "or is opened by the `share` of a shared address.",
      transform: describeWire(commonAnswers),
    }),
  ) as unknown as HttpApi.HttpApi<"activity", ActivityGroups<Routes>>
}
