import { RateLimiter } from "@daybook/access"
import { CoverImages } from "@daybook/collecting"
import { Images } from "@daybook/images"
import type * as IpNetwork from "effect/net/IpNetwork"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Answers } from "../middleware/answers.ts"
import * as Documentation from "../middleware/documentation.ts"
import { type GateSettings, isPreflight, makeGate } from "../middleware/gate.ts"
import * as JsonBody from "../middleware/jsonBody.ts"
import * as KeyRequired from "../middleware/keyRequired.ts"
import { addressLimit, addressSubject, standingHeaders } from "../middleware/standing.ts"
import * as RequestSpans from "../middleware/requestSpans.ts"
import { makeRouteTable } from "../middleware/routeTable.ts"
import * as UnfitInput from "../middleware/unfitInput.ts"
import * as WebhookSecret from "../middleware/webhookSecret.ts"
import { ActivityApi } from "./api.ts"
import * as AttendingHandlers from "./attending/handlers.ts"
import * as CatalogHandlers from "./listening/catalog/handlers.ts"
import * as CollectingHandlers from "./collecting/handlers.ts"
import * as FiltersHandlers from "./listening/filters/handlers.ts"
import * as HealthHandlers from "./health/handlers.ts"
import * as ImagesHandlers from "./images/handlers.ts"
import * as IdentityHandlers from "./identity/handlers.ts"
import * as KeysHandlers from "./keys/handlers.ts"
import * as ListeningHandlers from "./listening/handlers.ts"
import * as Metrics from "./metrics/group.ts"
import { Pictures } from "./images/itemImages.ts"
import * as RunningHandlers from "./running/handlers.ts"
import * as ReadingAdminHandlers from "./reading/admin/handlers.ts"
import * as ReadingHandlers from "./reading/handlers.ts"
import * as PlacesHandlers from "./places/handlers.ts"
import * as SyncsHandlers from "./syncs/handlers.ts"
import * as WatchingHandlers from "./watching/handlers.ts"
import * as WebhooksHandlers from "./webhook/handlers.ts"

/** How the activity API is served. */
export interface ActivitySettings extends GateSettings {
  /** The origins of browsers that may ask, such as `https://example.org`. */
  readonly allowedOrigins: ReadonlyArray<string>
  /** The networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
  /** Whether `GET /metrics` is there, for an admin key. */
  readonly metrics: boolean
}

/** Characters that a path parameter may have as it is spelled: a router by itself takes no more than 100. */
const maxParamLength = 1_000

const routesOf = ({ metrics }: Pick<ActivitySettings, "metrics">) =>
  makeRouteTable(metrics ? [ActivityApi, Metrics.MetricsApi] : [ActivityApi], maxParamLength)

/** A cache that keeps an answer asked for by nobody's origin must not give it to one. */
const variesByOrigin = (response: HttpServerResponse.HttpServerResponse) => {
  const { vary } = response.headers
  return HttpServerResponse.setHeader(response, "vary", vary === undefined ? "Origin" : `${vary}, Origin`)
}

const corsFor = (origins: ReadonlyArray<string>) => {
  const allowed = new Set(origins)
  const cors = HttpMiddleware.cors({
    allowedOrigins: (origin) => allowed.has(origin),
    allowedMethods: ["GET", "HEAD", "POST", "DELETE"],
    allowedHeaders: ["Authorization", "Content-Type", "If-None-Match"],
    exposedHeaders: [
      "ETag",
      "Retry-After",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "X-Request-Id",
    ],
    maxAge: 600,
  })
  return <E, R>(route: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest, (request) =>
      // An OPTIONS that is no preflight is a method like any other.
      request.headers["origin"] !== undefined && (request.method !== "OPTIONS" || isPreflight(request))
        ? cors(route)
        : origins.length === 0
          ? route
          : Effect.andThen(
              HttpEffect.appendPreResponseHandler((_request, response) =>
                Effect.succeed(variesByOrigin(response)),
              ),
              route,
            ),
    )
}

const middleware = (settings: ActivitySettings) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const gate = yield* makeGate(routesOf(settings), settings)
      const cors = corsFor(settings.allowedOrigins)
      if (settings.trustedProxies.length === 0) return (route) => gate(cors(route))
      const forwarded = HttpMiddleware.xForwardedHeaders({ trustedProxies: settings.trustedProxies })
      return (route) => forwarded(gate(cors(route)))
    }),
    { global: true },
  )

/** The covers of records are pictures as all others are. */
const covers = Layer.effect(
  CoverImages,
  Effect.map(Images, ({ process }) => ({ process })),
)

/**
 * The activity API on an `HttpRouter`: its routes, `/v1/openapi.json` and `/docs`. Needs the domains' ports and
 * use cases, and the person's time zone. A router of one's own takes path parameters of 100 characters at the most,
 * unless `HttpRouter.RouterConfig` says otherwise; `app` does.
 */
export const layer = (settings: ActivitySettings) =>
  Layer.mergeAll(
    HttpApiBuilder.layer(ActivityApi),
    Documentation.layer(ActivityApi),
    settings.metrics
      ? HttpApiBuilder.layer(Metrics.MetricsApi).pipe(Layer.provide(Metrics.layer))
      : Layer.empty,
  ).pipe(
    Layer.provide([
      HealthHandlers.layer,
      ListeningHandlers.layer,
      FiltersHandlers.layer,
      CatalogHandlers.layer,
      AttendingHandlers.layer,
      CollectingHandlers.layer,
      RunningHandlers.layer,
      ImagesHandlers.layer,
      WatchingHandlers.layer,
      ReadingHandlers.layer,
      ReadingAdminHandlers.layer,
      PlacesHandlers.layer,
      SyncsHandlers.layer,
      IdentityHandlers.layer,
      KeysHandlers.layer(settings),
      WebhooksHandlers.layer,
    ]),
    Layer.provide([KeyRequired.layer, UnfitInput.layer, JsonBody.layer, Answers.layer, Pictures.layer]),
    Layer.provide(covers),
    Layer.provide(WebhookSecret.layer(settings)),
    Layer.provide(middleware(settings)),
  )

/** The activity API as one effect, on a router of its own: what `HttpServer.serve` takes. */
export const app = (settings: ActivitySettings) =>
  Effect.provideService(HttpRouter.toHttpEffect(layer(settings)), HttpRouter.RouterConfig, {
    maxParamLength,
  })

/** How the server that serves this traces its requests: to be provided where it is served. */
export const layerSpans = (settings: Pick<ActivitySettings, "metrics">) =>
  RequestSpans.layer(routesOf(settings))

/**
 * Answers a client before there is a request: a parser's error, a time limit. It gives the error's body and headers; those
 * of the limit are the address's, and are left out where there is no address.
 */
export const earlyAnswer = Effect.map(
  RateLimiter,
  (limiter) => (address: string | undefined, status: number, error: string) =>
    (address === undefined
      ? Effect.succeed({})
      : Effect.map(limiter.look(addressSubject(address), addressLimit), standingHeaders)
    ).pipe(
      // Storage that is away or slow holds up no refusal.
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
              ...standing,
            },
          },
        ),
      ),
    ),
)
