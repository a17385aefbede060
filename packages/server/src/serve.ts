import { ActivityServer } from "@daybook/http"
import { keepTitlesDescribed } from "@daybook/watching"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createServer, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { firstStart, showExamples } from "./firstStart.ts"
import * as Pictures from "./pictures.ts"
import { runSchedule } from "./schedule.ts"
import { SettingError, type Settings } from "./settings.ts"
import * as Sources from "./sources.ts"
import * as Stores from "./stores.ts"

const errorBody = (status: number) => JSON.stringify({ error: STATUS_CODES[status], status })

/** What Node refuses before it is a request gets the form of every other error. */
const refuse = (error: Error & { readonly code?: string }, socket: Socket) => {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400
  const body = errorBody(status)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** A connection whose last request ends while the server stops is not held open for the client's next one. */
const makeServer = () => {
  const server = createServer({ requireHostHeader: false })
    .on("clientError", refuse)
    .on("checkExpectation", (_request, response) => {
      const body = errorBody(417)
      response.writeHead(417, { "Content-Type": "application/json", "Content-Length": body.length }).end(body)
    })
  return server.on("request", (_request, response) => {
    response.once("close", () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  })
}

/** Node would refuse a request of HTTP/1.1 without a Host header (RFC 9112, 3.2) in a form of its own. */
const hostRequired = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    request.headers["host"] === undefined && toIncomingMessage(request).httpVersion === "1.1"
      ? Effect.succeed(
          HttpServerResponse.jsonUnsafe(
            { error: "Host: this header is missing", status: 400 },
            { status: 400 },
          ),
        )
      : app,
  )

/** An HTTP server that listens at the address of the settings. */
const listener = ({ host, port }: Settings) =>
  NodeHttpServer.layerServer(makeServer, {
    host,
    port,
    gracefulShutdownTimeout: "20 seconds",
  })

const cannotListen = ({ host, port }: Settings, cause: unknown) =>
  new SettingError({
    message: `cannot listen at ${host}, port ${port}: ${cause instanceof Error ? cause.message : String(cause)}; set HOST or PORT`,
  })

/**
 * Serves until it is interrupted; then requests under way finish and the store closes. `prepare` runs on the
 * stores before anything is served. The listener comes last: a request is never let in before it can be answered.
 */
export const serve = <E, R>(settings: Settings, prepare: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(
      Layer.merge(Sources.layer(settings), Pictures.layer(settings)).pipe(
        Layer.provideMerge(Stores.layer(settings)),
        Layer.provideMerge(NodeHttpServer.layerHttpServices),
      ),
    )
    const onTerminal = process.stdout.isTTY === true
    const made = yield* Effect.provideContext(
      Effect.andThen(prepare, firstStart(settings, onTerminal)),
      services,
    )
    const app = yield* HttpRouter.toHttpEffect(ActivityServer.layer(settings)).pipe(
      Effect.provideContext(Context.add(services, HttpRouter.RouterConfig, { maxParamLength: 1_000 })),
    )
    const server = yield* Layer.build(
      HttpServer.serve(hostRequired(app)).pipe(
        Layer.provide(ActivityServer.layerSpans(settings)),
        // Where nobody takes traces, requests make none.
        Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => settings.otlp === undefined)),
        Layer.provideMerge(listener(settings)),
      ),
    ).pipe(Effect.mapError(({ cause }) => cannotListen(settings, cause)))
    const address = HttpServer.formatAddress(Context.get(server, HttpServer.HttpServer).address)
    yield* Effect.logInfo(`the activity API is at ${address}`)
    if (onTerminal) yield* showExamples(address, made)
    yield* Effect.forkScoped(Effect.provideContext(keepTitlesDescribed, services))
    if (settings.scheduledSyncs)
      yield* Effect.forkScoped(Effect.provideContext(runSchedule(settings), services))
    return yield* Effect.never
  }).pipe(Effect.scoped)
