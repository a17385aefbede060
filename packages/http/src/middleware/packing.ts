import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import { encodedTag } from "./answers.ts"
import { encodingFor, type Packed } from "./encoding.ts"
import type { Head } from "./head.ts"

/** The least length of an answer that is packed: a shorter one goes in one packet as it is. */
const leastBytes = 1_024

/** An answer up to this length is packed at once: to hand it to another thread costs more. It takes some 0.1 ms. */
const mostBytesAtOnce = 16 * 1024

/** Answers that packing makes smaller. Images are packed by themselves, and events are sent as they come. */
const isText = (contentType: string) =>
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|image\/svg\+xml\b)/.test(contentType)

/** True for an answer that may be sent packed: caches keep it by what their client accepts. */
export const isPackable = (
  { method }: Head,
  { body, headers, status }: HttpServerResponse.HttpServerResponse,
): boolean =>
  status === 200 &&
  (method === "GET" || method === "HEAD") &&
  body._tag === "Uint8Array" &&
  body.contentLength >= leastBytes &&
  headers["content-encoding"] === undefined &&
  isText(headers["content-type"] ?? "")

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

// Level 4 packs as small as gzip does at its usual 6, in two thirds of its time.
const brotliOptions = (length: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: length },
})

const atOnce: { readonly [encoding in Packed]: (bytes: Uint8Array) => Uint8Array } = {
  br: (bytes) => brotliCompressSync(bytes, brotliOptions(bytes.length)),
  gzip: (bytes) => gzipSync(bytes),
}

const aside: { readonly [encoding in Packed]: (bytes: Uint8Array) => Promise<Uint8Array> } = {
  br: (bytes) => toBrotli(bytes, brotliOptions(bytes.length)),
  gzip: (bytes) => toGzip(bytes),
}

type Kept = { [encoding in Packed]?: Uint8Array | Promise<Uint8Array> }

// The packed bytes are kept for as long as the plain ones are: remembered answers are packed once, and so is one that many
// wait for. Each is smaller than its answer, so the bound of remembered answers bounds them.
const kept = new WeakMap<Uint8Array, Kept>()

const pack = (bytes: Uint8Array, encoding: Packed): Uint8Array | Promise<Uint8Array> => {
  if (bytes.length <= mostBytesAtOnce) return atOnce[encoding](bytes)
  return aside[encoding](bytes)
}

/** The bytes in an encoding, or the promise of them. */
const packedBytes = (bytes: Uint8Array, encoding: Packed): Uint8Array | Promise<Uint8Array> => {
  const known = kept.get(bytes)
  const ready = known?.[encoding]
  if (ready !== undefined) return ready
  const of: Kept = known ?? {}
  if (known === undefined) kept.set(bytes, of)
  // One that packing does not make smaller stands for itself.
  const smaller = (made: Uint8Array) => (of[encoding] = made.length < bytes.length ? made : bytes)
  const made = pack(bytes, encoding)
  return made instanceof Promise ? (of[encoding] = made.then(smaller)) : smaller(made)
}

const withBytes = (
  { cookies, headers }: HttpServerResponse.HttpServerResponse,
  bytes: Uint8Array,
  encoding: Packed,
) => {
  const { etag } = headers
  return HttpServerResponse.uint8Array(bytes, {
    contentType: headers["content-type"] ?? "",
    cookies,
    headers: {
      ...Headers.remove(headers, "content-length"),
      "content-encoding": encoding,
      ...(etag === undefined ? {} : { etag: encodedTag(etag, encoding) }),
    },
  })
}

/**
 * The answer in the encoding that its client likes best, with the validator of that encoding; or an effect that gives it. A text of
 * 1 kB and more that answers a GET is packed. A key is shown once, in the answer to a POST: no packed answer has a secret whose length
 * could be guessed at (the attack called BREACH).
 */
export const packed = (
  request: Head,
  response: HttpServerResponse.HttpServerResponse,
): HttpServerResponse.HttpServerResponse | Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const accepted = request.headers["accept-encoding"]
  if (accepted === undefined || !isPackable(request, response)) return response
  const encoding = encodingFor(accepted)
  const { body } = response
  if (encoding === "identity" || body._tag !== "Uint8Array") return response
  const made = packedBytes(body.body, encoding)
  const answer = (bytes: Uint8Array) =>
    bytes === body.body ? response : withBytes(response, bytes, encoding)
  return made instanceof Uint8Array
    ? answer(made)
    : Effect.map(
        Effect.promise(() => made),
        answer,
      )
}

/** A `Vary` that has `Accept-Encoding` in it as well. */
export const variedByEncoding = (vary: string | undefined): string =>
  vary === undefined
    ? "Accept-Encoding"
    : /\baccept-encoding\b/i.test(vary)
      ? vary
      : `${vary}, Accept-Encoding`
