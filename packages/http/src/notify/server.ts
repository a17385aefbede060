import { storageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { PublicUrl } from "../middleware/publicUrl.ts"
import * as Documentation from "../middleware/documentation.ts"
import { makeRequestMetrics } from "../middleware/requestMetrics.ts"
import { makeRouteTable } from "../middleware/routeTable.ts"
import { isStopped, stopping } from "../middleware/stopping.ts"
import { failure } from "./answers.ts"
import { NotifyApi } from "./api.ts"
import * as Handlers from "./handlers.ts"

/** The longest path parameter: 255 characters of up to 12 when encoded (`%F0%9F%8E%88`). */
const maxParamLength = 255 * 12

const { methodsOf, routeOf } = makeRouteTable([NotifyApi], maxParamLength)

/** Answers a request that no route has answered. Of a defect only the id under which it is logged is shown. */
const answerFailure = (
  request: HttpServerRequest.HttpServerRequest,
  cause: Cause.Cause<unknown>,
): Effect.Effect<HttpServerResponse> => {
  if (isStopped(cause)) return Effect.succeed(failure(503, stopping.message, stopping.headers))
  // It holds no failure.
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
  const error = cause.reasons.find(Cause.isFailReason)?.error
  if (HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound") {
    const allow = methodsOf(request.url)
    return Effect.succeed(
      allow.length === 0
        ? failure(404, "There is no such path; /docs lists what there is")
        : failure(405, `${request.method} is not a method of this path; it has ${allow.join(", ")}`, {
            allow: allow.join(", "),
          }),
    )
  }
  const requestId = crypto.randomUUID()
  const away = storageUnavailable(cause)
  if (away !== undefined) {
    return Effect.logWarning(`a request was not served: ${away.message}`, away.cause).pipe(
      Effect.annotateLogs({ requestId, method: request.method }),
      Effect.as(
        failure(503, away.message, { "retry-after": String(away.retryAfter), "x-request-id": requestId }),
      ),
    )
  }
  return Effect.logError("a request failed", cause).pipe(
    // The path names a workspace and a person; neither belongs in a log.
    Effect.annotateLogs({ requestId, method: request.method }),
    Effect.as(failure(500, `Internal error; it is logged as ${requestId}`, { "x-request-id": requestId })),
  )
}

/**
 * The profile API as one effect: its routes, `/v1/openapi.json` and `/docs`, with an answer to every request. Needs the
 * use cases and ports of profiles.
 */
export const app = Effect.map(
  HttpRouter.toHttpEffect(Layer.mergeAll(Handlers.layer, Documentation.layer(NotifyApi))).pipe(
    Effect.provideService(HttpRouter.RouterConfig, { maxParamLength }),
    // That address is of the activity API.
    Effect.provideService(PublicUrl, undefined),
  ),
  (routes) =>
    Effect.map(makeRequestMetrics, (note) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const began = performance.now()
        return Effect.map(
          Effect.catchCause(routes, (cause) => answerFailure(request, cause)),
          (answer) =>
            note(request.method, routeOf(request.method, request.url)?.path ?? "none", answer, began),
        )
      }),
    ),
).pipe(Effect.flatten)

/** Answers a client before there is a request: a parser's error, a time limit. */
export const earlyAnswer = (
  _address: string | undefined,
  status: number,
  message: string,
): Effect.Effect<HttpServerResponse> => Effect.succeed(failure(status, message))
