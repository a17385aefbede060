import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Headers from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { BadRequest, badRequest, PayloadTooLarge, RequestTimeout } from "../activity/errors.ts"
import { GrowingBytes } from "./growingBytes.ts"
import { readBody } from "./readBody.ts"

/**
 * Reads a JSON body: at most 1 MiB, refused by its `Content-Length` or while reading, whatever its
 * `Content-Type`; an empty body is `{}`.
 */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()("daybook/http/JsonBody", {
  error: [BadRequest, PayloadTooLarge, RequestTimeout],
}) {}

const mostBytes = 1024 * 1024

/** The body as text, in no more memory than it may have. */
const readText = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const body = new GrowingBytes()
  yield* readBody(request, mostBytes, (piece) => Effect.sync(() => body.append(piece)))
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(body.bytes),
    catch: () => badRequest("The body must be JSON in UTF-8"),
  })
})

/** The request with a body that was already read. */
const withText = (request: HttpServerRequest.HttpServerRequest, text: string) => {
  const json = request.modify({ headers: Headers.set(request.headers, "content-type", "application/json") })
  return Object.defineProperty(json, "text", { value: Effect.succeed(text) })
}

export const layer = Layer.succeed(
  JsonBody,
  JsonBody.of((endpointEffect) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const text = yield* readText(request)
      return yield* Effect.provideService(
        endpointEffect,
        HttpServerRequest.HttpServerRequest,
        withText(request, text.trim() === "" ? "{}" : text),
      )
    }),
  ),
)
