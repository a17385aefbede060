import type { RateLimiter } from "@daybook/access"
import { addressLimit, addressSubject } from "../rateLimitHeaders.ts"
import { type Credential, limitOf, subjectOf } from "./credential.ts"

/** Counts requests of holders and of addresses. `rateLimit` is the default of keys. */
export const allowancesOf = (limiter: RateLimiter["Service"], rateLimit: number) => ({
  /** The state of an address. */
  peek: (address: string | undefined) => limiter.peek(addressSubject(address), addressLimit),
  takeOfAddress: (address: string | undefined) => limiter.take(addressSubject(address), addressLimit),
  takeOf: (holder: Credential, inSession: boolean) =>
    limiter.take(subjectOf(holder, inSession), limitOf(holder, inSession, rateLimit)),
  /** The state of a holder whose tool calls the API: its request of `/mcp` is counted, and nothing that follows from it. */
  peekOf: (holder: Credential) => limiter.peek(subjectOf(holder, false), limitOf(holder, false, rateLimit)),
})
