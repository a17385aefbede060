import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { Paths } from "./paths.ts"
import { nameRoute } from "../requestSpans.ts"
import { parseTarget } from "./target.ts"

type Added = HttpRouter.Route<unknown, never>
type Served = Effect.Effect<HttpServerResponse, unknown, never>
type Middleware = (served: Served) => Served

const parametersOf = (query: string): HttpServerRequest.ParsedSearchParams["Service"] => {
  const parameters: Record<string, string | Array<string>> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) {
    const known = parameters[name]
    if (known === undefined) parameters[name] = value
    else if (Array.isArray(known)) known.push(value)
    else parameters[name] = [known, value]
  }
  return parameters
}

/**
 * A router that finds routes by `Paths`. Effect's own ends a path at `;` and `#`, ignores case and doubled slashes, and decodes
 * before it matches, so it can take another route than the one that the gate has checked. All middleware is global here.
 */
const make = (): HttpRouter.HttpRouter => {
  const paths = new Paths<Added>()
  const middleware = new Set<Middleware>()
  const addAll: HttpRouter.HttpRouter["addAll"] = (routes) =>
    Effect.sync(() => {
      // The type of `toHttpEffect` keeps what routes require.
      for (const route of routes) paths.add(route.method, route.path, route as unknown as Added)
    })
  const served: Served = Effect.contextWith((context: Context.Context<never>) => {
    const request = Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)
    const target = parseTarget(request.url)
    const found = target && paths.find(request.method, target.path)
    if (target === undefined || found === undefined) {
      return Effect.fail(
        new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) }),
      )
    }
    const { params, value: route } = found
    nameRoute(context, route.path)
    return Effect.updateContext(
      route.uninterruptible ? route.handler : Effect.interruptible(route.handler),
      // Merging a context into that of the request would copy every service for each request.
      (context: Context.Context<never>) =>
        context.pipe(
          Context.add(HttpRouter.RouteContext, { route, params }),
          Context.add(HttpServerRequest.ParsedSearchParams, parametersOf(target.query)),
        ),
    )
  })
  return HttpRouter.HttpRouter.of({
    "~effect/http/HttpRouter": "~effect/http/HttpRouter",
    addAll,
    add: (method, path, handler, options) => addAll([HttpRouter.route(method, path, handler, options)]),
    addGlobalMiddleware: (one) => Effect.sync(() => void middleware.add(one as unknown as Middleware)),
    prefixed: () => {
      throw new Error("routes cannot have their own prefix: MountPath is the prefix of all routes")
    },
    asHttpEffect: () => [...middleware].toReversed().reduce((inner, one) => one(inner), served),
  })
}

/**
 * Builds the routes of a layer on a separate router and returns them as one effect, as `HttpRouter.toHttpEffect`
 * does.
 */
export const toHttpEffect: typeof HttpRouter.toHttpEffect = (routes) =>
  Effect.map(
    Layer.build(Layer.provideMerge(routes, Layer.sync(HttpRouter.HttpRouter, make))),
    (context: Context.Context<HttpRouter.HttpRouter>) =>
      Context.get(context, HttpRouter.HttpRouter).asHttpEffect(),
  ) as never
