import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Headers from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { badRequest } from "../../wire/errors.ts"
import { ImportBody, JsonBody } from "../../wire/middleware.ts"
import { urlOf } from "../publicUrl.ts"
import { readBytes } from "./readBody.ts"

// Effect's `MaxBodySize` would pass only 7 of the 11 tests of bodies: too large is a 500, and not by the
// `Content-Length`; bytes that are not UTF-8 pass; another `Content-Type` is a 415; nothing times out.
const mebibyte = 1024 * 1024

/** The body as text, in memory bounded by `maxBytes`. */
const readText = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  maxBytes: number,
) {
  const bytes = yield* readBytes(request, maxBytes)
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => badRequest("The body must be JSON in UTF-8"),
  })
})

/** The request with its body, already read, as JSON. */
const withText = (request: HttpServerRequest.HttpServerRequest, body: string) =>
  HttpServerRequest.fromWeb(
    new Request(urlOf(request), {
      method: request.method,
      headers: Headers.set(request.headers, "content-type", "application/json"),
      body,
    }),
  ).modify({ url: request.url, remoteAddress: request.remoteAddress })

const reading =
  (maxBytes: number): JsonBody["Service"] =>
  (endpointEffect) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const text = yield* readText(request, maxBytes)
      return yield* Effect.provideService(
        endpointEffect,
        HttpServerRequest.HttpServerRequest,
        withText(request, text.trim() === "" ? "{}" : text),
      )
    })

export const layer = Layer.merge(
  Layer.succeed(JsonBody, JsonBody.of(reading(mebibyte))),
  Layer.succeed(ImportBody, ImportBody.of(reading(8 * mebibyte))),
)
