import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Answers } from "./answers.ts"
import { responseOf } from "./atOnce.ts"
import type { CallerState } from "./caller.ts"
import { failed } from "./failures.ts"
import type { MaybeAtHand } from "./gate.ts"
import type { Head } from "./head.ts"
import { refusalOf } from "./keyRequired.ts"

/**
 * Gives answers before the router: those that need nothing but the time, refusals, and remembered ones. A route that has answered an
 * address with a remembered answer answers with the same bytes for as long as they hold good, to every caller whom it lets
 * through. Whatever else stands before a route or after it stands around this, so that both ways share it.
 */
export const makeRecalled = Effect.map(Answers, (answers) => {
  const recall = ({ url }: Head, caller: CallerState, now: EpochMillis) => {
    const { route } = caller
    if (route?.atOnce !== undefined) return responseOf(route.atOnce(now))
    if (route?.recallable !== true) return undefined
    const refusal = refusalOf(caller, route.readable)
    return refusal === undefined ? answers.recall(url, caller.versions, now) : failed(refusal)
  }
  return {
    /** The answer before the router, else that of the router. */
    recallOrAsk: <E, R>(
      request: Head,
      caller: CallerState,
      now: EpochMillis,
      routes: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    ): MaybeAtHand<E, R> => {
      const known = recall(request, caller, now)
      if (known !== undefined) return known
      if (caller.route?.recallable !== true) return routes
      return Effect.map(routes, (response) => answers.given(request.url, response))
    },
  }
})
