import * as Effect from "effect/Effect"
import * as ByteSize from "effect/ByteSize"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { type Refusal, refuse } from "./answers.ts"

const mostBytes = 4 * 1024 * 1024
const limit = ByteSize.bytes(mostBytes)
const tooLarge = refuse(413, "The body is larger than 4 MiB")

// Bodies that may be on their way in at once, in bytes: past it a request is turned away before its body is read.
const mostBytesUnderWay = 256 * 1024 * 1024
const busy = refuse(503, "Too many bodies are on their way: come back after the seconds in Retry-After", {
  "retry-after": "1",
})

const decoder = new TextDecoder("utf-8", { fatal: true })

/** A body as text, with its length in bytes. */
export interface Body {
  readonly text: string
  readonly bytes: number
}

const decode = (buffer: ArrayBuffer): Effect.Effect<Body, Refusal> => {
  try {
    return Effect.succeed({ text: decoder.decode(buffer), bytes: buffer.byteLength })
  } catch {
    return Effect.fail(refuse(400, "The body must be JSON in UTF-8"))
  }
}

/**
 * Gives what reads a body: at most 4 MiB, refused by its `Content-Length` or while it is read. That it comes in time is
 * for the listener to see to: a timer for each body costs more than reading it.
 */
export const makeReadBody = () => {
  let underWay = 0
  return (request: HttpServerRequest): Effect.Effect<Body, Refusal> =>
    Effect.suspend(() => {
      const length = Number(request.headers["content-length"] ?? mostBytes)
      if (length > mostBytes) return Effect.fail(tooLarge)
      if (underWay + length > mostBytesUnderWay) return Effect.fail(busy)
      underWay += length
      return request.arrayBuffer.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, limit),
        Effect.mapError(({ reason }) =>
          "reason" in reason && reason.reason === "BodyTooLarge"
            ? tooLarge
            : refuse(400, "The body could not be read to its end"),
        ),
        Effect.flatMap(decode),
        Effect.ensuring(Effect.sync(() => (underWay -= length))),
      )
    })
}
