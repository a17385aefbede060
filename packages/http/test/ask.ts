import * as Effect from "effect/Effect"
import { type IncomingHttpHeaders, request } from "node:http"
import { connect } from "node:net"

/** A request next to its method and path. */
export interface Question {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is; text becomes UTF-8, anything else JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** The response to a request. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly bytes: Uint8Array
}

const bytesOf = (body: unknown): string | Uint8Array | undefined =>
  body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)

/** Sends a request over its own connection, with the path exactly as written. */
export const ask = (
  address: string,
  method: string,
  path: string,
  question: Question,
): Effect.Effect<Reply> =>
  Effect.callback<Reply>((resume) => {
    const { hostname, port } = new URL(address)
    const body = bytesOf(question.body)
    const sent = request({
      hostname,
      port,
      method,
      path,
      agent: false,
      headers: {
        ...(question.key === undefined ? {} : { authorization: `Bearer ${question.key}` }),
        ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
        ...question.headers,
      },
      ...(question.signal === undefined ? {} : { signal: question.signal }),
    })
    sent.on("error", (error) => resume(Effect.die(error)))
    sent.on("response", (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", (error) => resume(Effect.die(error)))
      const end = () => {
        const bytes = Buffer.concat(chunks)
        const { headers, statusCode: status = 0 } = response
        resume(Effect.succeed({ status, headers, text: bytes.toString(), bytes }))
      }
      response.on("end", end)
      // A stream of events has no end: its head is the response.
      if (response.headers["content-type"] === "text/event-stream") {
        response.destroy()
        end()
      }
    })
    sent.end(body)
    return Effect.sync(() => sent.destroy())
  })

/** The JSON of a response. */
export const jsonOf = (reply: Reply): unknown => JSON.parse(reply.text)

/** Writes bytes to a socket as they are, one piece after the other, and returns all that arrives until it closes. */
export const askRaw = (address: string, pieces: Iterable<string | Uint8Array>) =>
  Effect.callback<{ readonly text: string; readonly written: number }>((resume) => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    let text = ""
    let written = 0
    const end = () => resume(Effect.succeed({ text, written }))
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()))
    socket.on("close", end)
    // A server that has responded may reset a request that is still being sent.
    socket.on("error", end)
    const iterator = pieces[Symbol.iterator]()
    const write = () => {
      const next = iterator.next()
      if (next.done === true || socket.destroyed || text !== "") return
      written += Buffer.byteLength(next.value)
      socket.write(next.value, write)
    }
    write()
    return Effect.sync(() => socket.destroy())
  })

/** Status and JSON of a response that came over a bare socket. */
export const parseRaw = (text: string) => {
  const [head = "", body = ""] = text.split("\r\n\r\n")
  return { status: Number(head.split(" ")[1]), head, body }
}
