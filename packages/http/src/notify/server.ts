import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { type HttpServerResponse, setHeader } from "effect/http/HttpServerResponse"
import { PublicUrl } from "../middleware/publicUrl.ts"
import * as Documentation from "../middleware/documentation.ts"
import { isPackable, packed, variedByEncoding } from "../middleware/compression.ts"
import { makeRequestMetrics } from "../middleware/requestMetrics.ts"
import * as Router from "../middleware/routing/router.ts"
import { faultOf, parseTarget } from "../middleware/routing/target.ts"
import { failure } from "./responses.ts"
import { NotifyApi } from "./api.ts"
import { makeAnswerFailure, routeOf } from "./failures.ts"
import * as Handlers from "./handlers.ts"

/** Caches keep a response by the encodings that the client accepts. */
const varied = (answer: HttpServerResponse) =>
  setHeader(answer, "vary", variedByEncoding(answer.headers["vary"]))

/**
 * The profile API as one effect: its routes, `/v1/openapi.json` and `/docs`, with a response to every request. Needs
 * the use cases and ports of profiles.
 */
export const app = Effect.gen(function* () {
  const routes = yield* Router.toHttpEffect(
    Layer.mergeAll(Handlers.layer, Documentation.layer(NotifyApi)),
  ).pipe(
    // That path belongs to the activity API.
    Effect.provideService(PublicUrl, undefined),
  )
  const note = yield* makeRequestMetrics
  const answerFailure = yield* makeAnswerFailure
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const began = performance.now()
    const target = parseTarget(request.url)
    const route = target && routeOf(request.method, target.path)
    const noted = (answer: HttpServerResponse) => note(request.method, route?.path ?? "none", answer, began)
    const fault = faultOf(target, request.headers["host"])
    if (fault !== undefined) return Effect.sync(() => noted(failure(400, fault)))
    return Effect.flatMap(
      Effect.catchCause(routes, (cause) => answerFailure(request, cause)),
      (answer) => Effect.map(packed(request, isPackable(request, answer) ? varied(answer) : answer), noted),
    )
  })
})

/** Responds to a client before there is a request: a parser's error, a time limit. */
export const earlyAnswer = (
  _address: string | undefined,
  status: number,
  message: string,
): Effect.Effect<HttpServerResponse> => Effect.succeed(failure(status, message))
