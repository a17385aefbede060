import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

/** The moment of the monotonic clock, in nanoseconds, at which a sync leaves the rest for another call; none by default. */
const SyncDeadline = Context.Reference<bigint | undefined>("daybook/kernel/SyncDeadline", {
  defaultValue: () => undefined,
})

/** Limits a sync in time, from now on. Everything stored by then stays, and the sync reports that some is left. */
export const withSyncDeadline =
  (limit: Duration.Input) =>
  <A, E, R>(sync: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.monotonicTimeNanos, (now) =>
      Effect.provideService(
        sync,
        SyncDeadline,
        now + Duration.toNanosUnsafe(Duration.fromInputUnsafe(limit)),
      ),
    )

/** The time that a sync may still take. */
export const syncTimeLeft: Effect.Effect<Duration.Duration> = Effect.gen(function* () {
  const deadline = yield* SyncDeadline
  if (deadline === undefined) return Duration.infinity
  const left = deadline - (yield* Clock.monotonicTimeNanos)
  return Duration.nanos(left > 0n ? left : 0n)
})

/** Runs a part of a sync in a share of the time left, by default in all of it; none if it was cut off. */
export const inSyncTime = Effect.fnUntraced(function* <A, E, R>(
  part: Effect.Effect<A, E, R>,
  share?: Duration.Duration,
): Effect.fn.Return<Option.Option<A>, E, R> {
  const time = share ?? (yield* syncTimeLeft)
  return Duration.isFinite(time) ? yield* Effect.timeoutOption(part, time) : yield* Effect.asSome(part)
})
