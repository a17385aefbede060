import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServer from "effect/http/HttpServer"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { MountPath } from "./middleware/routing/mountPath.ts"

/** The client of a request, as the host knows it. */
export interface WebClient {
  /** Requests without a key are limited by address; clients without an address share one limit. */
  readonly address?: string | undefined
}

/** An API as a function that a web framework calls. */
export interface WebHandler {
  readonly handler: (request: Request, client?: WebClient) => Promise<Response>
  /** Finishes the requests under way, refuses new ones with 503, then closes the stores. */
  readonly dispose: () => Promise<void>
}

export interface MountOptions {
  /** The path at which the host mounts the API, such as `/daybook`, whether or not the host strips it. */
  readonly prefix?: string | undefined
}

const Client = Context.Reference<WebClient>("daybook/http/WebClient", { defaultValue: () => ({}) })

/** The effect that an `HttpServer` serves. */
export type WebApp = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  unknown,
  HttpServerRequest | Scope.Scope
>

class Served extends Context.Service<Served, WebApp>()("daybook/http/Served") {}

/** The path and query below the prefix; unchanged if the host has stripped it. */
const below = (prefix: string, url: string): string =>
  url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url

/** The API below the host's prefix, for clients that the host knows. */
const mounted = (app: WebApp, prefix: string): WebApp =>
  Effect.flatMap(Client, ({ address }) =>
    Effect.updateService(app, HttpServerRequest, (request) =>
      request.modify({ url: below(prefix, request.url), remoteAddress: Option.fromUndefinedOr(address) }),
    ),
  )

/**
 * Turns an app that an `HttpServer` could serve into a handler of Web standard requests. The app is built at once on
 * the services; if that fails, every request rejects with the reason. `stopped` handles requests after `dispose`.
 */
export const toWebHandler = <Services, AppError, ServicesError>(
  app: Effect.Effect<
    WebApp,
    AppError,
    Services | Layer.Success<typeof HttpServer.layerServices> | Scope.Scope
  >,
  services: Layer.Layer<Services, ServicesError>,
  stopped: HttpServerResponse.HttpServerResponse,
  { prefix = "" }: MountOptions = {},
): WebHandler => {
  const web = HttpEffect.toWebHandlerLayerWith(
    Layer.effect(Served, app).pipe(
      Layer.provideMerge(services),
      Layer.provideMerge(HttpServer.layerServices),
      Layer.provideMerge(Layer.succeed(MountPath, prefix)),
    ),
    { toHandler: (context) => Effect.succeed(mounted(Context.get(context, Served), prefix)) },
  )
  const underWay = new Set<Promise<Response>>()
  let disposed: Promise<void> | undefined
  return {
    handler: (request, client = {}) => {
      if (disposed !== undefined) return Promise.resolve(HttpServerResponse.toWeb(stopped))
      const answer = web.handler(request, Context.make(Client, client))
      underWay.add(answer)
      const over = () => void underWay.delete(answer)
      answer.then(over, over)
      return answer
    },
    dispose: () => (disposed ??= Promise.allSettled(underWay).then(web.dispose)),
  }
}
