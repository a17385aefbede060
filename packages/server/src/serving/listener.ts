import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createServer, type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from "node:http"
import { Socket } from "node:net"
import { type ConnectionTable, Connections } from "./connections.ts"
import { listensAlone } from "../listeners/own.ts"
import { SettingError } from "../settings.ts"

/** The response to a client before there is a request that a route could see, in the form of the API's errors. */
export type RejectConnection = (
  address: string | undefined,
  status: number,
  message: string,
) => Effect.Effect<HttpServerResponse.HttpServerResponse>

type Refuse = (socket: Socket, status: number, message: string) => void

const tooManyConnections = "Too many connections. Retry after the number of seconds in Retry-After"

/** Milliseconds that a request may take to arrive. A slower one is aborted, and its memory is freed. */
const requestTimeout = 60_000

/** The most bytes of a target and headers together: a query may list 1,000 ids of 36 characters, with encoded commas. */
const maxHeaderSize = 64 * 1024

/** True for a request whose body may take longer: its route times out a silent sender. */
export type TakesLong = (request: IncomingMessage) => boolean

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/**
 * Calls `late` once a body has not come to its end in time. Node's own limit knows no routes. Behind a response a long
 * body has no more time than any other.
 */
const limitBody = (request: IncomingMessage, response: ServerResponse, long: boolean, late: () => void) => {
  if (!hasBody(request)) return
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    if (!request.complete) timer ??= setTimeout(late, requestTimeout).unref()
  }
  if (long) response.once("finish", begin)
  else begin()
  request.once("close", () => clearTimeout(timer))
}

/** Milliseconds that a refused client has to read the reason. */
const refusalReadTime = 1_000

const problemOf = ({ code }: { readonly code?: string }): readonly [status: number, message: string] => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return [431, "The request target and headers together must not exceed 64 KiB"]
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "The request did not arrive in time. Send it without pauses"]
    case "HPE_INVALID_URL":
      return [
        400,
        "The request target contains a character that must be percent-encoded, such as é as %C3%A9",
      ]
    default:
      return [400, "This is not a request of HTTP/1.1: see RFC 9112"]
  }
}

const textOf = ({ headers, body, status }: HttpServerResponse.HttpServerResponse) => {
  const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
  const lines = Object.entries({
    ...headers,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`
}

/** Writes a response to a bare socket and closes it, whether or not its client does. */
const makeRefuse = Effect.fnUntraced(function* (early: RejectConnection) {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  return ((socket, status, message) => {
    run(
      Effect.map(early(socket.remoteAddress, status, message), (answer) => {
        if (!socket.writable) return socket.destroy()
        socket.end(textOf(answer))
        return setTimeout(() => socket.destroy(), refusalReadTime).unref()
      }),
    )
  }) satisfies Refuse
})

/** Refuses a connection at once: while it reads the reason it may contain no descriptor and start no query. */
const makeTurnAway = (early: RejectConnection) =>
  Effect.map(early(undefined, 503, tooManyConnections), (answer) => {
    const text = textOf(HttpServerResponse.setHeader(answer, "retry-after", "1"))
    return (socket: Socket) => {
      socket.on("error", () => {}).write(text)
      socket.destroySoon()
    }
  })

/** True for an HTTP/1.1 request without the required Host (RFC 9112, 3.2); Node's own response has another form. */
const lacksHost = ({ headers, httpVersion }: IncomingMessage) =>
  httpVersion === "1.1" && headers.host === undefined

/** A target as a client sends it to a proxy (RFC 9112, 3.2.2): a URL, whose host counts and not that of `Host`. */
const absoluteForm = /^https?:\/\/([^/?#]*)([^]*)$/i

/** Makes a target in absolute form a path and a query, as they were sent. */
const takeOffHost = (request: IncomingMessage) => {
  const [, host, rest = ""] = absoluteForm.exec(request.url ?? "") ?? []
  if (host === undefined) return
  request.url = rest.startsWith("/") ? rest : `/${rest}`
  request.headers.host = host
}

/**
 * Node's server with limited connections, one request at a time on each. Errors that Node handles itself, before there
 * is a request, have the form of every other error.
 */
const makeServer = (
  connections: ConnectionTable,
  refuse: Refuse,
  turnAway: (socket: Socket) => void,
  takesLong: TakesLong,
): Server => {
  const { clientTimeout } = connections
  const server = createServer({
    requireHostHeader: false,
    maxHeaderSize,
    headersTimeout: Math.min(clientTimeout, requestTimeout),
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1_000, clientTimeout / 2),
  })
  server.timeout = clientTimeout
  // Without a listener Node would respond on its own.
  server.on("checkExpectation", () => {})
  server.on("timeout", (socket: Socket) => connections.timedOut(socket))
  server.on("clientError", (error: Error & { readonly code?: string }, stream) => {
    const socket = stream instanceof Socket ? stream : undefined
    if (socket === undefined || error.code === "ECONNRESET") stream.destroy()
    // The response is sent and the connection is closing while its client still sends: a reset could lose that response.
    else if (!socket.writable) return
    else if (connections.isAnswering(socket)) stream.destroy()
    // A client that sent nothing gets no error.
    else if (socket.bytesRead === 0) connections.cut(socket, "silent")
    else refuse(socket, ...problemOf(error))
  })
  // Without a listener Node closes the connection without a response.
  server.on("connect", ({ socket }: IncomingMessage) => refuse(socket, 405, "CONNECT is not supported"))
  const emit = server.emit.bind(server) as (event: string, ...args: ReadonlyArray<unknown>) => boolean
  const begin = (event: string, request: IncomingMessage, response: ServerResponse) => {
    if (lacksHost(request)) return refuse(request.socket, 400, "Host: this header is missing")
    if (request.url?.startsWith("/") !== true) takeOffHost(request)
    if (event === "checkExpectation") {
      return refuse(request.socket, 417, "Expect: only 100-continue is known")
    }
    limitBody(request, response, takesLong(request), () =>
      emit(
        "clientError",
        Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
        request.socket,
      ),
    )
    emit(event, request, response)
  }
  // Each request reaches the listeners in its turn.
  server.emit = (event: string, ...args: ReadonlyArray<unknown>) => {
    const [first, response] = args
    if (event === "connection" && first instanceof Socket && !connections.admit(first)) {
      turnAway(first)
      return true
    }
    if (response instanceof ServerResponse && /^(request|checkContinue|checkExpectation)$/.test(event)) {
      const request = first as IncomingMessage
      connections.takeTurn(request.socket, response, () => begin(event, request, response))
      return true
    }
    return emit(event, ...args)
  }
  return server
}

/** How an API is served, next to its app. */
export interface ListenOptions {
  readonly takesLong?: TakesLong
}

/** Serves an API at a port of the host, and returns its URL. */
export const listen = Effect.fnUntraced(function* <E, R>(
  host: string,
  [setting, port]: readonly [setting: string, port: number],
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  refusals: RejectConnection,
  { takesLong = () => false }: ListenOptions = {},
) {
  const connections = yield* Connections
  const refuse = yield* makeRefuse(refusals)
  const turnAway = yield* makeTurnAway(refusals)
  const server = makeServer(connections, refuse, turnAway, takesLong)
  const listener = NodeHttpServer.layerServer(() => server, {
    host,
    port,
    reusePort: listensAlone(port),
    gracefulShutdownTimeout: "20 seconds",
  })
  const built = yield* Layer.build(Layer.provideMerge(HttpServer.serve(app), listener)).pipe(
    Effect.mapError(({ cause }) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return new SettingError({
        message: `cannot listen at ${host}, port ${port}: ${reason}; set HOST or ${setting}`,
      })
    }),
  )
  // No protocol is upgraded. Without a listener for upgrades, a request that offers one (Java's client offers h2c) is a
  // request like any other, on every version of Node.
  server.removeAllListeners("upgrade")
  yield* Effect.addFinalizer(() => Effect.sync(() => connections.stop()))
  return HttpServer.formatAddress(Context.get(built, HttpServer.HttpServer).address)
})
