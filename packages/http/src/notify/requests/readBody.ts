import { GrowingBytes } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { gunzipSync } from "node:zlib"
import { Refusal, refuse } from "../refusals.ts"

const maxBytes = 4 * 1024 * 1024
const tooLarge = refuse("too_large", 413, "The body is larger than 4 MiB")

// The bytes held at once by bodies of unanswered requests. Beyond it requests are refused.
const maxBytesUnderWay = 256 * 1024 * 1024

// Bodies of up to this length are read in one go: together they are bounded by the number of connections.
const maxShortBytes = 64 * 1024

const busy = refuse(
  "bodies_full",
  503,
  "Too many bodies are on their way: come back after the seconds in Retry-After",
  { "retry-after": "1" },
)

/** The refusal of an incomplete body. */
export const unreadable = refuse("unfit", 400, "The body could not be read to its end")

const decoder = new TextDecoder("utf-8", { fatal: true })

/** A body as text, with its length in bytes, uncompressed. */
export interface Body {
  readonly text: string
  readonly bytes: number
}

type Headers = Readonly<Record<string, string | undefined>>

const notText = refuse("unfit", 400, "The body must be JSON in UTF-8")

export const notGzip = refuse("unfit", 400, "The body is not the whole gzip that Content-Encoding announces")

// RFC 9110, 15.5.16: the header says which encoding would have been taken.
const unknownEncoding = refuse(
  "encoding",
  415,
  "Content-Encoding must be gzip, or be left out for a body that is not compressed",
  { "accept-encoding": "gzip" },
)

/** True for a body in gzip (`x-gzip` is its old name; RFC 9110, 8.4.1.3). Any other encoding is refused, and so are several. */
export const isGzip = (headers: Headers): boolean | Refusal => {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? ""
  if (encoding === "gzip" || encoding === "x-gzip") return true
  return encoding === "" || encoding === "identity" ? false : unknownEncoding
}

/** Inflates at once: of bodies that inflate side by side, each could take the whole bound of one. */
const inflate = (buffer: Uint8Array): Uint8Array | Refusal => {
  try {
    return gunzipSync(buffer, { maxOutputLength: maxBytes })
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE"
    return isTooLarge ? tooLarge : notGzip
  }
}

/** The bytes of a body as text, inflated where its headers say gzip. */
const decode = (buffer: Uint8Array, headers: Headers): Body | Refusal => {
  const packed = isGzip(headers)
  if (packed instanceof Refusal) return packed
  const plain = packed ? inflate(buffer) : buffer
  if (plain instanceof Refusal) return plain
  try {
    return { text: decoder.decode(plain), bytes: plain.byteLength }
  } catch {
    return notText
  }
}

/**
 * Makes the reader of bodies: at most 4 MiB as sent and inflated, refused by `Content-Length` or while reading. The listener
 * limits the time, since a timer for each body costs more than reading it.
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
    const packed = isGzip(request.headers)
    if (packed instanceof Refusal) return Effect.fail(packed)
    const length = Number(request.headers["content-length"] ?? maxBytes)
    if (length > maxBytes) return Effect.fail(tooLarge)
    return Effect.flatMap(length <= maxShortBytes ? readShort(request) : readPieces(request), (buffer) => {
      const body = decode(buffer, request.headers)
      return body instanceof Refusal ? Effect.fail(body) : Effect.succeed(body)
    })
  }
}
