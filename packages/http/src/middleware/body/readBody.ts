import { GrowingBytes } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { badRequest, payloadTooLarge, requestTimeout } from "../../wire/errors.ts"

const kibibyte = 1024

/**
 * Streams a body as it arrives. A body of more than `maxBytes` is refused, by its `Content-Length` or while reading,
 * and so is one that has not arrived after 30 seconds.
 */
export const readBody = <E>(
  request: HttpServerRequest.HttpServerRequest,
  maxBytes: number,
  take: (piece: Uint8Array) => Effect.Effect<void, E>,
) =>
  Effect.suspend(() => {
    const tooLarge = Effect.fail(payloadTooLarge(`The body is larger than ${maxBytes / kibibyte} KiB`))
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return tooLarge
    // A Web standard request without a body has no stream.
    if ("body" in request.source && request.source.body === null) return Effect.void
    let size = 0
    return request.stream.pipe(
      // The server's own message would contain the URL, and with it the query.
      Stream.mapError(() => badRequest("The body could not be read to its end")),
      Stream.runForEach((piece): Effect.Effect<void, E | Effect.Error<typeof tooLarge>> => {
        size += piece.length
        return size > maxBytes ? tooLarge : take(piece)
      }),
    )
  }).pipe(
    Effect.timeoutOption("30 seconds"),
    Effect.flatMap(Option.match({ onNone: () => Effect.fail(requestTimeout), onSome: () => Effect.void })),
  )

/** The bytes of a body, read by `readBody`. */
export const readBytes = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  maxBytes: number,
) {
  const body = new GrowingBytes()
  yield* readBody(request, maxBytes, (piece) => Effect.sync(() => body.append(piece)))
  return body.bytes
})
