import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as RateLimiter from "./rateLimiter.ts"
import * as Shares from "./shares.ts"
import * as Keys from "./store.ts"

/** Keys and shares in SQLite, with their tables, and the limiter of requests. */
export const layer = takingOwn(Layer.mergeAll(Keys.layer, Shares.layer, RateLimiter.layer))
