import * as Layer from "effect/Layer"
import { counts } from "../kernel/dataVersions.ts"
import * as Catalog from "./catalog.ts"
import * as Store from "./store.ts"

/** The stores of listening in memory: plays, filters, and the results of enrichment. */
export const layer = Layer.merge(Store.layer, Catalog.layer).pipe(Layer.provide(counts))
