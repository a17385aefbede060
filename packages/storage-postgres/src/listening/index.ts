import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Catalog from "./catalog.ts"
import * as Filters from "./filters.ts"
import { migrateListening, migratePlayingNow } from "./migrations.ts"
import * as PlayingNow from "./playingNow.ts"
import * as Store from "./store.ts"

/** The stores of listening in SQL, with their tables: plays, filters, results of the music catalog, the track that plays. */
export const layer = Layer.mergeAll(Store.layer, Catalog.layer, Filters.layer, PlayingNow.layer).pipe(
  Layer.provide(Layer.effectDiscard(Effect.andThen(migrateListening, migratePlayingNow))),
)
