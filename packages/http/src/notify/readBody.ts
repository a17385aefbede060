import { GrowingBytes } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { Refusal, refuse } from "./refusals.ts"

const maxBytes = 4 * 1024 * 1024
const tooLarge = refuse("too_large", 413, "The body is larger than 4 MiB")

// The bytes held at once by bodies of unanswered requests. Beyond it requests are refused.
const maxBytesUnderWay = 256 * 1024 * 1024

// Bodies of up to this length are read in one go: together they are bounded by the number of connections.
export const maxShortBytes = 64 * 1024

const busy = refuse(
  "bodies_full",
  503,
  "Too many bodies are on their way: come back after the seconds in Retry-After",
  { "retry-after": "1" },
)

const unreadable = refuse("unfit", 400, "The body could not be read to its end")

const decoder = new TextDecoder("utf-8", { fatal: true })

/** A body as text, with its length in bytes. */
export interface Body {
  readonly text: string
  readonly bytes: number
}

const notText = refuse("unfit", 400, "The body must be JSON in UTF-8")

/** The bytes of a body as text. */
export const decode = (buffer: Uint8Array): Body | Refusal => {
  try {
    return { text: decoder.decode(buffer), bytes: buffer.byteLength }
  } catch {
    return notText
  }
}

/**
 * Makes the reader of bodies: at most 4 MiB, refused by `Content-Length` or while reading. The listener limits the time,
 * since a timer for each body costs more than reading it.
 */
export const makeReadBody = () => {
  let underWay = 0

  const readShort = (request: HttpServerRequest) =>
    Effect.map(
      Effect.mapError(request.arrayBuffer, () => unreadable),
      (buffer) => new Uint8Array(buffer),
    )

  /** Holds the bytes that have come, and reserves none for those announced. */
  const readPieces = (request: HttpServerRequest) =>
    Effect.suspend(() => {
      const body = new GrowingBytes()
      return request.stream.pipe(
        Stream.mapError(() => unreadable),
        Stream.runForEach((piece) => {
          if (body.length + piece.length > maxBytes) return Effect.fail(tooLarge)
          if (underWay + piece.length > maxBytesUnderWay) return Effect.fail(busy)
          underWay += piece.length
          body.append(piece)
          return Effect.void
        }),
        Effect.map(() => body.bytes),
        Effect.ensuring(Effect.sync(() => (underWay -= body.length))),
      )
    })

  return (request: HttpServerRequest): Effect.Effect<Body, Refusal> => {
    const length = Number(request.headers["content-length"] ?? maxBytes)
    if (length > maxBytes) return Effect.fail(tooLarge)
    return Effect.flatMap(length <= maxShortBytes ? readShort(request) : readPieces(request), (buffer) => {
      const body = decode(buffer)
      return body instanceof Refusal ? Effect.fail(body) : Effect.succeed(body)
    })
  }
}
