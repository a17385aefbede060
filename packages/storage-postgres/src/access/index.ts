import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Keys from "./store.ts"
import * as RateLimiter from "./rateLimiter.ts"
import * as Shares from "./shares.ts"

/** API keys, shares and rate limits in SQL, with their tables. */
export const layer = takingOwn(Layer.mergeAll(Keys.layer, Shares.layer, RateLimiter.layer))
