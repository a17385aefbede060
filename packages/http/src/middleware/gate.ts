import type { Allowance } from "@daybook/access"
import { Digest, View } from "@daybook/kernel"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as IpNetwork from "effect/net/IpNetwork"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { badRequest, tooManyRequests } from "../wire/errors.ts"
import { makeAdmitCaller } from "./access/admitCaller.ts"
import { Caller, type CallerState } from "./access/caller.ts"
import { InsideCall } from "./access/insideCall.ts"
import type { SessionSeal } from "./access/session.ts"
import { shareParameter } from "./access/sharedAddress.ts"
import { makeShowsSecret, type WebhookSettings, withoutParameter } from "./access/webhookSecret.ts"
import { type Begun, beginningIn } from "./begunRequest.ts"
import { makeLeave } from "./departure.ts"
import { answerFailure } from "./failures.ts"
import { Hidden } from "./hidden.ts"
import { type Protocol, protocolsOf } from "./protocol.ts"
import type { RouteTable } from "./routing/routeTable.ts"

/** The settings for counting requests. */
export interface GateSettings extends WebhookSettings {
  /** Requests of a key in 60 seconds, unless the key has its own limit. */
  readonly rateLimit: number
  /** Seals the sessions of browsers; without it cookies are ignored. */
  readonly sessions?: SessionSeal | undefined
  /** True for assistants that may write, where the owner lets them. */
  readonly assistantsWrite?: boolean
  /** The networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
}

/** The context of a route: the caller and the request, and logs under the request's id. */
const contextFor =
  <R>(state: CallerState, request: HttpServerRequest.HttpServerRequest, hidden: View["hidden"]) =>
  (context: Context.Context<R>): Context.Context<R> =>
    context.pipe(
      Context.add(HttpServerRequest.HttpServerRequest, request),
      Context.add(Caller, state),
      Context.add(View, { isOwner: state.isOwner, hidden }),
      Context.add(References.CurrentLogAnnotations, {
        ...Context.get(context, References.CurrentLogAnnotations),
        requestId: state.requestId,
      }),
    )

/** The response to a request that stops here: it is unreadable, or its IP address has used up its limit. */
const refusalOf = ({ face, fault, isOpen }: Begun, { allowed }: Allowance) => {
  if (fault !== undefined) return face.failed(badRequest(fault))
  return isOpen && !allowed ? face.failed(tooManyRequests) : undefined
}

/**
 * The gate of all requests, before their routes: it finds the caller and their rate-limit state. Every response
 * leaves through it, too: it adds the rate-limit headers, caching, and one form for errors that no route handled.
 */
export const makeGate = Effect.fnUntraced(function* (
  routes: RouteTable,
  settings: GateSettings,
  protocols: ReadonlyArray<Protocol>,
) {
  const { assistantsWrite = false, sessions } = settings
  const hidden = yield* Hidden
  const showsSecret = makeShowsSecret(settings, yield* Digest)
  const { admit, peek } = yield* makeAdmitCaller(settings.rateLimit, sessions, showsSecret)
  const begin = beginningIn(routes, protocolsOf(protocols))
  const leave = yield* makeLeave(sessions !== undefined, assistantsWrite)

  /** Passes a request to its route: `answering` returns the route's effect for the request as the route sees it. */
  return <E, R>(
    answering: (
      request: HttpServerRequest.HttpServerRequest,
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.contextWith((context: Context.Context<R | HttpServerRequest.HttpServerRequest>) => {
      const request = Context.get(context, HttpServerRequest.HttpServerRequest)
      const clock = Context.get(context, Clock.Clock)
      const begun = begin(request, Context.get(context, InsideCall))
      const { face, isWebhook, requestId, share } = begun
      /** The request as its route sees it: no log, and no cached response, contains a secret of its URL. */
      const inside = isWebhook
        ? withoutParameter(request, "secret")
        : share === undefined
          ? request
          : withoutParameter(request, shareParameter)
      const left = (allowance: Allowance, response: HttpServerResponse.HttpServerResponse) =>
        leave(begun, allowance, response, clock)
      const failed = (cause: Cause.Cause<unknown>) =>
        answerFailure(routes, request, requestId, cause, face.failed)

      return Effect.matchCauseEffect(admit(request, begun), {
        onFailure: (cause) =>
          Effect.flatMap(failed(cause), (response) =>
            Effect.flatMap(peek(Option.getOrUndefined(request.remoteAddress)), (allowance) =>
              left(allowance, response),
            ),
          ),
        onSuccess: (admitted) => {
          const { allowance } = admitted
          const refusal = refusalOf(begun, allowance)
          if (refusal !== undefined) return left(allowance, refusal)
          const answered = Effect.catchCause(answering(inside), failed)
          return Effect.flatMap(
            Effect.updateContext(
              answered,
              contextFor<R | HttpServerRequest.HttpServerRequest>({ ...admitted, requestId }, inside, hidden),
            ),
            (response) => left(allowance, response),
          )
        },
      })
    })
})
