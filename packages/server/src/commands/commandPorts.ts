import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ServedDomain } from "../serving/servedDomain.ts"
import type { ServerSettings } from "../settings.ts"
import { readAllSettings } from "../settings/stored.ts"
import * as Sources from "../syncs/sources.ts"
import * as Stores from "../stores.ts"

/** The ports of these domains for a command, by the settings in the environment; those in `instead` override them. */
export const layer = (domains: ReadonlyArray<ServedDomain>, instead: Partial<ServerSettings> = {}) =>
  Layer.unwrap(
    Effect.map(readAllSettings(domains), (read) => {
      const settings = { ...read.settings, ...instead }
      return Layer.provideMerge(Sources.layer(domains, settings), Stores.layer(domains, settings))
    }),
  )
