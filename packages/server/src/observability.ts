import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as Otlp from "effect/observability/Otlp"
import { hostname } from "node:os"
import { ownNumber } from "./listeners/own.ts"
import { readServerSettings } from "./settings.ts"
import { version } from "./version.ts"

// Dashboards know these names from Prometheus' own client libraries.
const residentMemory = Metric.gauge("process_resident_memory_bytes", {
  description: "Resident memory of the process, in bytes",
})
const startTime = Metric.gauge("process_start_time_seconds", {
  description: "When the process started, in seconds since 1970",
})

/** Process metrics, read at each scrape or export. */
const processMetrics = Layer.effectDiscard(
  Effect.map(Effect.context<never>(), (context) => {
    const hooks = (value: () => number) => ({
      get: () => ({ value: value() }),
      update: () => {},
      modify: () => {},
    })
    Metric.registerUnsafe(residentMemory, context, hooks(process.memoryUsage.rss))
    const started = performance.timeOrigin / 1000
    Metric.registerUnsafe(
      startTime,
      context,
      hooks(() => started),
    )
  }),
)

/** The reason of a failed export in a few words, without the address, which may hold a password. */
const reasonOf = ({ reason }: HttpClientError.HttpClientError) =>
  reason._tag === "StatusCodeError" ? `it responds with ${reason.response.status}` : "it does not respond"

/**
 * The client that exports: bounded in time, so that a hanging collector is like a missing one. A change from
 * success to failure, or back, is logged; the exporters themselves drop an export that fails and pause for a minute.
 */
const exportClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) => {
    const away = new Set<string>()
    return client.pipe(
      HttpClient.filterStatusOk,
      HttpClient.transform((answer, request) =>
        answer.pipe(
          Effect.timeoutOrElse({
            duration: "5 seconds",
            orElse: () =>
              Effect.fail(
                new HttpClientError.HttpClientError({
                  reason: new HttpClientError.TransportError({ request, description: "no response in time" }),
                }),
              ),
          }),
          Effect.tap(() =>
            away.delete(request.url)
              ? Effect.logInfo("the collector of OTLP_URL accepts exports again")
              : Effect.void,
          ),
          Effect.tapError((error) => {
            if (away.has(request.url)) return Effect.void
            away.add(request.url)
            return Effect.logWarning(`the collector of OTLP_URL does not accept exports: ${reasonOf(error)}`)
          }),
        ),
      ),
    )
  }),
).pipe(Layer.provide(FetchHttpClient.layer))

/** `fetch` refuses an address with a name and a password in it, so they go into the `Authorization` header. */
const addressOf = (url: URL) => {
  const { origin, pathname, username, password } = url
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    baseUrl: `${origin}${pathname}`,
    headers:
      credentials === ":" ? {} : { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
  }
}

const exporters = (url: URL) =>
  Otlp.layerJson({
    ...addressOf(url),
    resource: {
      serviceName: "daybook",
      serviceVersion: version,
      attributes: ownNumber === undefined ? {} : { "service.instance.id": `${hostname()}:${ownNumber}` },
    },
    // Logs still go to the console too.
    loggerMergeWithExisting: true,
    shutdownTimeout: "1 second",
  }).pipe(Layer.provide(exportClient))

/** Exports traces, logs and metrics to `OTLP_URL`, and adds the metrics of the process. */
export const layer = Layer.unwrap(
  Effect.map(readServerSettings, ({ otlp }) =>
    otlp === undefined ? processMetrics : Layer.merge(processMetrics, exporters(otlp)),
  ),
)
