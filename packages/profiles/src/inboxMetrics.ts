import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import { ProfileStore } from "./ports.ts"

/** The changes that this server has applied. */
export const appliedChanges = Metric.counter("daybook_profile_changes_applied_total", {
  description: "Changes of profiles that this server has applied",
  incremental: true,
})

const waitingChanges = Metric.gauge("daybook_profile_changes_waiting", {
  description: "Changes of profiles that wait to be applied, up to 100,000, by all servers",
})

const oldestAge = Metric.gauge("daybook_profile_oldest_waiting_seconds", {
  description: "Seconds since the acceptance of the change that has waited the longest; 0 where none waits",
})

/** Looks at the inbox every ten seconds, and tells in metrics what waits there. */
export const measureInbox = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* ProfileStore
    const look = Effect.gen(function* () {
      yield* Metric.update(waitingChanges, yield* store.countWaiting)
      const oldest = yield* store.oldestWaiting
      const now = yield* Clock.currentTimeMillis
      const age = Option.match(oldest, { onNone: () => 0, onSome: (at) => Math.max(0, now - at) / 1_000 })
      yield* Metric.update(oldestAge, age)
    })
    yield* Effect.forkScoped(
      Effect.forever(
        Effect.andThen(
          Effect.catchDefect(look, (defect) => Effect.logWarning("the inbox could not be measured", defect)),
          Effect.sleep("10 seconds"),
        ),
      ),
    )
  }),
)
