import * as Layer from "effect/Layer"
import * as Keys from "./store.ts"
import * as RateLimiter from "./rateLimiter.ts"

/** API keys and rate limits in SQL, with their tables. */
export const layer = Layer.merge(Keys.layer, RateLimiter.layer)
