import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Methods with a name in the metrics; all others are "other", since clients may invent any number. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Bucket boundaries in seconds; a cached response falls below the first. */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The value of a key, created if missing. */
const getOrMake = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const makeSeries = (method: string, route: string) => {
  const byStatus = new Map<number, Metric.Counter<number>>()
  return {
    requests: (status: number) =>
      getOrMake(byStatus, status, () =>
        Metric.counter("daybook_http_requests_total", {
          description: "Responses by route pattern",
          incremental: true,
          attributes: { method, route, status: String(status) },
        }),
      ),
    duration: Metric.histogram("daybook_http_request_duration_seconds", {
      description: "Seconds from request headers to response headers",
      boundaries,
      attributes: { method, route },
    }),
  }
}

/**
 * Counts responses by route, method and status, and times them by route and method. A route is its pattern, never a
 * path that was sent. Every request passes here: a series is made once and then looked up, and nothing of it is an
 * effect.
 */
export const makeRequestMetrics = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const byRoute = new Map<string, Map<string, ReturnType<typeof makeSeries>>>()

  /**
   * Records the response to a request of a route that started at this moment of `performance.now`, and returns it.
   */
  return <A extends { readonly status: number }>(
    sent: string,
    route: string,
    answer: A,
    began: number,
  ): A => {
    const method = methods.has(sent) ? sent : "other"
    const byMethod = getOrMake(byRoute, route, () => new Map<string, ReturnType<typeof makeSeries>>())
    const { duration, requests } = getOrMake(byMethod, method, () => makeSeries(method, route))
    requests(answer.status).updateUnsafe(1, context)
    duration.updateUnsafe((performance.now() - began) / 1000, context)
    return answer
  }
})
