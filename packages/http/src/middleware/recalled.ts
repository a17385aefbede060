import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Answers } from "./answers.ts"
import type { CallerState } from "./caller.ts"
import { failed } from "./failures.ts"
import type { MaybeAtHand } from "./gate.ts"
import { refusalOf } from "./keyRequired.ts"

/**
 * Gives answers before the router: those that need nothing but the time, refusals, and remembered ones. A route that has answered an
 * address with a remembered answer answers with the same bytes for as long as they hold good, to every caller whom it lets
 * through. Whatever else stands before a route or after it stands around this, so that both ways share it.
 */
export const makeRecalled = Effect.map(
  Answers,
  (answers) =>
    <E, R>(
      { url }: HttpServerRequest.HttpServerRequest,
      caller: CallerState,
      now: EpochMillis,
      routes: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    ): MaybeAtHand<E, R> => {
      const { route } = caller
      if (route?.atOnce !== undefined) return route.atOnce(now)
      if (route?.recallable !== true) return routes
      const refusal = refusalOf(caller, route.readable)
      if (refusal !== undefined) return failed(refusal)
      const known = answers.recall(url, caller.versions, now)
      return known ?? Effect.map(routes, (response) => answers.given(url, response))
    },
)
