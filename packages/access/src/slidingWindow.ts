import type { EpochMillis } from "@daybook/kernel"
import type { Allowance } from "./model.ts"

/** How long a request counts, in milliseconds. */
export const windowMillis = 60_000

/** The requests of one subject that still count. Requests of the same millisecond share an entry. */
export class SlidingWindow {
  #times: Array<EpochMillis> = []
  #counts: Array<number> = []
  /** Entries before it have left; they are cut off now and then rather than one by one. */
  #head = 0
  #total = 0

  /** How many requests count at this time. */
  count(now: EpochMillis): number {
    while (this.#head < this.#times.length && (this.#times[this.#head] ?? 0) + windowMillis <= now) {
      this.#total -= this.#counts[this.#head] ?? 0
      this.#head += 1
    }
    if (this.#head > 1024 && this.#head * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#head)
      this.#counts = this.#counts.slice(this.#head)
      this.#head = 0
    }
    return this.#total
  }

  add(now: EpochMillis): void {
    const last = this.#times.length - 1
    // A clock that is set back must not make requests count for longer than 60 s after the latest.
    if (last >= this.#head && (this.#times[last] ?? 0) >= now) {
      this.#counts[last] = (this.#counts[last] ?? 0) + 1
    } else {
      this.#times.push(now)
      this.#counts.push(1)
    }
    this.#total += 1
  }

  /** When the oldest counted request leaves the window; now, when none is counted. */
  resetAt(now: EpochMillis): EpochMillis {
    this.count(now)
    const oldest = this.#times[this.#head]
    return oldest === undefined ? now : oldest + windowMillis
  }

  /** When fewer than `limit` requests will count. */
  freeAt(now: EpochMillis, limit: number): EpochMillis {
    let left = this.count(now)
    if (left < limit) return now
    for (let index = this.#head; index < this.#times.length; index++) {
      left -= this.#counts[index] ?? 0
      if (left < limit) return (this.#times[index] ?? now) + windowMillis
    }
    return now
  }
}

/** The windows of all subjects that were seen in the last minute. */
export class SlidingWindows {
  readonly #windows = new Map<string, SlidingWindow>()
  #sweepAt = 0

  window(subject: string, now: EpochMillis): SlidingWindow {
    if (now >= this.#sweepAt) {
      for (const [key, window] of this.#windows) if (window.count(now) === 0) this.#windows.delete(key)
      this.#sweepAt = now + windowMillis
    }
    let window = this.#windows.get(subject)
    if (window === undefined) {
      window = new SlidingWindow()
      this.#windows.set(subject, window)
    }
    return window
  }
}

/**
 * Where a subject stands: `limit` is what it may do in all, `held` what others of our servers may still use of
 * it, so that what remains is what this server can promise.
 */
export const allowanceOf = (
  window: SlidingWindow,
  allowed: boolean,
  limit: number,
  now: EpochMillis,
  held = 0,
): Allowance => ({
  allowed,
  limit,
  remaining: Math.max(0, limit - held - window.count(now)),
  resetAt: window.resetAt(now),
  retryAfter: Math.max(1, Math.ceil((window.freeAt(now, Math.max(1, limit - held)) - now) / 1000)),
})
