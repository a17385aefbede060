import type { EpochMillis } from "@daybook/kernel"
import type { Answer } from "../upstream.ts"

const quarterHour = 900_000
const day = 86_400_000

const endOf = (length: number, now: EpochMillis): EpochMillis => (Math.floor(now / length) + 1) * length

// A missing header gives NaN, which is neither more nor less than any number.
const numbers = (text: string | undefined): ReadonlyArray<number> =>
  (text ?? "").split(",").map((number) => Number.parseInt(number, 10))

/**
 * When Strava accepts calls again, from a response's headers: the limits for all calls and for reads, within 15
 * minutes and within a day. The windows turn at the quarter hours and at midnight, UTC
 * (https://developers.strava.com/docs/rate-limits/). Undefined if calls of each are left.
 */
export const rateLimitedUntil = ({ headers }: Answer, now: EpochMillis): EpochMillis | undefined => {
  const ends = ["x-ratelimit", "x-readratelimit"].flatMap((name) => {
    const limits = numbers(headers[`${name}-limit`])
    const usage = numbers(headers[`${name}-usage`])
    const isUsedUp = (at: number) => (usage[at] ?? NaN) >= (limits[at] ?? NaN)
    return [...(isUsedUp(0) ? [endOf(quarterHour, now)] : []), ...(isUsedUp(1) ? [endOf(day, now)] : [])]
  })
  return ends.length === 0 ? undefined : Math.max(...ends)
}

/** The same after a 429, which carries no Retry-After: without its headers, the quarter hour counts. */
export const retryAfter429 = (answer: Answer, now: EpochMillis): EpochMillis =>
  Math.max(rateLimitedUntil(answer, now) ?? endOf(quarterHour, now), now + (answer.retryAfter ?? 0) * 1000)
