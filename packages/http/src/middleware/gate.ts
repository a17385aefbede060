import { Keys, RateLimiter } from "@daybook/access"
import { DataVersions, Digest, storageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { notFound, tooManyRequests, unavailable, workFailed } from "../wire/errors.ts"
import { etagOf, matchesEtag } from "./answers.ts"
import { makeRequestMetrics } from "./requestMetrics.ts"
import type { RouteTable } from "./routeTable.ts"
import { addressLimit, addressSubject, standingHeaders } from "./standing.ts"
import { isStopped, stopping } from "./stopping.ts"
import { Caller, type CallerState } from "./caller.ts"
import { makeShowsSecret, type WebhookSettings, withoutSecret } from "./webhookSecret.ts"

/** The settings for counting requests. */
export interface GateSettings extends WebhookSettings {
  /** Requests of a key in 60 seconds, where its record says nothing else. */
  readonly rateLimit: number
}

const pathOf = (request: HttpServerRequest.HttpServerRequest) => {
  const end = request.url.indexOf("?")
  return end === -1 ? request.url : request.url.slice(0, end)
}

/** True for a browser's preflight request. */
export const isPreflight = ({ method, headers }: HttpServerRequest.HttpServerRequest) =>
  method === "OPTIONS" &&
  headers["origin"] !== undefined &&
  headers["access-control-request-method"] !== undefined

/** The key of `Authorization: Bearer <key>`, `Bearer` in any case. */
export const bearerKey = (request: HttpServerRequest.HttpServerRequest) =>
  /^bearer +(\S+)\s*$/i.exec(request.headers["authorization"] ?? "")?.[1]

const failed = (
  body: { readonly error: string; readonly status: number },
  headers: Record<string, string> = {},
) => HttpServerResponse.jsonUnsafe(body, { status: body.status, headers })

/**
 * The gate of all requests, before their routes: it finds the caller and their standing with the limit. Every answer
 * leaves through it, too: it adds the limit's headers, caching, and one form for errors that no route has answered.
 */
export const makeGate = Effect.fnUntraced(function* (routes: RouteTable, settings: GateSettings) {
  const keys = yield* Keys
  const limiter = yield* RateLimiter
  const dataVersions = yield* DataVersions
  const hash = yield* Digest
  const { admissionOf, methodsOf, readAdmissionOf } = routes
  const counted = yield* makeRequestMetrics(routes)
  const showsSecret = makeShowsSecret(settings, hash)

  /** True for a request to a webhook, whose secret may be in its address. */
  const isWebhook = (request: HttpServerRequest.HttpServerRequest) => admissionOf(request) === "webhook"

  const addressOf = (request: HttpServerRequest.HttpServerRequest) =>
    addressSubject(Option.getOrUndefined(request.remoteAddress))

  const admit = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    requestId: string,
  ) {
    const free = readAdmissionOf(request.url) === "free" || isPreflight(request)
    if (free) return yield* anonymous(request, requestId)
    if (isWebhook(request) && showsSecret(request)) {
      return { ...(yield* anonymous(request, requestId)), showsSecret: true }
    }
    const key = bearerKey(request)
    const versions = key === undefined ? new Map<string, number>() : yield* dataVersions.current
    const caller =
      key === undefined ? Option.none() : yield* keys.authenticate(key, versions.get("access") ?? 0)
    const allowance = Option.isNone(caller)
      ? yield* limiter.take(addressOf(request), addressLimit)
      : yield* limiter.take(`key ${caller.value.id}`, caller.value.rateLimit ?? settings.rateLimit)
    return { requestId, caller, allowance, showsSecret: false, versions }
  })

  /** A request of which nothing is known and nothing is counted. */
  const anonymous = (
    request: HttpServerRequest.HttpServerRequest,
    requestId: string,
  ): Effect.Effect<CallerState> =>
    Effect.map(limiter.peek(addressOf(request), addressLimit), (allowance) => ({
      requestId,
      caller: Option.none(),
      allowance,
      showsSecret: false,
      versions: new Map(),
    }))

  /** Turns what no route has answered into an answer. Nothing of a defect leaves but the id under which it is logged. */
  const answerFailure = (
    request: HttpServerRequest.HttpServerRequest,
    requestId: string,
    cause: Cause.Cause<unknown>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    if (isStopped(cause)) return Effect.succeed(failed(unavailable(stopping.message), stopping.headers))
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
    const failure = cause.reasons.find(Cause.isFailReason)?.error
    if (HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RouteNotFound") {
      const allow = methodsOf(request.url)
      return Effect.succeed(
        allow.length === 0
          ? failed(notFound(`There is no ${pathOf(request).slice(0, 200)}; /docs lists what there is`))
          : failed(
              {
                error: `${request.method} is not a method of this path; it has ${allow.join(", ")}`,
                status: 405,
              },
              { allow: allow.join(", ") },
            ),
      )
    }
    if (HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RequestParseError") {
      return Effect.succeed(failed({ error: "The request could not be read", status: 400 }))
    }
    const away = storageUnavailable(cause)
    if (away !== undefined) {
      return Effect.as(
        Effect.logWarning(`a request was not served: ${away.message}`, away.cause).pipe(
          Effect.annotateLogs({ requestId, method: request.method, path: pathOf(request) }),
        ),
        failed(unavailable(away.message), { "retry-after": String(away.retryAfter) }),
      )
    }
    return Effect.as(
      Effect.logError("a request failed", cause).pipe(
        Effect.annotateLogs({ requestId, method: request.method, path: pathOf(request) }),
      ),
      failed(workFailed(`Internal error; it is logged as ${requestId}`)),
    )
  }

  const finish = (
    request: HttpServerRequest.HttpServerRequest,
    { requestId, allowance }: CallerState,
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
    route: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.gen(function* () {
      const began = performance.now()
      const request = yield* HttpServerRequest.HttpServerRequest
      const requestId = crypto.randomUUID()
      const admitted = yield* Effect.exit(admit(request, requestId))
      if (admitted._tag === "Failure") {
        const response = yield* answerFailure(request, requestId, admitted.cause)
        return counted(request, finish(request, yield* anonymous(request, requestId), response), began)
      }
      const state = admitted.value
      const open =
        !state.allowance.allowed && readAdmissionOf(request.url) === "open"
          ? Effect.succeed(failed(tooManyRequests))
          : Effect.catchCause(
              isWebhook(request)
                ? Effect.updateService(route, HttpServerRequest.HttpServerRequest, withoutSecret)
                : route,
              (cause) => answerFailure(request, requestId, cause),
            )
      const response = yield* open.pipe(
        Effect.annotateLogs("requestId", requestId),
        Effect.provideService(Caller, state),
      )
      return counted(request, finish(request, state, response), began)
    })
})
