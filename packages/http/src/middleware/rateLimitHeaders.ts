import type { Allowance } from "@daybook/access"

/** Requests without a valid key in 60 seconds, from one address. */
export const addressLimit = 300

/** The subject that requests of an IP address are counted for. */
export const addressSubject = (address: string | undefined): string => `address ${address ?? "unknown"}`

/** On every response: a browser trusts its `Content-Type` only. */
export const nosniff = { "x-content-type-options": "nosniff" } as const

/** Rate-limit headers, sent with every activity API response. */
export const rateLimitHeaders = (allowance: Allowance): Record<string, string> => ({
  "x-ratelimit-limit": String(allowance.limit),
  "x-ratelimit-remaining": String(allowance.remaining),
  "x-ratelimit-reset": String(Math.ceil(allowance.resetAt / 1000)),
})
