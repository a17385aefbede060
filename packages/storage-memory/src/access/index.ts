import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import { countsOf } from "../kernel/dataVersions.ts"
import * as Shares from "./shares.ts"
import * as Store from "./store.ts"

export { calls } from "./calls.ts"

/** API keys, shares and rate limits in memory. */
export const layer = takingOwn(
  Layer.mergeAll(Store.keyStore, Shares.layer, Store.rateLimiter).pipe(Layer.provide(countsOf("access"))),
)
