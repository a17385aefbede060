import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { readBytes } from "./readBody.ts"

// 50 scrobbles with long names, encoded.
const maxBytes = 1024 * 1024

/** The parameters in the body of an HTML form, of 1 MiB at most; none if the request has no body. */
export const readForm = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  if (request.method === "GET" || request.method === "HEAD") return new URLSearchParams()
  const bytes = yield* readBytes(request, maxBytes)
  return new URLSearchParams(new TextDecoder().decode(bytes))
})
