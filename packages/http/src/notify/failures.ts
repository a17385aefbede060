import { storageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServerError from "effect/http/HttpServerError"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { makeRouteTable } from "../middleware/routing/routeTable.ts"
import { isStopped, stopping } from "../middleware/stopping.ts"
import { failure } from "./responses.ts"
import { NotifyApi } from "./api.ts"
import { makeAnswerRefusal, refuse } from "./refusals.ts"

/** The routes of the profile API and of its documentation. */
export const { methodsOf, routeOf } = makeRouteTable([NotifyApi])

const noRoute = ({ method, url }: { readonly method: string; readonly url: string }): HttpServerResponse => {
  const [path = ""] = url.split("?", 1)
  const allow = methodsOf(path)
  return allow.length === 0
    ? failure(404, "There is no such path; /docs lists what there is")
    : failure(405, `${method} is not a method of this path; it has ${allow.join(", ")}`, {
        allow: allow.join(", "),
      })
}

/** Makes the function that responds to requests that no route handled. A defect shows only its log id. */
export const makeAnswerFailure = Effect.map(
  makeAnswerRefusal,
  (answerRefusal) =>
    (
      request: { readonly method: string; readonly url: string },
      cause: Cause.Cause<unknown>,
    ): Effect.Effect<HttpServerResponse> => {
      if (isStopped(cause)) {
        return Effect.sync(() => answerRefusal(refuse("stopping", 503, stopping.message, stopping.headers)))
      }
      // It contains no failure.
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
      const error = cause.reasons.find(Cause.isFailReason)?.error
      if (HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound") {
        return Effect.succeed(noRoute(request))
      }
      const requestId = crypto.randomUUID()
      const away = storageUnavailable(cause)
      if (away !== undefined) {
        const headers = { "retry-after": String(away.retryAfter), "x-request-id": requestId }
        return Effect.logWarning(`a request was not served: ${away.message}`, away.cause).pipe(
          Effect.annotateLogs({ requestId, method: request.method }),
          Effect.map(() => answerRefusal(refuse("storage_away", 503, away.message, headers))),
        )
      }
      return Effect.logError("a request failed", cause).pipe(
        // The path names a workspace and the owner; neither belongs in a log.
        Effect.annotateLogs({ requestId, method: request.method }),
        Effect.as(
          failure(500, `Internal error; it is logged as ${requestId}`, { "x-request-id": requestId }),
        ),
      )
    },
)
