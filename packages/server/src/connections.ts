import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** The limits of connections: their number, and the silence of one. */
export interface ConnectionSettings {
  /** Connections that may be open at once, of both APIs. */
  readonly maxConnections: number
  /** Seconds that a client may take to send a request's head, or to take more of its answer. */
  readonly clientTimeoutSeconds: number
}

/** Why a connection was closed before its client wanted it. */
type Reason = "refused" | "idle" | "silent" | "slow" | "pipelined"

/** A connection, and the requests on it. */
interface Connection {
  /** True once it has sent a request. */
  asked: boolean
  /** The request that is being answered; HTTP/1.1 answers one after the other. */
  answering: ServerResponse | undefined
  /** Requests behind it, sent before its answer was read. */
  readonly behind: Array<() => void>
}

// A connection's requests that wait for the answer before them. Browsers send none ahead, tools about ten.
const maxBehind = 32

/** Bytes of answers that may wait for slow readers, of all connections together. */
const maxWaitingBytes = 256 * 1024 * 1024

/** Descriptors that are left to the database's files (PGlite opens some 250), to modules and to calls to services. */
const keptDescriptors = 320

/** Files that this process may have open; infinite where the platform sets no limit. */
const openFilesLimit = (): number => {
  // Without looking up the names of peers.
  Reflect.set(process.report, "excludeNetwork", true)
  const report: unknown = process.report.getReport()
  const limit = Number(
    (report as { readonly userLimits?: { readonly open_files?: { readonly soft: unknown } } }).userLimits
      ?.open_files?.soft,
  )
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit
}

/** Connections that these settings and the process' descriptors allow together. */
export const boundOf = (maxConnections: number, openFiles: number): number =>
  Math.min(maxConnections, Math.max(openFiles - keptDescriptors, Math.ceil(openFiles / 4)))

const openConnections = Metric.gauge("daybook_http_connections", {
  description: "Connections that are open, of both APIs",
})

const closedEarly = (reason: Reason) =>
  Metric.counter("daybook_http_connections_cut_total", {
    description: "Connections that were closed before their client wanted it, by reason",
    incremental: true,
    attributes: { reason },
  })

/**
 * All open connections. It bounds how many there are, lets each have one request answered at a time, and bounds the
 * bytes that wait for slow readers: a pipelining client would otherwise have all its answers made before it reads one.
 */
export class Connections extends Context.Service<Connections, ConnectionTable>()(
  "daybook/server/Connections",
) {}

/** Makes the table; `settings.maxConnections` is lowered to what the limit of open files allows. */
export const makeConnections = Effect.fnUntraced(function* (settings: ConnectionSettings) {
  const context = yield* Effect.context<never>()
  const most = boundOf(settings.maxConnections, openFilesLimit())
  if (most < settings.maxConnections) {
    yield* Effect.logInfo(
      `at most ${most} connections at once, not ${settings.maxConnections}: the limit of open files (ulimit -n) allows no more`,
    )
  }
  const table = new ConnectionTable(most, settings.clientTimeoutSeconds * 1000, (reason) =>
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
  readonly #most: number
  readonly #count: (reason: Reason) => void
  readonly #open = new Map<Socket, Connection>()
  /** Answers that are made and not yet taken, the oldest first, with the bytes that were left to take. */
  readonly #waiting = new Map<ServerResponse, { readonly socket: Socket; readonly bytes: number }>()
  #waitingBytes = 0
  #stopping = false

  constructor(most: number, clientTimeout: number, count: (reason: Reason) => void) {
    this.#most = most
    this.clientTimeout = clientTimeout
    this.#count = count
  }

  get size(): number {
    return this.#open.size
  }

  /** Takes a new connection in, if need be in place of the one that has been idle longest; false where all are busy. */
  admit(socket: Socket): boolean {
    if (this.#open.size >= this.#most && !this.#closeOneIdle()) {
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
      // One that was never asked anything goes before all that were.
      idle = socket
      break
    }
    if (idle === undefined) return false
    this.cut(idle, "idle")
    return true
  }

  /** Begins a request once those before it on its connection are answered. */
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
    response.once("prefinish", () => this.#await(socket, response))
    response.once("close", () => {
      this.#settle(response)
      connection.answering = undefined
      const next = connection.behind.shift()
      if (socket.destroyed) return
      if (next !== undefined) next()
      // A connection whose last request ends while the server stops is not held open for the client's next one.
      else if (this.#stopping) setImmediate(() => this.#closeIfIdle(socket))
    })
    begin()
  }

  /** Notes what an answer that is complete has left to be taken. Past the bound the oldest such answers are cut. */
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

  /** True while the head of an answer is being written: nothing else may then be written to its connection. */
  isAnswering(socket: Socket): boolean {
    return this.#open.get(socket)?.answering?.headersSent ?? false
  }

  /**
   * Nothing came or went for a while. A client whose request is being worked on waits for us; any other has nothing
   * to say, or does not take its answer.
   */
  quiet(socket: Socket): void {
    const { answering } = this.#open.get(socket) ?? {}
    if (answering === undefined) this.cut(socket, socket.bytesRead === 0 ? "silent" : undefined)
    else if (socket.writableLength > 0) this.cut(socket, "slow")
  }

  /** Counts nothing for a client that was merely done. */
  cut(socket: Socket, reason: Reason | undefined): void {
    if (reason !== undefined) this.#count(reason)
    this.#open.delete(socket)
    socket.destroy()
  }

  #closeIfIdle(socket: Socket): void {
    if (this.#open.get(socket)?.answering === undefined) socket.destroy()
  }

  /** From now on a connection is closed as soon as its request is answered. */
  stop(): void {
    this.#stopping = true
    for (const socket of this.#open.keys()) this.#closeIfIdle(socket)
  }
}
