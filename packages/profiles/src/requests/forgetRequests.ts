import type { EpochMillis } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ProfileStore } from "../ports.ts"
import { PropertyStore } from "../properties.ts"

const batch = 1_000

/** Forgets records older than `days`, in small batches: first after a minute, then hourly. */
const forgetOlder = <Id, Store>(
  records: string,
  days: number,
  port: Context.Key<Id, Store>,
  forget: (store: Store, before: EpochMillis, now: EpochMillis) => Effect.Effect<number>,
) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const store = yield* port
      const forgetAll = Effect.gen(function* () {
        while (true) {
          const now = yield* Clock.currentTimeMillis
          const forgotten = yield* forget(store, now - Duration.toMillis(Duration.days(days)), now)
          if (forgotten === 0) return
          // Other work gets its turn between two batches.
          yield* Effect.sleep("50 millis")
        }
      }).pipe(Effect.catchDefect((defect) => Effect.logWarning(`${records} could not be forgotten`, defect)))
      yield* Effect.sleep("1 minute").pipe(
        Effect.andThen(Effect.forever(Effect.andThen(forgetAll, Effect.sleep("1 hour")))),
        Effect.forkScoped,
      )
    }),
  )

/** Forgets outcomes of requests older than `days`, and warnings that no value has raised since. */
export const forgetOutcomes = (days: number) =>
  Layer.mergeAll(
    forgetOlder("outcomes", days, ProfileStore, (store, before, now) => store.forget(before, batch, now)),
    forgetOlder("warnings", days, PropertyStore, (store, before) => store.forgetWarnings(before, batch)),
  )

/** Forgets erasures older than `days`. */
export const forgetErasures = (days: number) =>
  forgetOlder("erasures", days, ProfileStore, (store, before) => store.forgetErasures(before, batch))
