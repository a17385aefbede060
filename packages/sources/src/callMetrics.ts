import type { SourceError } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"

const calls = Metric.counter("daybook_upstream_calls_total", {
  description: "Calls of third-party services, each try counted, by how they ended",
  incremental: true,
})

const durations = Metric.histogram("daybook_upstream_call_duration_seconds", {
  description: "Seconds per attempt, until the response is fully read",
  boundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})

const outcomeOf = (exit: Exit.Exit<unknown, SourceError>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  return exit.cause.reasons.find(Cause.isFailReason)?.error.failure ?? "defect"
}

/** Counts and times one attempt of a call. */
export const countCall = <A, R>(
  service: string,
  call: Effect.Effect<A, SourceError, R>,
): Effect.Effect<A, SourceError, R> =>
  Clock.clockWith((clock) => {
    const start = clock.monotonicTimeNanosUnsafe()
    return Effect.onExit(call, (exit) =>
      Effect.all(
        [
          Metric.update(Metric.withAttributes(calls, { service, outcome: outcomeOf(exit) }), 1),
          Metric.update(
            Metric.withAttributes(durations, { service }),
            Number(clock.monotonicTimeNanosUnsafe() - start) / 1e9,
          ),
        ],
        { discard: true },
      ),
    )
  })
