import type { SyncRuns } from "@daybook/kernel"
import { type CatalogStore, enrichArtists, enrichCatalog, type MusicCatalog } from "@daybook/listening"
import { CatalogGroup } from "./group.ts"
import { handlersOf, makeRunDetached } from "../../forRoutes.ts"

export const layer = handlersOf(CatalogGroup, function* (handlers) {
  const carryOn = yield* makeRunDetached<CatalogStore | MusicCatalog | SyncRuns>()
  return handlers.handleAll({
    enrichCatalog: () => carryOn(enrichCatalog),
    enrichArtists: () => carryOn(enrichArtists),
  })
})
