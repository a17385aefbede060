import type { SyncRuns } from "@daybook/kernel"
import { type CatalogStore, enrichArtists, enrichCatalog, type MusicCatalog } from "@daybook/listening"
import * as Effect from "effect/Effect"
import { CatalogGroup } from "./group.ts"
import { handlersOf, makeRunDetached } from "../../forRoutes.ts"

export const layer = handlersOf(CatalogGroup, function* (handlers) {
  const carryOn = yield* makeRunDetached
  const services = yield* Effect.context<CatalogStore | MusicCatalog | SyncRuns>()
  return handlers.handleAll({
    enrichCatalog: () => carryOn(Effect.provideContext(enrichCatalog, services)),
    enrichArtists: () => carryOn(Effect.provideContext(enrichArtists, services)),
  })
})
