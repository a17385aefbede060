import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** The limits of connections: their number, and the silence of one. */
export interface ConnectionSettings {
  /** Connections that may be open at once, of both APIs. */
  readonly maxConnections: number
  /** Seconds that a client may take to send a request's head, or to take more of its response. */
  readonly clientTimeoutSeconds: number
}

/** Why a connection was closed before its client wanted it. */
type Reason = "refused" | "idle" | "silent" | "slow" | "pipelined"

/** A connection, and the requests on it. */
interface Connection {
  /** True once it has sent a request. */
  asked: boolean
  /** The request in progress; HTTP/1.1 handles one after the other. */
  answering: ServerResponse | undefined
  /** Requests behind it, sent before its response was read. */
  readonly behind: Array<() => void>
}

// Pipelined requests of one connection. Browsers send none ahead, tools about ten.
const maxBehind = 32

/** The most bytes of responses that wait for slow readers, on all connections together. */
const maxWaitingBytes = 256 * 1024 * 1024

/** Descriptors reserved for the database's files, for modules and for calls to services. */
const reservedDescriptors = 320

/** Files that this process may have open; infinite where the platform sets no limit. */
const openFilesLimit = (): number => {
  // The report would otherwise look up the names of peers.
  Reflect.set(process.report, "excludeNetwork", true)
  const report: unknown = process.report.getReport()
  const limit = Number(
    (report as { readonly userLimits?: { readonly open_files?: { readonly soft: unknown } } }).userLimits
      ?.open_files?.soft,
  )
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit
}

/** The number of connections that both the setting and the descriptors of the process allow. */
export const connectionLimit = (maxConnections: number, openFiles: number): number =>
  Math.min(maxConnections, Math.max(openFiles - reservedDescriptors, Math.ceil(openFiles / 4)))

const openConnections = Metric.gauge("daybook_http_connections", {
  description: "Connections that are open, of both APIs",
})

const closedEarly = (reason: Reason) =>
  Metric.counter("daybook_http_connections_cut_total", {
    description: "Connections closed before their client closed them, by reason",
    incremental: true,
    attributes: { reason },
  })

/**
 * All open connections. Their number is limited, each has one request in progress at a time, and the bytes that wait
 * for slow readers are limited: a pipelining client would otherwise have all its responses made before it reads one.
 */
export class Connections extends Context.Service<Connections, ConnectionTable>()(
  "daybook/server/Connections",
) {}

/** Makes the table; `settings.maxConnections` is lowered to what the limit of open files allows. */
export const makeConnections = Effect.fnUntraced(function* (settings: ConnectionSettings) {
  const context = yield* Effect.context<never>()
  const max = connectionLimit(settings.maxConnections, openFilesLimit())
  if (max < settings.maxConnections) {
    yield* Effect.logInfo(
      `at max ${max} connections at once, not ${settings.maxConnections}: the limit of open files (ulimit -n) allows no more`,
    )
  }
  const table = new ConnectionTable(max, settings.clientTimeoutSeconds * 1000, (reason) =>
    closedEarly(reason).updateUnsafe(1, context),
  )
  Metric.registerUnsafe(openConnections, context, {
    get: () => ({ value: table.size }),
    update: () => {},
    modify: () => {},
  })
  return table
})

export class ConnectionTable {
  readonly clientTimeout: number
  readonly #max: number
  readonly #count: (reason: Reason) => void
  readonly #open = new Map<Socket, Connection>()
  /** Complete responses that their clients have not yet read, the oldest first, with the bytes that were left then. */
  readonly #waiting = new Map<ServerResponse, { readonly socket: Socket; readonly bytes: number }>()
  #waitingBytes = 0
  #stopping = false

  constructor(max: number, clientTimeout: number, count: (reason: Reason) => void) {
    this.#max = max
    this.clientTimeout = clientTimeout
    this.#count = count
  }

  get size(): number {
    return this.#open.size
  }

  /** Admits a new connection, if need be instead of the one idle longest; false where all are busy. */
  admit(socket: Socket): boolean {
    if (this.#open.size >= this.#max && !this.#closeOneIdle()) {
      this.#count("refused")
      return false
    }
    this.#open.set(socket, { asked: false, answering: undefined, behind: [] })
    socket.once("close", () => this.#open.delete(socket))
    return true
  }

  #closeOneIdle(): boolean {
    let idle: Socket | undefined
    for (const [socket, { answering, asked }] of this.#open) {
      if (answering !== undefined) continue
      idle ??= socket
      if (asked) continue
      // A connection without any request so far goes before all others.
      idle = socket
      break
    }
    if (idle === undefined) return false
    this.cut(idle, "idle")
    return true
  }

  /** Starts a request once the earlier ones on its connection are complete. */
  takeTurn(socket: Socket, response: ServerResponse, begin: () => void): void {
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    const start = () => this.#start(socket, connection, response, begin)
    if (connection.answering === undefined) start()
    else if (connection.behind.length < maxBehind) connection.behind.push(start)
    else this.cut(socket, "pipelined")
  }

  #start(socket: Socket, connection: Connection, response: ServerResponse, begin: () => void): void {
    connection.answering = response
    connection.asked = true
    if (this.#stopping) this.#announceEnd(connection)
    response.once("prefinish", () => this.#await(socket, response))
    response.once("close", () => {
      this.#settle(response)
      connection.answering = undefined
      const next = connection.behind.shift()
      if (socket.destroyed) return
      if (next !== undefined) next()
      // While the server stops, a connection is closed after its last response.
      else if (this.#stopping) setImmediate(() => this.#closeIfIdle(socket))
    })
    begin()
  }

  /** Records the unread bytes of a complete response. Past the limit the connections of the oldest ones are cut. */
  #await(socket: Socket, response: ServerResponse): void {
    const bytes = socket.writableLength
    if (bytes === 0) return
    this.#waiting.set(response, { socket, bytes })
    this.#waitingBytes += bytes
    for (const [oldest, { socket: slow }] of this.#waiting) {
      if (this.#waitingBytes <= maxWaitingBytes) break
      this.#settle(oldest)
      this.cut(slow, "slow")
    }
  }

  #settle(response: ServerResponse): void {
    this.#waitingBytes -= this.#waiting.get(response)?.bytes ?? 0
    this.#waiting.delete(response)
  }

  /** True while the head of a response is being written: nothing else may then be written to its connection. */
  isAnswering(socket: Socket): boolean {
    return this.#open.get(socket)?.answering?.headersSent ?? false
  }

  /**
   * Called after the client timeout without traffic. A client whose request is in progress is waiting for us; any other
   * does not respond or does not read its response, and is cut.
   */
  timedOut(socket: Socket): void {
    const { answering } = this.#open.get(socket) ?? {}
    if (answering === undefined) this.cut(socket, socket.bytesRead === 0 ? "silent" : undefined)
    else if (socket.writableLength > 0) this.cut(socket, "slow")
  }

  /** Closes a connection. Without a reason (the client was done) nothing is counted. */
  cut(socket: Socket, reason: Reason | undefined): void {
    if (reason !== undefined) this.#count(reason)
    this.#open.delete(socket)
    socket.destroy()
  }

  /** Sends `Connection: close` with the last response, so that the client sends its next request elsewhere. */
  #announceEnd({ answering, behind }: Connection): void {
    if (answering !== undefined && behind.length === 0) answering.shouldKeepAlive = false
  }

  #closeIfIdle(socket: Socket): void {
    if (this.#open.get(socket)?.answering === undefined) socket.destroy()
  }

  /** Closes idle connections now, and each other one as soon as its request is complete. */
  stop(): void {
    this.#stopping = true
    for (const [socket, connection] of this.#open) {
      this.#announceEnd(connection)
      this.#closeIfIdle(socket)
    }
  }
}
