import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { until } from "./until.ts"

/** A bare connection, and all that came over it. */
export class RawSocket {
  text = ""
  /** Whether the server has closed it. */
  closed = false
  readonly socket: Socket

  /** Keeps its own side open when the other is closed: what a client does that never looks. */
  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    this.socket.on("error", () => {})
    this.socket.on("end", () => (this.closed = true))
    this.socket.on("close", () => (this.closed = true))
  }

  static async open(url: string): Promise<RawSocket> {
    const raw = new RawSocket(url)
    await once(raw.socket, "connect")
    return raw
  }

  /** Begins to read; a connection that never reads holds its responses up. */
  read(): this {
    this.socket.setEncoding("utf8").on("data", (text: string) => (this.text += text))
    return this
  }

  write(bytes: string): this {
    this.socket.write(bytes)
    return this
  }

  /** The status of each response that has come. */
  get statuses(): ReadonlyArray<number> {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  }

  async answers(count: number): Promise<ReadonlyArray<number>> {
    await until(`${count} answers came`, () => this.statuses.length >= count || this.closed)
    return this.statuses
  }
}
