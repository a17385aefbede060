import * as Cause from "effect/Cause"
import * as HttpServerError from "effect/http/HttpServerError"

/** The sentence for whoever waits for an answer that the server has no time for any more, and the seconds to wait. */
export const stopping = {
  message: "The server is being stopped: ask again after the seconds in Retry-After",
  headers: { "retry-after": "5" },
} as const

/** True where a request was interrupted because the server stops, not because its client has gone. */
export const isStopped = (cause: Cause.Cause<unknown>): boolean =>
  Cause.hasInterruptsOnly(cause) &&
  !cause.reasons.some((reason) => reason.annotations.has(HttpServerError.ClientAbort.key))
