import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerError from "effect/http/HttpServerError"

/** Completes when the host begins to stop, for responses without an end; never by default. */
export const HostStops = Context.Reference<Effect.Effect<void>>("daybook/http/HostStops", {
  defaultValue: () => Effect.never,
})

/** The error of requests that a stopping server no longer handles, and the seconds to wait. */
export const stopping = {
  message: "The server is shutting down. Retry after the number of seconds in Retry-After",
  headers: { "retry-after": "5" },
} as const

/** True if the server's stop interrupted a request, and not its client. */
export const isStopped = (cause: Cause.Cause<unknown>): boolean =>
  Cause.hasInterruptsOnly(cause) &&
  !cause.reasons.some((reason) => reason.annotations.has(HttpServerError.ClientAbort.key))
