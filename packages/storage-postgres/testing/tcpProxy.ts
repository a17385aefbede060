import { createServer, connect, type Server, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"

/** A way through a proxy, as its client sees it. */
export type Direction = "to server" | "to client"

const bothWays: ReadonlyArray<Direction> = ["to server", "to client"]

interface Target {
  readonly host: string
  readonly port: number
}

/** Opens and shuts; anyone who comes while it is shut waits. */
class Door {
  #opened: Promise<void> = Promise.resolve()
  #open: () => void = () => {}
  #isShut = false

  shut(): void {
    if (this.#isShut) return
    this.#isShut = true
    this.#opened = new Promise((resolve) => (this.#open = resolve))
  }

  open(): void {
    this.#isShut = false
    this.#open()
  }

  /** Passes when it is open, and is still open once the wait is over. */
  async pass(): Promise<void> {
    while (this.#isShut) await this.#opened
  }
}

/**
 * A TCP proxy on the loopback address that fails as networks do: it goes silent in either direction, which neither end
 * is notified of, slows down, cuts connections and refuses new ones. Connections of PostgreSQL and of HTTP pass alike.
 */
export class TcpProxy {
  readonly port: number
  readonly #server: Server
  #target: Target
  readonly #connections = new Set<{ stranded: boolean; readonly server: Socket }>()
  readonly #sockets = new Set<Socket>()
  readonly #doors = { "to server": new Door(), "to client": new Door() }
  #millis = 0

  private constructor(server: Server, target: Target) {
    this.#server = server
    this.#target = target
    const address = server.address()
    this.port = typeof address === "object" && address !== null ? address.port : 0
    server.on("connection", (client) => this.#join(client))
  }

  /** Listens on a free port, or on the given one. The target is `host:port`, or the URL of something that listens. */
  static async start(target: string, port = 0): Promise<TcpProxy> {
    const server = createServer()
    await listen(server, port)
    return new TcpProxy(server, targetOf(target))
  }

  /** New connections go there from now on: what listens has come back at another port. */
  aim(target: string): void {
    this.#target = targetOf(target)
  }

  /** The connections that are open now. */
  get connections(): number {
    return this.#sockets.size / 2
  }

  /** The same URL by way of this proxy. */
  through(url: string): string {
    const proxied = new URL(url)
    proxied.host = `127.0.0.1:${this.port}`
    return proxied.href
  }

  /** Delivers nothing any more; connections stay open, new ones are accepted, and ends that close are not reported. */
  silence(...directions: ReadonlyArray<Direction>): void {
    for (const direction of directions.length === 0 ? bothWays : directions) this.#doors[direction].shut()
  }

  /** The connections of now do not respond permanently, as behind a router that forgot them; new ones pass. */
  strand(): void {
    for (const connection of this.#connections) connection.stranded = true
  }

  /** Resets stranded connections only for the server, as its keep-alive does when it hears nothing. */
  forget(): void {
    for (const { server, stranded } of this.#connections) if (stranded) server.resetAndDestroy()
  }

  /** Delivers again, first what was held back. */
  speak(): void {
    for (const direction of bothWays) this.#doors[direction].open()
  }

  /** Delivers each chunk this many milliseconds late. */
  delay(millis: number): void {
    this.#millis = millis
  }

  /** Resets every connection; new ones are accepted. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** Resets every connection and refuses new ones. */
  async refuse(): Promise<void> {
    this.#server.close()
    this.cut()
  }

  /** Accepts connections again, at the same port. */
  async admit(): Promise<void> {
    if (!this.#server.listening) await listen(this.#server, this.port)
  }

  async close(): Promise<void> {
    await this.refuse()
    this.speak()
  }

  #join(client: Socket): void {
    const server = connect({ ...this.#target, noDelay: true })
    client.setNoDelay(true)
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.once("close", () => this.#sockets.delete(socket))
      socket.on("error", () => {})
    }
    const connection = { stranded: false, server }
    this.#connections.add(connection)
    client.once("close", () => this.#connections.delete(connection))
    const pump = async (direction: Direction, from: Socket, to: Socket): Promise<void> => {
      const passed = async (): Promise<void> => {
        if (this.#millis > 0) await pause(this.#millis)
        await this.#doors[direction].pass()
        if (connection.stranded) await stranded
      }
      try {
        for await (const chunk of from) {
          await passed()
          if (to.destroyed) return
          to.write(chunk)
        }
        await passed()
        to.end()
      } catch {
        await this.#doors[direction].pass()
        if (connection.stranded) await stranded
        to.destroy()
      }
    }
    void pump("to server", client, server)
    void pump("to client", server, client)
  }
}

/** Nothing is ever delivered over a stranded connection. */
const stranded = new Promise<never>(() => {})

const targetOf = (target: string): Target => {
  const { hostname, port } = new URL(target.includes("://") ? target : `tcp://${target}`)
  return { host: hostname, port: Number(port) }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject)
      resolve()
    })
  })
