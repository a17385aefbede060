import { once } from "node:events"
import { connect } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import { brotliDecompressSync, gunzipSync } from "node:zlib"

/** A response as it came over the wire. */
export interface Reply {
  readonly status: number
  /** By names in lower case; what was listed twice is joined by ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** Unpacked. */
  readonly body: string
}

/** All that a server said on a connection. */
export interface Said {
  readonly replies: ReadonlyArray<Reply>
  /** The response did not come whole. */
  readonly rest: string
}

const headersOf = (lines: ReadonlyArray<string>): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(":")
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return headers
}

/** The chunks from here on as one, and where they end; undefined if the last one is missing. */
const unchunk = (bytes: Buffer, from: number) => {
  const pieces: Array<Buffer> = []
  for (let at = from; ;) {
    const line = bytes.indexOf("\r\n", at)
    if (line === -1) return undefined
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16)
    const end = line + 2 + size + 2
    if (!(end <= bytes.length)) return undefined
    if (size === 0) return { body: Buffer.concat(pieces), end }
    pieces.push(bytes.subarray(line + 2, end - 2))
    at = end
  }
}

const unpacked = (body: Buffer, coding: string | undefined): Buffer =>
  coding === "br" ? brotliDecompressSync(body) : coding === "gzip" ? gunzipSync(body) : body

/** The first response of some bytes, and where it ends; undefined if it is not whole. */
const firstReply = (bytes: Buffer, bodiless: boolean): { reply: Reply; end: number } | undefined => {
  const headEnd = bytes.indexOf("\r\n\r\n")
  if (headEnd === -1) return undefined
  const [first = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n")
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
  const headers = headersOf(lines)
  const start = headEnd + 4
  const whole = (body: Buffer, end: number) => ({
    reply: { status, headers, body: unpacked(body, headers["content-encoding"]).toString() },
    end,
  })
  if (bodiless || status < 200 || status === 204 || status === 304)
    return { reply: { status, headers, body: "" }, end: start }
  if (headers["transfer-encoding"] === "chunked") {
    const read = unchunk(bytes, start)
    return read && whole(read.body, read.end)
  }
  const end = start + Number(headers["content-length"] ?? Number.NaN)
  return end <= bytes.length ? whole(bytes.subarray(start, end), end) : undefined
}

/** How a conversation goes. */
export interface Manner {
  /** Whether the response to it has no body (HEAD). */
  readonly bodiless?: boolean
  /** States that nothing more will come. */
  readonly end?: boolean
  /** How many responses to wait for; without it all that come until the server hangs up. */
  readonly answers?: number
  readonly deliveryTimeout?: number
}

/** Sends pieces as they are, each on its own, and reads what comes back. */
export const converse = async (
  url: string,
  pieces: ReadonlyArray<Uint8Array | string>,
  { answers = Infinity, bodiless = false, end = false, deliveryTimeout = 30_000 }: Manner = {},
): Promise<Said> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  // A server may hang up while we are still talking.
  socket.on("error", () => {})
  let bytes: Buffer = Buffer.alloc(0)
  const replies: Array<Reply> = []
  socket.on("data", (more: Buffer) => {
    bytes = bytes.length === 0 ? more : Buffer.concat([bytes, more])
    for (let read = firstReply(bytes, bodiless); read !== undefined; read = firstReply(bytes, bodiless)) {
      bytes = bytes.subarray(read.end)
      if (read.reply.status >= 200 || read.reply.status === 101) replies.push(read.reply)
      if (replies.length >= answers) return void socket.destroy()
    }
  })
  const over = once(socket, "close")
  const timer = setTimeout(() => socket.destroy(new Error("no answer")), deliveryTimeout)
  const speak = async () => {
    for (const piece of pieces) {
      if (socket.destroyed) return
      socket.write(piece)
      if (pieces.length > 1) await nextTurn()
    }
    if (end) socket.end()
  }
  await Promise.all([speak(), over.catch(() => {})])
  clearTimeout(timer)
  return { replies, rest: bytes.toString("latin1") }
}
