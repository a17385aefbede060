import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { shareTokenIn } from "./access/sharedAddress.ts"
import { isPreflight } from "./head.ts"
import type { ApiConventions } from "./protocol.ts"
import type { Route, RouteTable } from "./routing/routeTable.ts"
import { faultOf, parseTarget, type Target } from "./routing/target.ts"

/** Facts known from the head of a request. */
export interface Begun {
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

/** Makes the function that reads the head of a request. */
export const beginningIn =
  (routes: RouteTable, protocolOf: (path: string) => ApiConventions) =>
  (request: HttpServerRequest.HttpServerRequest, isInside: boolean): Begun => {
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
