import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/**
 * An effect that waits until the next call may start, so that starts are at least `gap` apart however many fibers
 * ask. Each caller takes the next free moment at once and sleeps until it.
 */
export const makePace = (gap: Duration.Input): Effect.Effect<void> => {
  const step = Duration.toNanosUnsafe(Duration.fromInputUnsafe(gap))
  let free = 0n
  return Clock.clockWith((clock) => {
    // Monotonic: setting the wall clock back must not hold calls up.
    const now = clock.monotonicTimeNanosUnsafe()
    const start = free > now ? free : now
    free = start + step
    return start === now ? Effect.void : clock.sleep(Duration.nanos(start - now))
  })
}
