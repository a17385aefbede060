import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import { countsOf } from "../kernel/dataVersions.ts"
import * as Catalog from "./catalog.ts"
import * as PlayDetails from "./playDetails.ts"
import * as PlayingNow from "./playingNow.ts"
import * as Store from "./store.ts"

export { calls } from "./calls.ts"

/** The stores of listening in memory: plays, filters, results of enrichment, what players send, and the track that plays. */
export const layer = takingOwn(
  Layer.mergeAll(Store.layer, Catalog.layer, PlayDetails.layer, PlayingNow.layer).pipe(
    Layer.provide(countsOf("listening")),
  ),
)
