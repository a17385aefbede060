import * as Layer from "effect/Layer"
import { counts } from "../kernel/dataVersions.ts"
import * as Store from "./store.ts"

/** API keys and rate limits in memory. */
export const layer = Layer.merge(Store.keyStore, Store.rateLimiter).pipe(Layer.provide(counts))
