import * as HttpApi from "effect/http-api/HttpApi"
import type { DomainDefinition, GroupsOf } from "./definition.ts"
import { AssistantsGroup } from "./frame/assistants/group.ts"
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
import { SettingsGroup } from "./frame/settings/group.ts"
import { SharesGroup } from "./frame/shares/group.ts"
import { SourcesGroup } from "./frame/sources/group.ts"
import { SignInLinksGroup } from "./frame/signInLinks/group.ts"
import { WebhooksGroup } from "./frame/webhooks/group.ts"
import { syncedOf, type SyncedNames, syncsGroup } from "./frame/syncs/group.ts"

/** The groups that every list of domains has, and the groups of the domains. */
export type ActivityGroups<Routes extends DomainDefinition> =
  | typeof AssistantsGroup
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
  | typeof SettingsGroup
  | typeof SharesGroup
  | typeof SignInLinksGroup
  | typeof SourcesGroup
  | typeof WebhooksGroup
  | ReturnType<typeof syncsGroup<SyncedNames<Routes["domain"]>>>
  | GroupsOf<Routes>

/**
 * The groups of the activity API of these domains, as a typed client needs them: `activityApi` adds what its document
 * says. Throws if two of the domains have the same name.
 */
export const activityGroups = <const Routes extends DomainDefinition>(
  domains: ReadonlyArray<Routes>,
): HttpApi.HttpApi<"activity", ActivityGroups<Routes>> => {
  const outlines = domains.map(({ domain }) => domain)
  const names = outlines.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`two domains in the list are called ${twice}: rename one`)
  const frame = HttpApi.make("activity")
    .add(HealthGroup)
    .add(KeysGroup)
    .add(SettingsGroup)
    .add(SharesGroup)
    .add(AssistantsGroup)
    .add(SignInLinksGroup)
    .add(WebhooksGroup)
    .add(ImportsGroup)
    .add(ExportGroup)
    .add(journalGroup<Routes>(domains))
    .add(LiveGroup)
    .add(CardsGroup)
    .add(FeedsGroup)
    .add(SearchGroup)
    .add(SourcesGroup)
    .add(syncsGroup(syncedOf(outlines)))
    .add(EditsGroup)
  // A list does not say which groups each of its domains brings: the result's type takes them from the domains.
  return domains.reduce(
    (api, routes) => api.addHttpApi(routes.api as typeof api),
    frame,
  ) as unknown as HttpApi.HttpApi<"activity", ActivityGroups<Routes>>
}
