import * as Layer from "effect/Layer"
import { counts } from "../kernel/dataVersions.ts"
import * as Catalog from "./catalog.ts"
import * as PlayingNow from "./playingNow.ts"
import * as Store from "./store.ts"

/** The stores of listening in memory: plays, filters, results of enrichment, and the track that plays. */
export const layer = Layer.mergeAll(Store.layer, Catalog.layer, PlayingNow.layer).pipe(Layer.provide(counts))
