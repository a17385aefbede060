import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Schema from "effect/Schema"
import { KeyRequired } from "../../forRoutes.ts"

// The text format that Prometheus requests.
const Exposition = Schema.String.pipe(
  HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4; charset=utf-8" }),
)

/**
 * The metrics of the process, for an operator's Prometheus. Served if switched on, and not in the activity API's
 * document: clients of the data have no use for them.
 */
export class MetricsApi extends HttpApi.make("metrics").add(
  HttpApiGroup.make("metrics")
    .add(HttpApiEndpoint.get("read", "/metrics", { success: Exposition }))
    .middleware(KeyRequired),
) {}

/** The text that `GET /metrics` gives: the metrics of this process, unless a host has more than one process. */
export const ExposedMetrics = Context.Reference<Effect.Effect<string>>("daybook/http/ExposedMetrics", {
  defaultValue: () => PrometheusMetrics.format(),
})

export const layer = HttpApiBuilder.group(MetricsApi, "metrics", (handlers) =>
  Effect.map(ExposedMetrics, (text) => handlers.handleAll({ read: () => text })),
)
