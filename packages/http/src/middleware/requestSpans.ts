import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import * as Headers from "effect/http/Headers"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as UrlParams from "effect/http/UrlParams"
import { sharedPagePath } from "./access/sharedPage.ts"
import type { RouteTable } from "./routing/routeTable.ts"
import { parseTarget } from "./routing/target.ts"

/**
 * Names of headers and query parameters with secrets: ours, and those of services whose webhooks and redirects come here.
 * `packages/sources` has its own for its calls.
 */
const secretNames: ReadonlyArray<string | RegExp> = [
  "authorization",
  "proxy-authorization",
  /cookie$/i,
  /(^|[-_])(key|secret|password|code|sig|signature|sk)$/i,
  /^apikey$/i,
  /token$/i,
  /^oauth_/i,
  "share",
  // The halves of a link to an account.
  "state",
  "ticket",
  // The name of a user at Audioscrobbler's protocol, which is a key.
  "u",
]

/**
 * The tracing of requests: a span has the name of its method and route, by OpenTelemetry's conventions (`GET
 * /v1/listening/top/albums`), and never contains a secret of a header or a query.
 */
export const layer = ({ routeOf }: Pick<RouteTable, "routeOf">) =>
  Layer.mergeAll(
    Layer.succeed(UrlParams.CurrentRedactedNames, secretNames),
    Layer.succeed(Headers.CurrentRedactedNames, secretNames),
    // Their paths contain the token of a share, which no trace may have.
    Layer.succeed(HttpMiddleware.TracerDisabledWhen, ({ url }) => url.includes(`${sharedPagePath}/`)),
    Layer.succeed(HttpMiddleware.SpanNameGenerator, ({ method, url }) => {
      const target = parseTarget(url)
      const route = target && routeOf(method, target.path)
      return `${method} ${route?.path ?? ""}`.trimEnd()
    }),
  )

/** Adds a route's path to the span of the current request. */
export const nameRoute = (context: Context.Context<never>, path: string): void => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  if (span?._tag === "Span" && span.sampled) span.attribute("http.route", path)
}
