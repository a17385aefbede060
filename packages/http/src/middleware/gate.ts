import { accessTokenPrefix, type Allowance, Keys, OAuth, RateLimiter, Shares } from "@daybook/access"
import { DataVersions, Digest, View } from "@daybook/kernel"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as IpNetwork from "effect/net/IpNetwork"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { badRequest, tooManyRequests } from "../wire/errors.ts"
import { challengeOf, offeredScopes } from "../oauth/metadata.ts"
import { etagOf, knownTag } from "./responseCache.ts"
import { Caller, type CallerState } from "./access/caller.ts"
import { answerFailure } from "./failures.ts"
import { isPreflight } from "./head.ts"
import { allowancesOf } from "./access/allowances.ts"
import { type Credential, isOwner } from "./access/credential.ts"
import { Hidden } from "./hidden.ts"
import { InsideCall } from "./access/insideCall.ts"
import { type ApiConventions, type Protocol, protocolsOf } from "./protocol.ts"
import { makeRequestMetrics } from "./requestMetrics.ts"
import type { Route, RouteTable } from "./routing/routeTable.ts"
import { makePublicUrl } from "./publicUrl.ts"
import { keyOfSession, sessionOf, type SessionSeal } from "./access/session.ts"
import { isPackable, packed, variedByEncoding } from "./compression.ts"
import { sharedAddress, shareParameter, shareTokenIn } from "./access/sharedAddress.ts"
import { nosniff, rateLimitHeaders } from "./rateLimitHeaders.ts"
import { faultOf, parseTarget, type Target } from "./routing/target.ts"
import { makeShowsSecret, type WebhookSettings, withoutParameter } from "./access/webhookSecret.ts"

/** The settings for counting requests. */
export interface GateSettings extends WebhookSettings {
  /** Requests of a key in 60 seconds, where its record says nothing else. */
  readonly rateLimit: number
  /** Seals the sessions of browsers; without it no cookie is looked at. */
  readonly sessions?: SessionSeal | undefined
  /** True for assistants that may write, where the owner lets them. */
  readonly assistantsWrite?: boolean
  /** The networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
}

/** The caller of a request, and their rate-limit state. */
type Admitted = Omit<CallerState, "requestId">

/** Facts known from the head of a request. */
interface Begun {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly target: Target | undefined
  /** The reason why it cannot be read; undefined if it can. */
  readonly fault: string | undefined
  /** By `performance.now`. */
  readonly began: number
  readonly requestId: string
  readonly route: Route | undefined
  readonly face: ApiConventions
  readonly isOpen: boolean
  readonly isFree: boolean
  readonly isWebhook: boolean
  /** True for a call of a tool, which shows its assistant's token. */
  readonly isInside: boolean
  /** The token of a share that it shows. */
  readonly share: string | undefined
}

/** The path of assistants, which takes access tokens. */
const mcpPath = "/mcp"

const nobody = Option.none<Credential>()
const neverAgain = Effect.succeed(false)
const noVersions: CallerState["versions"] = new Map()

/** An unknown request, not counted. */
const anonymous = (allowance: Allowance, showsSecret = false): Admitted => ({
  caller: nobody,
  isOwner: false,
  isStillCaller: neverAgain,
  allowance,
  showsSecret,
  versions: noVersions,
})

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

/**
 * The gate of all requests, before their routes: it finds the caller and their rate-limit state. Every response
 * leaves through it, too: it adds the rate-limit headers, caching, and one form for errors that no route handled.
 */
export const makeGate = Effect.fnUntraced(function* (
  routes: RouteTable,
  settings: GateSettings,
  protocols: ReadonlyArray<Protocol>,
) {
  const keys = yield* Keys
  const shares = yield* Shares
  const oauth = yield* OAuth
  const limiter = yield* RateLimiter
  const dataVersions = yield* DataVersions
  const hash = yield* Digest
  const hidden = yield* Hidden
  const counted = yield* makeRequestMetrics
  const showsSecret = makeShowsSecret(settings, hash)
  const protocolOf = protocolsOf(protocols)

  const baseOf = yield* makePublicUrl
  const { sessions } = settings

  const addressOf = ({ remoteAddress }: HttpServerRequest.HttpServerRequest) =>
    Option.getOrUndefined(remoteAddress)

  const { peek, peekOf, takeOf, takeOfAddress } = allowancesOf(limiter, settings.rateLimit)

  /** How the caller is found, and whether they are counted as a session of their key. */
  interface LookUp {
    readonly find: (version: number) => Effect.Effect<Option.Option<Credential>>
    readonly inSession: boolean
  }

  const byKey = (key: string, route: Route | undefined): LookUp => ({
    find: (version) => keys.authenticate(key, version),
    inSession: route?.admission === "session",
  })

  /** An assistant's token is for `/mcp`, and for the calls that follow from its request there. */
  const byAccessToken = (token: string, { isInside, route }: Begun): LookUp => ({
    find: (version) =>
      isInside || route?.path === mcpPath ? oauth.authenticate(token, version) : Effect.succeed(nobody),
    inSession: false,
  })

  /** Looks up the request's key, else the share of its token, else its session's key; undefined if it has none. */
  const lookUpOf = (request: HttpServerRequest.HttpServerRequest, begun: Begun): LookUp | undefined => {
    const { face, route, share, target } = begun
    const key = face.keyOf(request)
    if (key?.startsWith(accessTokenPrefix)) return byAccessToken(key, begun)
    if (key !== undefined) return byKey(key, route)
    if (share !== undefined && target !== undefined) {
      const address = sharedAddress(target)
      return { find: (version) => shares.opening(share, address, version), inSession: false }
    }
    const session =
      sessions === undefined ? undefined : sessionOf(request, () => new URL(baseOf(request)).host)
    if (sessions === undefined || session === undefined) return undefined
    return {
      find: (version) =>
        Effect.flatMap(keyOfSession(sessions, session), (sealed) =>
          Option.isNone(sealed) ? Effect.succeed(nobody) : keys.authenticate(sealed.value, version),
        ),
      inSession: true,
    }
  }

  /** Looks the caller up and counts the request; an unknown caller's with `takeUnknown`. */
  const admitBy = <E>(
    { find: lookUp, inSession }: LookUp,
    takeUnknown: Effect.Effect<Allowance, E>,
    isInside: boolean,
  ): Effect.Effect<Admitted, E> => {
    // Without a version no lookup may be remembered: NaN equals none.
    const find = (versions: CallerState["versions"]) => lookUp(versions.get("access") ?? Number.NaN)
    return Effect.flatMap(dataVersions.current, (versions) =>
      Effect.flatMap(find(versions), (caller) =>
        Effect.map(
          Option.isNone(caller)
            ? takeUnknown
            : isInside
              ? peekOf(caller.value)
              : takeOf(caller.value, inSession),
          (allowance) => ({
            caller,
            isOwner: Option.exists(caller, (holder) => isOwner(holder, inSession)),
            isStillCaller: Effect.map(Effect.flatMap(dataVersions.current, find), Option.isSome),
            allowance,
            showsSecret: false,
            versions,
          }),
        ),
      ),
    )
  }

  const admitFree = (address: string | undefined): Effect.Effect<Admitted> =>
    Effect.map(peek(address), (allowance) => anonymous(allowance))

  const admit = (request: HttpServerRequest.HttpServerRequest, begun: Begun): Effect.Effect<Admitted> => {
    const { fault, isFree, isWebhook } = begun
    const address = addressOf(request)
    const admitStranger = Effect.map(takeOfAddress(address), (allowance) => anonymous(allowance))
    if (fault !== undefined) return admitStranger
    if (isFree) return admitFree(address)
    if (isWebhook && showsSecret(request)) {
      return Effect.map(peek(address), (allowance) => anonymous(allowance, true))
    }
    const lookUp = lookUpOf(request, begun)
    return lookUp === undefined ? admitStranger : admitBy(lookUp, takeOfAddress(address), begun.isInside)
  }

  const begin = (request: HttpServerRequest.HttpServerRequest, isInside: boolean): Begun => {
    const began = performance.now()
    const { headers, method, url } = request
    const target = parseTarget(url)
    const route = target && routes.routeOf(method, target.path)
    /** The admission of a GET of this path, which says how strangers are received. */
    const reads = method === "GET" ? route : target && routes.routeOf("GET", target.path)
    return {
      request,
      target,
      fault: faultOf(target, headers["host"]),
      began,
      requestId: crypto.randomUUID(),
      route,
      face: protocolOf(route?.path ?? url),
      isOpen: reads?.admission === "open" || reads?.admission === "session",
      isFree: reads?.admission === "free" || isPreflight(request),
      isWebhook: route?.admission === "webhook",
      isInside,
      share:
        target !== undefined && route?.readable === true && route.admission === "key"
          ? shareTokenIn(target)
          : undefined,
    }
  }

  /** The message for a request without a valid key. */
  const challengeTo = ({ face, request, route }: Begun) =>
    sessions !== undefined && route?.path === mcpPath
      ? challengeOf(
          baseOf(request),
          offeredScopes(settings.assistantsWrite ?? false),
          face.keyOf(request) !== undefined,
        )
      : face.scheme

  const finish = (
    begun: Begun,
    allowance: Allowance,
    response: HttpServerResponse.HttpServerResponse,
    clock: Clock.Clock,
  ): HttpServerResponse.HttpServerResponse => {
    const { face, request, requestId } = begun
    const headers: Record<string, string> = {
      "x-request-id": requestId,
      ...nosniff,
      ...rateLimitHeaders(allowance),
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
    if (response.status === 401)
      headers["www-authenticate"] = response.headers["www-authenticate"] ?? challengeTo(begun)
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

  /** The response as it is sent, and counted. */
  const leave = (
    begun: Begun,
    allowance: Allowance,
    response: HttpServerResponse.HttpServerResponse,
    clock: Clock.Clock,
  ) => {
    const { began, request, route } = begun
    return Effect.map(packed(request, finish(begun, allowance, response, clock)), (answer) =>
      counted(request.method, route?.path ?? "none", answer, began),
    )
  }

  /** The response to a request that stops here: it is unreadable, or its IP address has used up its limit. */
  const refusalOf = ({ face, fault, isOpen }: Begun, { allowed }: Allowance) => {
    if (fault !== undefined) return face.failed(badRequest(fault))
    return isOpen && !allowed ? face.failed(tooManyRequests) : undefined
  }

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
            Effect.flatMap(peek(addressOf(request)), (allowance) => left(allowance, response)),
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
