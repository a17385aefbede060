import { ActivityServer, NotifyServer } from "@daybook/http"
import { keepTitlesDescribed } from "@daybook/watching"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createServer, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { firstStart, showExamples } from "./firstStart.ts"
import * as MediaEvents from "./mediaEvents.ts"
import * as Notify from "./notify.ts"
import * as Pictures from "./pictures.ts"
import { runSchedule } from "./schedule.ts"
import { defaultNotifyPort, SettingError, type Settings } from "./settings.ts"
import * as Sources from "./sources.ts"
import * as Stores from "./stores.ts"

/** The form that an API gives its errors. */
type ErrorBody = (message: string, status: number) => object

const activityError: ErrorBody = (error, status) => ({ error, status })

const notifyError: ErrorBody = (_message) => ({ _message, status: "error" })

const bodyOf = (errorBody: ErrorBody, status: number) =>
  JSON.stringify(errorBody(STATUS_CODES[status] ?? "", status))

/** What Node refuses before it is a request gets the form of every other error. */
const refuse = (errorBody: ErrorBody) => (error: Error & { readonly code?: string }, socket: Socket) => {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400
  const body = bodyOf(errorBody, status)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Milliseconds that a request may take to arrive. */
const requestTimeout = 60_000

/** A connection whose last request ends while the server stops is not held open for the client's next one. */
const makeServer = (errorBody: ErrorBody) => () => {
  // A request that is sent in drips is given up in the end, with whatever is held for it.
  const server = createServer({
    requireHostHeader: false,
    requestTimeout,
    connectionsCheckingInterval: 5_000,
  })
    .on("clientError", refuse(errorBody))
    .on("checkExpectation", (_request, response) => {
      const body = bodyOf(errorBody, 417)
      response.writeHead(417, { "Content-Type": "application/json", "Content-Length": body.length }).end(body)
    })
  return server.on("request", (_request, response) => {
    response.once("close", () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  })
}

/** Node would refuse a request of HTTP/1.1 without a Host header (RFC 9112, 3.2) in a form of its own. */
const hostRequired = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  errorBody: ErrorBody,
) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    request.headers["host"] === undefined && toIncomingMessage(request).httpVersion === "1.1"
      ? Effect.succeed(
          HttpServerResponse.jsonUnsafe(errorBody("Host: this header is missing", 400), { status: 400 }),
        )
      : app,
  )

/** Serves an API at a port of the host, and gives its address. */
const listen = Effect.fnUntraced(function* <E, R>(
  host: string,
  [setting, port]: readonly [setting: string, port: number],
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  errorBody: ErrorBody,
) {
  const listener = NodeHttpServer.layerServer(makeServer(errorBody), {
    host,
    port,
    gracefulShutdownTimeout: "20 seconds",
  })
  const server = yield* Layer.build(
    Layer.provideMerge(HttpServer.serve(hostRequired(app, errorBody)), listener),
  ).pipe(
    Effect.mapError(({ cause }) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return new SettingError({
        message: `cannot listen at ${host}, port ${port}: ${reason}; set HOST or ${setting}`,
      })
    }),
  )
  return HttpServer.formatAddress(Context.get(server, HttpServer.HttpServer).address)
})

/**
 * Serves the profile API. Whoever has said nothing of its port may run two servers side by side: then the second one
 * serves the activity API alone, and says so.
 */
const listenForProfiles = Effect.fnUntraced(function* <E, R>(
  { host, notifyPort }: Settings,
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) {
  const port = ["NOTIFY_PORT", notifyPort ?? defaultNotifyPort] as const
  const listening = Effect.flatMap(listen(host, port, app, notifyError), (address) =>
    Effect.logInfo(`the profile API is at ${address}`),
  )
  return yield* notifyPort === undefined
    ? Effect.catchTag(listening, "SettingError", ({ message }) =>
        Effect.logWarning(`the profile API is not served: ${message}`),
      )
    : listening
})

/**
 * Serves until it is interrupted; then requests under way finish and the store closes. `prepare` runs on the
 * stores before anything is served. The listeners come last: a request is never let in before it can be answered.
 */
export const serve = <E, R>(settings: Settings, prepare: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(
      Layer.mergeAll(
        Sources.layer(settings),
        Pictures.layer(settings),
        MediaEvents.layer,
        Notify.layer(settings),
      ).pipe(
        Layer.provideMerge(Stores.layer(settings)),
        Layer.provideMerge(NodeHttpServer.layerHttpServices),
      ),
    )
    const onTerminal = process.stdout.isTTY === true
    const made = yield* Effect.provideContext(
      Effect.andThen(prepare, firstStart(settings, onTerminal)),
      services,
    )
    yield* Effect.provideContext(Notify.firstWorkspace(settings, onTerminal), services)
    const app = yield* Effect.provideContext(ActivityServer.app(settings), services)
    const notifyApp = yield* Effect.provideContext(NotifyServer.app, services)
    const address = yield* listen(settings.host, ["PORT", settings.port], app, activityError).pipe(
      Effect.provide(ActivityServer.layerSpans(settings)),
      // Where nobody takes traces, requests make none.
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => settings.otlp === undefined),
    )
    yield* Effect.logInfo(`the activity API is at ${address}`)
    // Its requests are many and alike: it is measured, and not traced.
    yield* Effect.provideService(
      listenForProfiles(settings, notifyApp),
      HttpMiddleware.TracerDisabledWhen,
      () => true,
    )
    if (onTerminal) yield* showExamples(address, made)
    yield* Effect.forkScoped(Effect.provideContext(keepTitlesDescribed, services))
    if (settings.scheduledSyncs)
      yield* Effect.forkScoped(Effect.provideContext(runSchedule(settings), services))
    return yield* Effect.never
  }).pipe(Effect.scoped)
