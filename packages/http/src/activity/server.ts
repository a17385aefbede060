import { RateLimiter, SignInLinks } from "@daybook/access"
import type { Domain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { McpApi } from "../assistants/group.ts"
import * as AssistantHandlers from "../assistants/handlers.ts"
import { Answers } from "../middleware/responseCache.ts"
import * as Documentation from "../middleware/documentation.ts"
import { type GateSettings, makeGate } from "../middleware/gate.ts"
import { type Head, isPreflight } from "../middleware/head.ts"
import * as Hidden from "../middleware/hidden.ts"
import * as JsonBody from "../middleware/body/jsonBody.ts"
import * as KeyRequired from "../middleware/access/keyRequired.ts"
import type { Protocol } from "../middleware/protocol.ts"
import { DefaultRateLimit } from "../middleware/access/submissionAuth.ts"
import * as OAuthRoutes from "../oauth/index.ts"
import { isForAnyOrigin, OAuthApi } from "../oauth/index.ts"
import type { PageFiles, Tiles } from "../page/files.ts"
import * as Page from "../page/serve.ts"
import { addressLimit, addressSubject, nosniff, rateLimitHeaders } from "../middleware/rateLimitHeaders.ts"
import * as RequestSpans from "../middleware/requestSpans.ts"
import { makeRouteTable, type RouteTable } from "../middleware/routing/routeTable.ts"
import * as Router from "../middleware/routing/router.ts"
import { isForProtocol } from "../middleware/routing/splitTarget.ts"
import * as InvalidRequest from "../middleware/invalidRequest.ts"
import * as WebhookSecret from "../middleware/access/webhookSecret.ts"
import { stopping } from "../middleware/stopping.ts"
import {
  type MountOptions,
  toWebHandler as makeWebHandler,
  type WebApp,
  type WebHandler,
} from "../webHandler.ts"
import { unavailable } from "../wire/errors.ts"
import { activityApi } from "./api.ts"
import * as AssistantsHandlers from "./frame/assistants/handlers.ts"
import * as CardsHandlers from "./frame/cards/handlers.ts"
import * as FeedsHandlers from "./frame/feeds/handlers.ts"
import * as EditsHandlers from "./frame/edits/handlers.ts"
import * as ExportHandlers from "./frame/export/handlers.ts"
import * as HealthHandlers from "./frame/health/handlers.ts"
import { ItemImages } from "./itemImages.ts"
import * as ImportsHandlers from "./frame/imports/handlers.ts"
import * as JournalHandlers from "./frame/journal/handlers.ts"
import * as KeysHandlers from "./frame/keys/handlers.ts"
import * as Metrics from "./frame/metrics/group.ts"
import type { GroupsOf } from "./definition.ts"
import type { DomainRoutes, HandlerServices } from "./routes.ts"
import * as LinkingHandlers from "./frame/linking/handlers.ts"
import { LinkApi } from "./frame/linking/group.ts"
import { SharedPagesApi } from "./frame/pages/group.ts"
import * as PagesHandlers from "./frame/pages/handlers.ts"
import * as LiveHandlers from "./frame/live/handlers.ts"
import { SessionApi } from "./frame/session/group.ts"
import * as SessionHandlers from "./frame/session/handlers.ts"
import * as SearchHandlers from "./frame/search/handlers.ts"
import * as SettingsHandlers from "./frame/settings/handlers.ts"
import * as SharesHandlers from "./frame/shares/handlers.ts"
import * as SignInLinksHandlers from "./frame/signInLinks/handlers.ts"
import * as SourcesHandlers from "./frame/sources/handlers.ts"
import * as SyncsHandlers from "./frame/syncs/handlers.ts"
import * as WebhooksHandlers from "./frame/webhooks/handlers.ts"

/** The settings of the activity API. */
export interface ActivitySettings extends GateSettings {
  /** The origins of browsers that may ask, such as `https://example.org`. */
  readonly allowedOrigins: ReadonlyArray<string>
  /** True to serve `GET /metrics`, for an admin key. */
  readonly metrics: boolean
  /** The version reported to assistants. */
  readonly version?: string
  /** The page to serve at `/`; without it there is none. */
  readonly page?: PageFiles | undefined
  /** The tiles of its maps; without them it draws its own outlines. */
  readonly tiles?: Tiles | undefined
}

/** A cache must not serve an origin the response to a request without one. */
const variesByOrigin = (response: HttpServerResponse.HttpServerResponse) => {
  const { vary } = response.headers
  return HttpServerResponse.setHeader(response, "vary", vary === undefined ? "Origin" : `${vary}, Origin`)
}

const corsFor = (allows: (origin: string) => boolean, varies: boolean) => {
  const cors = HttpMiddleware.cors({
    allowedOrigins: allows,
    allowedMethods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
    allowedHeaders: [
      "Authorization",
      "Content-Type",
      "If-None-Match",
      "Last-Event-ID",
      "Mcp-Method",
      "Mcp-Name",
      "Mcp-Protocol-Version",
      "Mcp-Session-Id",
    ],
    exposedHeaders: [
      "ETag",
      "Mcp-Session-Id",
      "Retry-After",
      "WWW-Authenticate",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "X-RateLimit-Reset-In",
      "X-Request-Id",
    ],
    maxAge: 600,
  })
  // An OPTIONS request that is not a preflight is a method like any other.
  const isCors = (request: Head) =>
    request.headers["origin"] !== undefined && (request.method !== "OPTIONS" || isPreflight(request))
  return <E, R>(
    request: HttpServerRequest,
    answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest> => {
    if (isCors(request)) return cors(answer)
    if (!varies) return answer
    return Effect.andThen(
      HttpEffect.appendPreResponseHandler((_request, response) => Effect.succeed(variesByOrigin(response))),
      answer,
    )
  }
}

const middleware = (routes: RouteTable, settings: ActivitySettings, protocols: ReadonlyArray<Protocol>) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const guard = yield* makeGate(routes, settings, protocols)
      const allowed = new Set(settings.allowedOrigins)
      const own = corsFor((origin) => allowed.has(origin), allowed.size > 0)
      // Players and assistants in browsers come from any origin. Nothing is readable without a key, and no browser sends one on its
      // own.
      const any = corsFor(() => true, true)
      const corsOf = ({ url }: Head) => (isForProtocol(url) || isForAnyOrigin(url) ? any : own)
      const guarded = <E, R>(routes: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
        guard((request) => corsOf(request)(request, routes))
      if (settings.trustedProxies.length === 0) return guarded
      const forwarded = HttpMiddleware.xForwardedHeaders({ trustedProxies: settings.trustedProxies })
      return (routes) => forwarded(guarded(routes))
    }),
    { global: true },
  )

/** The handlers of all domains, and of their syncs. */
const handlersOf = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) => {
  const described = domains.map(({ domain }): Routes["domain"] => domain)
  const frame = Layer.mergeAll(
    CardsHandlers.layer(domains),
    FeedsHandlers.layer(domains),
    EditsHandlers.layer(described),
    HealthHandlers.layer(described),
    JournalHandlers.layer(domains),
    LiveHandlers.layer(domains),
    SearchHandlers.layer(described),
    SourcesHandlers.layer,
    SyncsHandlers.layer(described),
    WebhooksHandlers.layer(described),
  )
  // A list does not say which groups and ports each layer has: the result's type takes them from the domains.
  return Layer.mergeAll(frame, ...domains.map((routes) => routes.handlers)) as unknown as Layer.Layer<
    HttpApiGroup.ToService<"activity", GroupsOf<Routes>> | Layer.Success<typeof frame>,
    never,
    HandlerServices<Routes> | Layer.Services<typeof frame>
  >
}

/** The activity API of a list of domains; its definition and the table of its routes are made once. */
export const make = <const Routes extends DomainRoutes>(
  domains: ReadonlyArray<Routes>,
  settings: ActivitySettings,
) => {
  const api = activityApi(domains)
  // The groups are not known before the domains are; the table reads only what every group has.
  const erased = api as unknown as HttpApi.Top
  const protocols = domains.flatMap((routes) => routes.protocols ?? [])
  const described: ReadonlyArray<Domain> = domains.map(({ domain }) => domain)
  const { page, sessions, tiles } = settings
  const routes = makeRouteTable(
    [
      erased,
      LinkApi,
      McpApi,
      SharedPagesApi,
      ...(sessions === undefined ? [] : [SessionApi, OAuthApi]),
      ...(settings.metrics ? [Metrics.MetricsApi] : []),
      ...protocols.map((one) => one.api),
    ],
    page === undefined ? [] : Page.pagePaths(page, described),
  )
  const layer = Layer.mergeAll(
    HttpApiBuilder.layer(api),
    Documentation.layer(api),
    HttpApiBuilder.layer(LinkApi).pipe(Layer.provide(LinkingHandlers.layer)),
    HttpApiBuilder.layer(SharedPagesApi).pipe(Layer.provide(PagesHandlers.layer(domains))),
    sessions === undefined
      ? Layer.empty
      : Layer.merge(
          HttpApiBuilder.layer(SessionApi).pipe(Layer.provide(SessionHandlers.layer(sessions))),
          OAuthRoutes.layer(sessions, settings, described),
        ),
    page === undefined ? Layer.empty : Page.layer(page, described, tiles),
    HttpApiBuilder.layer(McpApi).pipe(Layer.provide(AssistantHandlers.layer(settings, domains))),
    settings.metrics
      ? HttpApiBuilder.layer(Metrics.MetricsApi).pipe(Layer.provide(Metrics.layer))
      : Layer.empty,
  ).pipe(
    Layer.provide([
      KeysHandlers.layer(settings),
      SettingsHandlers.layer,
      SharesHandlers.layer(routes),
      AssistantsHandlers.layer,
      SignInLinksHandlers.layer,
      ImportsHandlers.layer,
      ExportHandlers.layer,
      handlersOf(domains),
    ]),
    Layer.provide(Layer.succeed(DefaultRateLimit, settings.rateLimit)),
    Layer.provide([KeyRequired.layer, InvalidRequest.layer, JsonBody.layer, ItemImages.layer]),
    Layer.provide(SignInLinks.layer),
    Layer.provide(WebhookSecret.layer(settings)),
    Layer.provide(
      middleware(
        routes,
        settings,
        protocols.map((one) => one.protocol),
      ),
    ),
    Layer.provide([Answers.layer, Hidden.layer(domains.map(({ domain }): Routes["domain"] => domain))]),
  )
  return {
    /**
     * The API as one effect for `HttpServer.serve`: the domains' routes, `/v1/openapi.json` and `/docs`. Needs the
     * domains' ports and use cases, and the owner's time zone. It has a separate router, which matches paths exactly.
     */
    app: Router.toHttpEffect(layer),
    /** The tracing of requests, to be provided where the API is served. */
    layerSpans: RequestSpans.layer(routes),
  }
}

/** The ports and use cases that the API of these domains needs. */
export type ActivityServices<Routes extends DomainRoutes> = Exclude<
  Effect.Services<ReturnType<typeof make<Routes>>["app"]>,
  Layer.Success<typeof HttpServer.layerServices> | Scope.Scope
>

/** The default settings: no browser of another origin, no metrics, the webhook closed. */
export const defaultSettings: ActivitySettings = {
  rateLimit: 60,
  allowedOrigins: [],
  trustedProxies: [],
  metrics: false,
  webhookSecret: undefined,
}

/**
 * The activity API of a list of domains as a handler of Web standard requests, for frameworks with their own server.
 * `services` provides the ports that the handlers need, and is built once.
 */
export const toWebHandler = <const Routes extends DomainRoutes, E>(
  domains: ReadonlyArray<Routes>,
  settings: ActivitySettings,
  services: Layer.Layer<ActivityServices<Routes>, E>,
  options?: MountOptions,
): WebHandler => {
  const { app, layerSpans } = make(domains, settings)
  return makeWebHandler(
    // A request needs no service but its scope, which no type can say before the domains are known.
    app as unknown as Effect.Effect<WebApp, never, ActivityServices<Routes>>,
    Layer.merge(services, layerSpans),
    HttpServerResponse.jsonUnsafe(unavailable(stopping.message), {
      status: 503,
      headers: { ...stopping.headers, ...nosniff },
    }),
    options,
  )
}

/**
 * Responds to a client before there is a request: to a parser's error, a time limit. The rate-limit headers are for
 * the IP address, and are omitted without one.
 */
export const earlyAnswer = Effect.map(
  RateLimiter,
  (limiter) => (address: string | undefined, status: number, error: string) =>
    (address === undefined
      ? Effect.succeed({})
      : Effect.map(limiter.peek(addressSubject(address), addressLimit), rateLimitHeaders)
    ).pipe(
      // A refusal does not wait for storage that is unavailable or slow.
      Effect.timeout("1 second"),
      Effect.catchCause(() => Effect.succeed({})),
      Effect.map((standing) =>
        HttpServerResponse.jsonUnsafe(
          { error, status },
          {
            status,
            headers: {
              "cache-control": "private, no-cache",
              vary: "Authorization",
              "x-request-id": crypto.randomUUID(),
              ...nosniff,
              ...standing,
            },
          },
        ),
      ),
    ),
)
