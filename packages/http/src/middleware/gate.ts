import { type Allowance, type ApiKey, Keys, RateLimiter } from "@daybook/access"
import { DataVersions, Digest } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { tooManyRequests } from "../wire/errors.ts"
import { etagOf, matchesEtag } from "./answers.ts"
import { bearerKey } from "./bearerKey.ts"
import { Caller, type CallerState } from "./caller.ts"
import { answerFailure, failed } from "./failures.ts"
import { makeRequestMetrics } from "./requestMetrics.ts"
import type { RouteTable } from "./routeTable.ts"
import { addressLimit, addressSubject, standingHeaders } from "./standing.ts"
import { makeShowsSecret, type WebhookSettings, withoutSecret } from "./webhookSecret.ts"

/** The settings for counting requests. */
export interface GateSettings extends WebhookSettings {
  /** Requests of a key in 60 seconds, where its record says nothing else. */
  readonly rateLimit: number
}

/** True for a browser's preflight request. */
export const isPreflight = ({ method, headers }: HttpServerRequest.HttpServerRequest) =>
  method === "OPTIONS" &&
  headers["origin"] !== undefined &&
  headers["access-control-request-method"] !== undefined

/** The caller of a request, and their standing. */
type Admitted = Omit<CallerState, "requestId" | "route">

const nobody = Option.none<ApiKey>()
const noVersions: CallerState["versions"] = new Map()

/** A request of which nothing is known and nothing is counted. */
const anonymous = (allowance: Allowance, showsSecret = false): Admitted => ({
  caller: nobody,
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

/**
 * The gate of all requests, before their routes: it finds the caller and their standing with the limit. Every answer
 * leaves through it, too: it adds the limit's headers, caching, and one form for errors that no route has answered.
 */
export const makeGate = Effect.fnUntraced(function* (
  { methodsOf, routeOf }: RouteTable,
  settings: GateSettings,
) {
  const keys = yield* Keys
  const limiter = yield* RateLimiter
  const dataVersions = yield* DataVersions
  const hash = yield* Digest
  const counted = yield* makeRequestMetrics
  const showsSecret = makeShowsSecret(settings, hash)

  const addressOf = ({ remoteAddress }: HttpServerRequest.HttpServerRequest) =>
    addressSubject(Option.getOrUndefined(remoteAddress))

  const peek = (request: HttpServerRequest.HttpServerRequest) =>
    limiter.peek(addressOf(request), addressLimit)

  const admit = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    isFree: boolean,
    isWebhook: boolean,
  ) {
    if (isFree) return anonymous(yield* peek(request))
    if (isWebhook && showsSecret(request)) return anonymous(yield* peek(request), true)
    const key = bearerKey(request)
    if (key === undefined) return anonymous(yield* limiter.take(addressOf(request), addressLimit))
    const versions = yield* dataVersions.current
    const caller = yield* keys.authenticate(key, versions.get("access") ?? 0)
    const allowance = yield* Option.isNone(caller)
      ? limiter.take(addressOf(request), addressLimit)
      : limiter.take(`key ${caller.value.id}`, caller.value.rateLimit ?? settings.rateLimit)
    return { caller, allowance, showsSecret: false, versions }
  })

  const finish = (
    request: HttpServerRequest.HttpServerRequest,
    requestId: string,
    allowance: Allowance,
    response: HttpServerResponse.HttpServerResponse,
  ): HttpServerResponse.HttpServerResponse => {
    const headers: Record<string, string> = { "x-request-id": requestId, ...standingHeaders(allowance) }
    // A 304 carries it as well (RFC 9110, 15.4.5).
    const { "cache-control": cacheControl, vary } = response.headers
    headers["cache-control"] = cacheControl ?? "private, no-cache"
    if (cacheControl === undefined) {
      headers["vary"] = vary === undefined ? "Authorization" : `${vary}, Authorization`
    }
    if (response.status === 429) headers["retry-after"] = String(allowance.retryAfter)
    if (response.status === 401) headers["www-authenticate"] = "Bearer"
    if (response.status !== 200 || (request.method !== "GET" && request.method !== "HEAD")) {
      return HttpServerResponse.setHeaders(response, headers)
    }
    const etag = response.headers["etag"] ?? bodyTag(response)
    if (etag === undefined) return HttpServerResponse.setHeaders(response, headers)
    headers["etag"] = etag
    return matchesEtag(request, etag)
      ? HttpServerResponse.empty({ status: 304, headers })
      : HttpServerResponse.setHeaders(response, headers)
  }

  const bodyTag = ({ body }: HttpServerResponse.HttpServerResponse) =>
    body._tag === "Uint8Array" ? etagOf(hash(body.text ?? new TextDecoder().decode(body.body))) : undefined

  return <E, R>(
    answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.gen(function* () {
      const began = performance.now()
      const request = yield* HttpServerRequest.HttpServerRequest
      const { method, url } = request
      const requestId = crypto.randomUUID()
      const route = routeOf(method, url)
      /** The admission of a GET of this path, which says how strangers are received. */
      const reads = method === "GET" ? route?.admission : routeOf("GET", url)?.admission
      const isWebhook = route?.admission === "webhook"
      const leave = (allowance: Allowance, response: HttpServerResponse.HttpServerResponse) =>
        counted(method, route?.path ?? "none", finish(request, requestId, allowance, response), began)

      const admitted = yield* Effect.exit(admit(request, reads === "free" || isPreflight(request), isWebhook))
      if (admitted._tag === "Failure") {
        const response = yield* answerFailure(methodsOf, request, requestId, admitted.cause)
        return leave(yield* peek(request), response)
      }
      const { allowance } = admitted.value
      if (!allowance.allowed && reads === "open") return leave(allowance, failed(tooManyRequests))
      const open = isWebhook
        ? Effect.updateService(answer, HttpServerRequest.HttpServerRequest, withoutSecret)
        : answer
      const answered = Effect.catchCause(open, (cause) => answerFailure(methodsOf, request, requestId, cause))
      const state = { ...admitted.value, requestId, route }
      return leave(
        allowance,
        yield* Effect.updateContext(answered, contextFor<R | HttpServerRequest.HttpServerRequest>(state)),
      )
    })
})
