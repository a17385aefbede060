import type { Setting } from "@daybook/kernel"
import { MediaServer } from "@daybook/sources"
import * as Effect from "effect/Effect"
import type { ServedDomain } from "./serving/servedDomain.ts"
import { appearance, assistants, limits, observability, time, webhooks } from "./settings/operation.ts"
import { readFormer, readHalfSet, readServices } from "./settings/read.ts"
import { keys, server, storage } from "./settings/server.ts"
import { readServerSettings, type ServerSettings } from "./settings/serverSettings.ts"

export { isSealingKey } from "./settings/kinds.ts"
export { environment, SettingError } from "./settings/read.ts"
export { defaultNotifyPort } from "./settings/server.ts"
export { readServerSettings, type ServerSettings } from "./settings/serverSettings.ts"

/** The services of these domains, by name. Domains that share a service name it alike. */
export const serviceGroups = (domains: ReadonlyArray<ServedDomain>): Setting.Services => {
  const all: Record<string, Setting.Group> = {}
  for (const { domain, services } of domains) {
    for (const [name, group] of Object.entries(services)) {
      if ((all[name] ?? group) !== group)
        throw new Error(
          `${domain.name} calls a service ${name} whose name another domain has given to another service`,
        )
      all[name] = group
    }
  }
  return all
}

/** Every setting of a server of these domains, in groups, in the order of `--help`. */
export const settingGroups = (domains: ReadonlyArray<ServedDomain>): ReadonlyArray<Setting.Group> => [
  server,
  storage,
  keys,
  limits,
  assistants,
  webhooks,
  time,
  appearance,
  observability,
  MediaServer.settings,
  ...Object.values(serviceGroups(domains)),
]

/** The settings of a server of these domains, read and checked: its own, and the services' by their names. */
export const readSettings = Effect.fnUntraced(function* (domains: ReadonlyArray<ServedDomain>) {
  const services = serviceGroups(domains)
  return {
    ...(yield* readServerSettings),
    services: yield* readServices(services),
    former: yield* readFormer,
    halfSet: yield* readHalfSet(services),
  }
})

export interface Settings extends ServerSettings {
  readonly services: Setting.ServiceValues<Setting.Services>
  /** Explains what to do for each set setting that no longer exists. */
  readonly former: ReadonlyArray<string>
  /** Names each service with only some of its settings, and the missing ones. */
  readonly halfSet: ReadonlyArray<string>
}
