import { ServiceStates, type SourceError } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

const minute = 60_000

/**
 * Notes how the calls of a service end, for `GET /v1/admin/sources`. Like endings are noted once a minute, so that a sync
 * of a thousand pages is one note. A note that cannot be stored is dropped: the call has its own outcome.
 */
export const trackServiceHealth = Effect.fnUntraced(function* (service: string) {
  const states = yield* ServiceStates
  let last = { trouble: "", until: 0 }

  const note = Effect.fnUntraced(function* (trouble: string) {
    const now = yield* Clock.currentTimeMillis
    if (trouble === last.trouble && now < last.until && now >= last.until - minute) return
    last = { trouble, until: now + minute }
    yield* trouble === "" ? states.succeeded(service) : states.failed(service, trouble)
  })

  return <A, R>(call: Effect.Effect<A, SourceError, R>): Effect.Effect<A, SourceError, R> =>
    Effect.onExit(call, (exit) => {
      const failure = Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isFailReason)?.error : undefined
      if (Exit.isFailure(exit) && failure === undefined) return Effect.void
      return note(failure?.message ?? "").pipe(Effect.timeoutOption("2 seconds"), Effect.ignoreCause)
    })
})
