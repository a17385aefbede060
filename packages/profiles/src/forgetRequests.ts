import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ProfileStore } from "./ports.ts"

const batch = 1_000

/** Forgets outcomes of requests older than `days`, in small batches: first after a minute, then hourly. */
export const forgetOutcomes = (days: number) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const forgetAll = Effect.gen(function* () {
        while (true) {
          const now = yield* Clock.currentTimeMillis
          const forgotten = yield* store.forget(now - Duration.toMillis(Duration.days(days)), batch, now)
          if (forgotten === 0) return
          // Other work gets its turn between two batches.
          yield* Effect.sleep("50 millis")
        }
      }).pipe(Effect.catchDefect((defect) => Effect.logWarning("outcomes could not be forgotten", defect)))
      yield* Effect.sleep("1 minute").pipe(
        Effect.andThen(Effect.forever(Effect.andThen(forgetAll, Effect.sleep("1 hour")))),
        Effect.forkScoped,
      )
    }),
  )
