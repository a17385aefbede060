import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Linking from "./linking.ts"
import type { ServedDomain } from "../serving/servedDomain.ts"
import type { Settings } from "../settings.ts"

/** The source ports of these domains, each of the configured services, with the linked accounts. */
export const layer = (domains: ReadonlyArray<ServedDomain>, settings: Settings) =>
  Layer.mergeAll(Layer.empty, ...domains.map(({ sources }) => sources(settings.services, settings))).pipe(
    Layer.provideMerge(Linking.layer(domains, settings)),
    Layer.provide(FetchHttpClient.layer),
  )
