import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { ServedDomain } from "./servedDomain.ts"
import type { Settings } from "./settings.ts"

/** The source ports of these domains, each of the services that are configured. */
export const layer = (domains: ReadonlyArray<ServedDomain>, settings: Settings) =>
  Layer.mergeAll(Layer.empty, ...domains.map(({ sources }) => sources(settings.services, settings))).pipe(
    Layer.provide(FetchHttpClient.layer),
  )
