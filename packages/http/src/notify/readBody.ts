import { GrowingBytes } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { type Refusal, refuse } from "./answers.ts"

const mostBytes = 4 * 1024 * 1024
const tooLarge = refuse(413, "The body is larger than 4 MiB")

// Bytes of bodies that may have come at once, of requests that are not answered: past it a request is turned away.
const mostBytesUnderWay = 256 * 1024 * 1024

// A body that says it is no longer than this is read in one go: in all, less than connections may be open at once.
const shortBytes = 64 * 1024

const busy = refuse(503, "Too many bodies are on their way: come back after the seconds in Retry-After", {
  "retry-after": "1",
})

const unreadable = refuse(400, "The body could not be read to its end")

const decoder = new TextDecoder("utf-8", { fatal: true })

/** A body as text, with its length in bytes. */
export interface Body {
  readonly text: string
  readonly bytes: number
}

const decode = (buffer: Uint8Array): Effect.Effect<Body, Refusal> => {
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

  const readShort = (request: HttpServerRequest) =>
    Effect.map(
      Effect.mapError(request.arrayBuffer, () => unreadable),
      (buffer) => new Uint8Array(buffer),
    )

  /** Holds what has come, and nothing for what a request says is coming. */
  const readPieces = (request: HttpServerRequest) =>
    Effect.suspend(() => {
      const body = new GrowingBytes()
      return request.stream.pipe(
        Stream.mapError(() => unreadable),
        Stream.runForEach((piece) => {
          if (body.length + piece.length > mostBytes) return Effect.fail(tooLarge)
          if (underWay + piece.length > mostBytesUnderWay) return Effect.fail(busy)
          underWay += piece.length
          body.append(piece)
          return Effect.void
        }),
        Effect.map(() => body.bytes),
        Effect.ensuring(Effect.sync(() => (underWay -= body.length))),
      )
    })

  return (request: HttpServerRequest): Effect.Effect<Body, Refusal> => {
    const length = Number(request.headers["content-length"] ?? mostBytes)
    if (length > mostBytes) return Effect.fail(tooLarge)
    return Effect.flatMap(length <= shortBytes ? readShort(request) : readPieces(request), decode)
  }
}
