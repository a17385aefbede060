import type { EpochMillis } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Allowance } from "./model.ts"

/** How long a request counts, in milliseconds. */
export const windowMillis = 60_000

/** A time in milliseconds, on the monotonic clock and on the wall clock. */
export interface Clocks {
  readonly now: number
  readonly wall: EpochMillis
}

/**
 * The time on both clocks. Windows use the monotonic one: setting the wall clock back must not make requests count for
 * longer, nor setting it forward make them count less.
 */
export const clocksOf = (clock: Clock.Clock): Clocks => ({
  now: Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n),
  wall: clock.currentTimeMillisUnsafe(),
})

export const readClocks: Effect.Effect<Clocks> = Clock.clockWith((clock) => Effect.succeed(clocksOf(clock)))

/** A part of a limit that another server holds until a time. */
export interface Reservation {
  readonly slots: number
  readonly until: number
}

const slotsOf = (held: ReadonlyArray<Reservation>) => held.reduce((sum, { slots }) => sum + slots, 0)

/** The requests of one subject that still count. Requests of the same millisecond share an entry. */
export class SlidingWindow {
  #times: Array<EpochMillis> = []
  #counts: Array<number> = []
  /** Entries before it have left the window; they are cut off now and then rather than one by one. */
  #head = 0
  #total = 0

  /** The number of requests that count at this time. */
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
    // A time before the latest one counts as the latest.
    if (last >= this.#head && (this.#times[last] ?? 0) >= now) {
      this.#counts[last] = (this.#counts[last] ?? 0) + 1
    } else {
      this.#times.push(now)
      this.#counts.push(1)
    }
    this.#total += 1
  }

  /** The time when the oldest counted request leaves the window; now, if none is counted. */
  resetAt(now: EpochMillis): EpochMillis {
    this.count(now)
    const oldest = this.#times[this.#head]
    return oldest === undefined ? now : oldest + windowMillis
  }

  /** The time when fewer than `limit` are taken, by requests counted here and by the parts that others hold. */
  freeAt(now: EpochMillis, limit: number, others: ReadonlyArray<Reservation> = []): EpochMillis {
    const ends = others.filter(({ until }) => until > now).toSorted((a, b) => a.until - b.until)
    let taken = this.count(now) + slotsOf(ends)
    if (taken < limit) return now
    for (let index = this.#head; ; index++) {
      const leaves = (this.#times[index] ?? Infinity) + windowMillis
      while (ends[0] !== undefined && ends[0].until <= leaves) {
        taken -= ends[0].slots
        if (taken < limit) return ends[0].until
        ends.shift()
      }
      if (leaves === Infinity) return now
      taken -= this.#counts[index] ?? 0
      if (taken < limit) return leaves
    }
  }
}

/** The windows of all subjects seen in the last minute. */
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
 * A subject's rate-limit state: `limit` is its whole limit, `others` the shares that other servers may still use, so
 * that `remaining` is what this server can promise.
 */
export const allowanceOf = (
  window: SlidingWindow,
  allowed: boolean,
  limit: number,
  { now, wall }: Clocks,
  others: ReadonlyArray<Reservation> = [],
): Allowance => ({
  allowed,
  limit,
  remaining: Math.max(0, limit - slotsOf(others.filter(({ until }) => until > now)) - window.count(now)),
  resetAt: window.resetAt(now) - now + wall,
  retryAfter: Math.max(1, Math.ceil((window.freeAt(now, limit, others) - now) / 1000)),
})
