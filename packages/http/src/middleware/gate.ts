import { type Allowance, Keys, RateLimiter, Shares } from "@daybook/access"
import { DataVersions, Digest, type EpochMillis } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { tooManyRequests } from "../wire/errors.ts"
import { etagOf, knownTag } from "./answers.ts"
import { Caller, type CallerState } from "./caller.ts"
import { answerFailure } from "./failures.ts"
import { type Holder, limitOf, subjectOf } from "./holder.ts"
import { type Face, type Protocol, protocolsOf } from "./protocol.ts"
import { makeRequestMetrics } from "./requestMetrics.ts"
import type { Route, RouteTable } from "./routeTable.ts"
import { makeBaseOf } from "./publicUrl.ts"
import { keyOfSession, sessionOf, type SessionSeal } from "./session.ts"
import { isPackable, packed, variedByEncoding } from "./packing.ts"
import { sharedAddress, shareParameter, shareTokenIn } from "./sharedAddress.ts"
import { addressLimit, addressSubject, standingHeaders } from "./standing.ts"
import { makeShowsSecret, type WebhookSettings, withoutParameter } from "./webhookSecret.ts"

/** The settings for counting requests. */
export interface GateSettings extends WebhookSettings {
  /** Requests of a key in 60 seconds, where its record says nothing else. */
  readonly rateLimit: number
  /** Seals the sessions of browsers; without it no cookie is looked at. */
  readonly sessions?: SessionSeal | undefined
}

/** True for a browser's preflight request. */
export const isPreflight = ({ method, headers }: HttpServerRequest.HttpServerRequest) =>
  method === "OPTIONS" &&
  headers["origin"] !== undefined &&
  headers["access-control-request-method"] !== undefined

/** The caller of a request, and their standing. */
type Admitted = Omit<CallerState, "requestId" | "route">

const nobody = Option.none<Holder>()
const neverAgain = Effect.succeed(false)
const noVersions: CallerState["versions"] = new Map()

/** A request of which nothing is known and nothing is counted. */
const anonymous = (allowance: Allowance, showsSecret = false): Admitted => ({
  caller: nobody,
  isStillCaller: neverAgain,
  allowance,
  showsSecret,
  versions: noVersions,
})

/** The context of a route: it finds there who calls, and logs under the request's id. */
const contextFor =
  <R>(state: CallerState) =>
  (context: Context.Context<R>): Context.Context<R> =>
    Context.add(Context.add(context, Caller, state), References.CurrentLogAnnotations, {
      ...Context.get(context, References.CurrentLogAnnotations),
      requestId: state.requestId,
    })

/** An answer: one at hand, or an effect that makes it with the caller in its context. */
export type MaybeAtHand<E, R> =
  | HttpServerResponse.HttpServerResponse
  | Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** The span of a request that no router sees says its route, as the router would have it say. */
const nameRoute = (context: Context.Context<never>, route: Route | undefined) => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  if (route !== undefined && span?._tag === "Span" && span.sampled) span.attribute("http.route", route.path)
}

/**
 * The gate of all requests, before their routes: it finds the caller and their standing with the limit. Every answer
 * leaves through it, too: it adds the limit's headers, caching, and one form for errors that no route has answered.
 */
export const makeGate = Effect.fnUntraced(function* (
  routes: RouteTable,
  settings: GateSettings,
  protocols: ReadonlyArray<Protocol>,
) {
  const keys = yield* Keys
  const shares = yield* Shares
  const limiter = yield* RateLimiter
  const dataVersions = yield* DataVersions
  const hash = yield* Digest
  const counted = yield* makeRequestMetrics
  const showsSecret = makeShowsSecret(settings, hash)
  const protocolOf = protocolsOf(protocols)

  const baseOf = yield* makeBaseOf
  const { sessions } = settings

  const addressOf = ({ remoteAddress }: HttpServerRequest.HttpServerRequest) =>
    addressSubject(Option.getOrUndefined(remoteAddress))

  const peek = (request: HttpServerRequest.HttpServerRequest) =>
    limiter.peek(addressOf(request), addressLimit)

  const takeOf = (request: HttpServerRequest.HttpServerRequest, caller: Option.Option<Holder>) =>
    Option.isNone(caller)
      ? limiter.take(addressOf(request), addressLimit)
      : limiter.take(subjectOf(caller.value), limitOf(caller.value) ?? settings.rateLimit)

  /** Looks up the key that a request shows, else the share whose token it shows, else its session's key; undefined where it shows none. */
  const lookUpOf = (
    request: HttpServerRequest.HttpServerRequest,
    share: string | undefined,
    { keyOf }: Face,
  ) => {
    const key = keyOf(request)
    if (key !== undefined) return (version: number) => keys.authenticate(key, version)
    if (share !== undefined) {
      const address = sharedAddress(request.url) ?? ""
      return (version: number): Effect.Effect<Option.Option<Holder>> =>
        shares.opening(share, address, version)
    }
    const session =
      sessions === undefined ? undefined : sessionOf(request, () => new URL(baseOf(request)).host)
    if (sessions === undefined || session === undefined) return undefined
    return (version: number): Effect.Effect<Option.Option<Holder>> =>
      Effect.flatMap(keyOfSession(sessions, session), (sealed) =>
        Option.isNone(sealed) ? Effect.succeed(nobody) : keys.authenticate(sealed.value, version),
      )
  }

  const admit = (
    request: HttpServerRequest.HttpServerRequest,
    isFree: boolean,
    isWebhook: boolean,
    share: string | undefined,
    face: Face,
  ): Effect.Effect<Admitted> => {
    if (isFree) return Effect.map(peek(request), (allowance) => anonymous(allowance))
    if (isWebhook && showsSecret(request)) {
      return Effect.map(peek(request), (allowance) => anonymous(allowance, true))
    }
    const lookUp = lookUpOf(request, share, face)
    if (lookUp === undefined) {
      return Effect.map(takeOf(request, nobody), (allowance) => anonymous(allowance))
    }
    const find = (versions: CallerState["versions"]): Effect.Effect<Option.Option<Holder>> =>
      lookUp(versions.get("access") ?? 0)
    return Effect.flatMap(dataVersions.current, (versions) =>
      Effect.flatMap(find(versions), (caller) =>
        Effect.map(takeOf(request, caller), (allowance) => ({
          caller,
          isStillCaller: Effect.map(Effect.flatMap(dataVersions.current, find), Option.isSome),
          allowance,
          showsSecret: false,
          versions,
        })),
      ),
    )
  }

  const finish = (
    request: HttpServerRequest.HttpServerRequest,
    requestId: string,
    allowance: Allowance,
    response: HttpServerResponse.HttpServerResponse,
    face: Face,
    clock: Clock.Clock,
  ): HttpServerResponse.HttpServerResponse => {
    const headers: Record<string, string> = {
      "x-request-id": requestId,
      ...standingHeaders(allowance),
      ...face.headers(allowance, clock),
    }
    // A 304 carries it as well (RFC 9110, 15.4.5).
    const { "cache-control": cacheControl, vary } = response.headers
    headers["cache-control"] = cacheControl ?? "private, no-cache"
    if (cacheControl === undefined) {
      headers["vary"] = vary === undefined ? "Authorization" : `${vary}, Authorization`
    }
    if (isPackable(request, response)) headers["vary"] = variedByEncoding(headers["vary"] ?? vary)
    if (response.status === 429) headers["retry-after"] = String(allowance.retryAfter)
    if (response.status === 401) headers["www-authenticate"] = face.scheme
    if (response.status !== 200 || (request.method !== "GET" && request.method !== "HEAD")) {
      return HttpServerResponse.setHeaders(response, headers)
    }
    const etag = response.headers["etag"] ?? bodyTag(response)
    if (etag === undefined) return HttpServerResponse.setHeaders(response, headers)
    const known = knownTag(request, etag)
    headers["etag"] = known ?? etag
    return known !== undefined
      ? HttpServerResponse.empty({ status: 304, headers })
      : HttpServerResponse.setHeaders(response, headers)
  }

  const bodyTag = ({ body }: HttpServerResponse.HttpServerResponse) =>
    body._tag === "Uint8Array" ? etagOf(hash(body.text ?? new TextDecoder().decode(body.body))) : undefined

  // In the way of every request: an answer at hand passes without a generator, and without a context of its own.
  return <E, R>(
    answering: (
      request: HttpServerRequest.HttpServerRequest,
      caller: CallerState,
      now: EpochMillis,
    ) => MaybeAtHand<E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.contextWith((context: Context.Context<R | HttpServerRequest.HttpServerRequest>) => {
      const began = performance.now()
      const request = Context.get(context, HttpServerRequest.HttpServerRequest)
      const { method, url } = request
      const requestId = crypto.randomUUID()
      const route = routes.routeOf(method, url)
      const face = protocolOf(route?.path ?? url)
      const clock = Context.get(context, Clock.Clock)
      /** The admission of a GET of this path, which says how strangers are received. */
      const reads = method === "GET" ? route?.admission : routes.routeOf("GET", url)?.admission
      const isWebhook = route?.admission === "webhook"
      const share = route?.readable === true && route.admission === "key" ? shareTokenIn(url) : undefined
      /** The request as its route sees it: no log, and no remembered answer, holds a secret of its address. */
      const inside = isWebhook
        ? withoutParameter(request, "secret")
        : share === undefined
          ? request
          : withoutParameter(request, shareParameter)
      const sent = (response: HttpServerResponse.HttpServerResponse) =>
        counted(method, route?.path ?? "none", response, began)
      const leave = (allowance: Allowance, response: HttpServerResponse.HttpServerResponse) => {
        const answer = packed(request, finish(request, requestId, allowance, response, face, clock))
        return HttpServerResponse.isHttpServerResponse(answer)
          ? Effect.succeed(sent(answer))
          : Effect.map(answer, sent)
      }

      type Answered = Effect.Effect<
        HttpServerResponse.HttpServerResponse,
        E,
        R | HttpServerRequest.HttpServerRequest
      >
      return Effect.matchCauseEffect(
        admit(request, reads === "free" || isPreflight(request), isWebhook, share, face),
        {
          onFailure: (cause): Answered =>
            Effect.flatMap(answerFailure(routes, request, requestId, cause, face.failed), (response) =>
              Effect.flatMap(peek(request), (allowance) => leave(allowance, response)),
            ),
          onSuccess: (admitted): Answered => {
            const { allowance } = admitted
            if (!allowance.allowed && reads === "open") {
              return leave(allowance, face.failed(tooManyRequests))
            }
            const caller = { ...admitted, requestId, route }
            const now = clock.currentTimeMillisUnsafe()
            const answer = answering(inside, caller, now)
            if (HttpServerResponse.isHttpServerResponse(answer)) {
              nameRoute(context, route)
              return leave(allowance, answer)
            }
            const open =
              inside === request
                ? answer
                : Effect.provideService(answer, HttpServerRequest.HttpServerRequest, inside)
            const answered = Effect.catchCause(open, (cause) =>
              answerFailure(routes, request, requestId, cause, face.failed),
            )
            return Effect.flatMap(
              Effect.updateContext(answered, contextFor<R | HttpServerRequest.HttpServerRequest>(caller)),
              (response) => leave(allowance, response),
            )
          },
        },
      )
    })
})
