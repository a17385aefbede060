import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Answers } from "./answers.ts"
import { Caller } from "./caller.ts"
import { refusalOf } from "./keyRequired.ts"

/** The span of a request says its route, as the router would have it say. */
const nameRoute = (context: Context.Context<never>, path: string) => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  if (span?._tag === "Span" && span.sampled) span.attribute("http.route", path)
}

/**
 * Gives remembered answers before the router: a route that has answered this address with one answers with the same
 * bytes for as long as they hold good, to every caller whom it lets through. Whatever else stands before a route or after
 * it stands around this, so that both ways share it.
 */
export const makeRecalled = Effect.map(
  Answers,
  (answers) =>
    <E, R>(
      routes: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
      Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest | R>) => {
        const caller = Context.get(context, Caller)
        const { route } = caller
        if (route?.recallable !== true || refusalOf(caller, route.readable) !== undefined) return routes
        const { url } = Context.get(context, HttpServerRequest.HttpServerRequest)
        const known = answers.recall(
          url,
          caller.versions,
          Context.get(context, Clock.Clock).currentTimeMillisUnsafe(),
        )
        if (known === undefined) return Effect.map(routes, (response) => answers.given(url, response))
        nameRoute(context, route.path)
        return Effect.succeed(known)
      }),
)
