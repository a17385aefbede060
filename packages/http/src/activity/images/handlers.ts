import { art, type ImageHead, Images } from "@daybook/images"
import { Digest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { byteRangeOf } from "./byteRange.ts"
import { AddedImage, ImagesGroup } from "./group.ts"
import {
  badRequest,
  handlersOf,
  ItemImages,
  matchesEtag,
  notFound,
  rangeNotSatisfiable,
} from "../forRoutes.ts"
import { readBytes } from "../../middleware/body/readBody.ts"

const maxUploadBytes = 8 * 1024 * 1024

type Request = HttpServerRequest.HttpServerRequest

const cacheControl = "public, max-age=31536000, immutable"

const headersOf = (etag: string) => ({
  etag,
  "cache-control": cacheControl,
  "accept-ranges": "bytes",
  // Images are meant for other origins, including isolated sites (COEP).
  "cross-origin-resource-policy": "cross-origin",
})

/** The part that a request asks for. With `If-Range` it wants the part only of the image that it knows. */
const rangeOf = ({ headers, method }: Request, etag: string, length: number) =>
  method === "GET" && (headers["if-range"] ?? etag) === etag
    ? byteRangeOf(headers["range"], length)
    : undefined

const mayNeedNoBytes = ({ headers, method }: Request): boolean =>
  method === "HEAD" || headers["if-none-match"] !== undefined || headers["range"] !== undefined

/** A response without the image's bytes: its client has them, requests only the head, or a range beyond them. */
const answerWithoutBytes = (request: Request, etag: string, { contentType, length }: ImageHead) => {
  if (matchesEtag(request, etag)) {
    return HttpServerResponse.empty({ status: 304, headers: { etag, "cache-control": cacheControl } })
  }
  if (request.method === "HEAD") {
    return HttpServerResponse.empty({
      status: 200,
      headers: { ...headersOf(etag), "content-type": contentType, "content-length": String(length) },
    })
  }
  if (rangeOf(request, etag, length) !== "unsatisfiable") return undefined
  const failure = rangeNotSatisfiable(`Range: the image has ${length} bytes`)
  const headers = { "content-range": `bytes */${length}` }
  return HttpServerResponse.jsonUnsafe(failure, { status: failure.status, headers })
}

export const layer = handlersOf(ImagesGroup, function* (handlers) {
  const images = yield* Images
  const hash = yield* Digest
  const itemImages = yield* ItemImages
  const noImage = Effect.fail(notFound("There is no such image"))

  const add = Effect.fnUntraced(function* (request: Request) {
    const bytes = yield* readBytes(request, maxUploadBytes)
    if (bytes.length === 0)
      return yield* Effect.fail(badRequest("The body is missing: send the image as the body"))
    const { url } = yield* Effect.mapError(images.add(bytes), ({ message }) =>
      badRequest(`The body is not an image that can be stored: ${message}`),
    )
    const { image = { url } } = (yield* itemImages.of([url]))(url)
    return HttpServerResponse.jsonUnsafe(AddedImage.of({ imageUrl: url, image }), { status: 201 })
  })

  return handlers
    .handleRaw("add", ({ request }) => add(request))
    .handleAll({
      content: Effect.fnUntraced(function* ({ params: { hash, size } }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const etag = `"${hash}-${size}"`
        if (mayNeedNoBytes(request)) {
          const head = yield* images.head(hash, size)
          if (Option.isNone(head)) return yield* noImage
          const answer = answerWithoutBytes(request, etag, head.value)
          if (answer !== undefined) return answer
        }
        const content = yield* images.content(hash, size)
        if (Option.isNone(content)) return yield* noImage
        const { bytes, contentType } = content.value
        const headers = headersOf(etag)
        const range = rangeOf(request, etag, bytes.length)
        if (range === undefined || range === "unsatisfiable")
          return HttpServerResponse.uint8Array(bytes, { contentType, headers })
        const { first, last } = range
        return HttpServerResponse.uint8Array(bytes.subarray(first, last + 1), {
          status: 206,
          contentType,
          headers: { ...headers, "content-range": `bytes ${first}-${last}/${bytes.length}` },
        })
      }),

      art: Effect.fnUntraced(function* ({ params: { kind }, query: { by, title = "" } }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const svg = art(kind, title, by)
        const etag = `"${hash(svg)}"`
        if (matchesEtag(request, etag)) {
          return HttpServerResponse.empty({ status: 304, headers: { etag, "cache-control": cacheControl } })
        }
        const { "accept-ranges": _, ...headers } = headersOf(etag)
        return HttpServerResponse.text(svg, { contentType: "image/svg+xml", headers })
      }),
    })
})
