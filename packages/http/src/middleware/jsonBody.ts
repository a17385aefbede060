import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Headers from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import {
  BadRequest,
  badRequest,
  PayloadTooLarge,
  payloadTooLarge,
  RequestTimeout,
  requestTimeout,
} from "../activity/errors.ts"

/**
 * Reads a JSON body: at most 1 MiB, refused by its `Content-Length` or while reading, whatever its
 * `Content-Type`; an empty body is `{}`.
 */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()("daybook/http/JsonBody", {
  error: [BadRequest, PayloadTooLarge, RequestTimeout],
}) {}

/** The same for a body that brings a whole life: at most 8 MiB. */
export class ImportBody extends HttpApiMiddleware.Service<ImportBody>()("daybook/http/ImportBody", {
  error: [BadRequest, PayloadTooLarge, RequestTimeout],
}) {}

const mebibyte = 1024 * 1024

/** The body as text, in no more memory than it may have. */
const readText = (request: HttpServerRequest.HttpServerRequest, mostBytes: number) =>
  Effect.gen(function* () {
    const tooLarge = Effect.fail(payloadTooLarge(`The body is larger than ${mostBytes / 1024} KiB`))
    if (Number(request.headers["content-length"] ?? 0) > mostBytes) return yield* tooLarge
    const chunks: Array<Uint8Array> = []
    let size = 0
    yield* request.stream.pipe(
      Stream.mapError(() => badRequest("The body could not be read to its end")),
      Stream.runForEach((chunk) => {
        size += chunk.length
        chunks.push(chunk)
        return size > mostBytes ? tooLarge : Effect.void
      }),
    )
    const bytes = new Uint8Array(size)
    let offset = 0
    for (const chunk of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    return yield* Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => badRequest("The body must be JSON in UTF-8"),
    })
  }).pipe(
    Effect.timeoutOption("30 seconds"),
    Effect.flatMap(Option.match({ onNone: () => Effect.fail(requestTimeout), onSome: Effect.succeed })),
  )

/** The request with a body that was already read. */
const withText = (request: HttpServerRequest.HttpServerRequest, text: string) => {
  const json = request.modify({ headers: Headers.set(request.headers, "content-type", "application/json") })
  return Object.defineProperty(json, "text", { value: Effect.succeed(text) })
}

const reading =
  (mostBytes: number): JsonBody["Service"] =>
  (endpointEffect) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const text = yield* readText(request, mostBytes)
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
