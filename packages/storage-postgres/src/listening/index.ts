import { withStoreOverrides } from "@daybook/kernel"
import { CatalogStore, NowPlayingStore, PlayDetailsStore } from "@daybook/listening"
import { catalogStore, nowPlayingStore, playDetailsStore } from "@daybook/storage-sql/listening"
import * as Layer from "effect/Layer"
import { layerOf, writingLayerOf } from "../sharedStores.ts"
import * as Filters from "./filters.ts"
import { migrateListening, migratePlayDetails, migratePlayingNow } from "./migrations.ts"
import * as Store from "./store.ts"

/** The stores of listening in SQL, with their tables: plays, filters, results of the music catalog, what players send. */
export const layer = withStoreOverrides(
  Layer.mergeAll(
    Store.layer,
    writingLayerOf(CatalogStore, migrateListening, "listening", catalogStore),
    Filters.layer,
    layerOf(PlayDetailsStore, migratePlayDetails, playDetailsStore),
    layerOf(NowPlayingStore, migratePlayingNow, nowPlayingStore),
  ).pipe(Layer.provide(Layer.effectDiscard(migrateListening))),
)
