import * as Schema from "effect/Schema"
import { createServer } from "node:http"
import { gunzipSync } from "node:zlib"
import { listenOnLoopback } from "./loopback.ts"

const Attributes = Schema.Array(
  Schema.Struct({ key: Schema.String, value: Schema.Record(Schema.String, Schema.Unknown) }),
)

const Resource = Schema.Struct({ attributes: Attributes })

const Traces = Schema.Struct({
  resourceSpans: Schema.Array(
    Schema.Struct({
      resource: Resource,
      scopeSpans: Schema.Array(
        Schema.Struct({
          spans: Schema.Array(
            Schema.Struct({ name: Schema.String, traceId: Schema.String, attributes: Attributes }),
          ),
        }),
      ),
    }),
  ),
})

const Logs = Schema.Struct({
  resourceLogs: Schema.Array(
    Schema.Struct({
      resource: Resource,
      scopeLogs: Schema.Array(
        Schema.Struct({ logRecords: Schema.Array(Schema.Struct({ body: Schema.Unknown })) }),
      ),
    }),
  ),
})

const Metrics = Schema.Struct({
  resourceMetrics: Schema.Array(
    Schema.Struct({
      resource: Resource,
      scopeMetrics: Schema.Array(
        Schema.Struct({ metrics: Schema.Array(Schema.Struct({ name: Schema.String })) }),
      ),
    }),
  ),
})

const readTraces = Schema.decodeUnknownSync(Schema.fromJsonString(Traces))
const readLogs = Schema.decodeUnknownSync(Schema.fromJsonString(Logs))
const readMetrics = Schema.decodeUnknownSync(Schema.fromJsonString(Metrics))

interface Export {
  readonly path: string
  readonly authorization: string | undefined
  readonly text: string
}

/** Stands in for an OpenTelemetry collector: takes what is exported over OTLP/HTTP, as JSON. */
export class CollectorStandIn {
  /** The fate of incoming exports: taken, left without a response, or refused. */
  mode: "take" | "hang" | "refuse" = "take"
  /** Every export that came, whatever became of it. */
  readonly exports: Array<Export> = []
  readonly #server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const sent = Buffer.concat(chunks)
      const bytes = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent
      const { authorization } = request.headers
      this.exports.push({ path: request.url ?? "", authorization, text: bytes.toString() })
      if (this.mode === "hang") return
      response.writeHead(this.mode === "take" ? 200 : 400, { "content-type": "application/json" }).end("{}")
    })
  })
  readonly #listening = listenOnLoopback(this.#server)

  get url(): Promise<string> {
    return this.#listening
  }

  #sentTo(path: string): ReadonlyArray<string> {
    return this.exports.filter((one) => one.path === path).map(({ text }) => text)
  }

  get #traces() {
    return this.#sentTo("/v1/traces").flatMap((text) => readTraces(text).resourceSpans)
  }

  get #logs() {
    return this.#sentTo("/v1/logs").flatMap((text) => readLogs(text).resourceLogs)
  }

  get #metrics() {
    return this.#sentTo("/v1/metrics").flatMap((text) => readMetrics(text).resourceMetrics)
  }

  get spans() {
    return this.#traces.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  }

  /** The names of the spans of each trace. */
  get namesByTrace(): ReadonlyArray<ReadonlySet<string>> {
    const traces = new Map<string, Set<string>>()
    for (const { name, traceId } of this.spans) {
      traces.set(traceId, (traces.get(traceId) ?? new Set()).add(name))
    }
    return [...traces.values()]
  }

  get logged(): ReadonlyArray<string> {
    return this.#logs.flatMap(({ scopeLogs }) =>
      scopeLogs.flatMap(({ logRecords }) => logRecords.map(({ body }) => JSON.stringify(body))),
    )
  }

  get metricNames(): ReadonlySet<string> {
    return new Set(
      this.#metrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
      ),
    )
  }

  /** The resource attributes of every export of any kind. */
  get resources(): ReadonlyArray<Readonly<Record<string, unknown>>> {
    return [...this.#traces, ...this.#logs, ...this.#metrics].map(({ resource }) =>
      Object.fromEntries(resource.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    )
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
