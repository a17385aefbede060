import { type Allowance, windowMillis } from "@daybook/access"
import type { EpochMillis } from "@daybook/kernel"

/** A limiter written as plainly as its rule: all counted requests in an array that each question walks through. */
export class RateLimiterModel {
  readonly #counted: Array<{ readonly subject: string; readonly at: EpochMillis }> = []

  /** The times of the subject's requests that still count. */
  #counting(subject: string, now: EpochMillis): ReadonlyArray<EpochMillis> {
    return this.#counted
      .filter((request) => request.subject === subject && request.at + windowMillis > now)
      .map((request) => request.at)
  }

  take(subject: string, limit: number, now: EpochMillis): Omit<Allowance, "retryAfter"> {
    const allowed = this.#counting(subject, now).length < limit
    if (allowed) this.#counted.push({ subject, at: now })
    return { ...this.peek(subject, limit, now), allowed }
  }

  peek(subject: string, limit: number, now: EpochMillis): Omit<Allowance, "retryAfter"> {
    const counting = this.#counting(subject, now)
    return {
      allowed: true,
      limit,
      remaining: Math.max(0, limit - counting.length),
      resetAt: counting[0] === undefined ? now : counting[0] + windowMillis,
    }
  }
}

/** The largest number of requests in any 60 seconds. */
export const busiestWindow = (times: ReadonlyArray<EpochMillis>): number =>
  Math.max(
    0,
    ...times.map((start) => times.filter((time) => time >= start && time < start + windowMillis).length),
  )
