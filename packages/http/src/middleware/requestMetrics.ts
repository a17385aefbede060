import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { RouteTable } from "./routeTable.ts"

/** Methods that have a name in the metrics. Any other is "other": a client may make up as many as it likes. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Seconds; a remembered answer takes less than the first. */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counts answers by route, method and status, and times them by route and method. A route is its pattern, never a
 * path that was sent. Each series is looked up once: this stands in the way of every request.
 */
export const makeRequestMetrics = Effect.fnUntraced(function* ({ routeOf }: Pick<RouteTable, "routeOf">) {
  const context = yield* Effect.context<never>()
  const counters = new Map<string, Metric.Counter<number>>()
  const timers = new Map<string, Metric.Histogram<number>>()

  const counterOf = (method: string, route: string, status: number) => {
    const name = `${status} ${method} ${route}`
    const known = counters.get(name)
    if (known !== undefined) return known
    const made = Metric.counter("daybook_http_requests_total", {
      description: "Answers to requests, by the route's pattern",
      incremental: true,
      attributes: { method, route, status: String(status) },
    })
    counters.set(name, made)
    return made
  }

  const timerOf = (method: string, route: string) => {
    const name = `${method} ${route}`
    const known = timers.get(name)
    if (known !== undefined) return known
    const made = Metric.histogram("daybook_http_request_duration_seconds", {
      description: "Seconds from a request's head to its answer's",
      boundaries,
      attributes: { method, route },
    })
    timers.set(name, made)
    return made
  }

  /** Notes what the answer to a request was, once it is known; a client that has left gets none. */
  return <A extends { readonly status: number }, E, R>(
    request: { readonly method: string; readonly url: string },
    answer: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E, R> =>
    Clock.clockWith((clock) => {
      const start = clock.monotonicTimeNanosUnsafe()
      return Effect.map(answer, (response) => {
        const method = methods.has(request.method) ? request.method : "other"
        const route = routeOf(request) || "none"
        counterOf(method, route, response.status).updateUnsafe(1, context)
        timerOf(method, route).updateUnsafe(Number(clock.monotonicTimeNanosUnsafe() - start) / 1e9, context)
        return response
      })
    })
})
