import { exceededJsonLimit } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { badRequest } from "../../wire/errors.ts"
import { readBytes } from "./readBody.ts"

/** Limits of a JSON document: parsing more would take many times its own size in memory. */
export interface JsonBounds {
  readonly maxBytes: number
  readonly maxDepth: number
  readonly maxValues: number
}

/** The limits of one item of a player or reader. */
export const smallJson: JsonBounds = { maxBytes: 64 << 10, maxDepth: 20, maxValues: 5_000 }

/** The JSON of a body, whatever its type says. A 400 states what is wrong with it. */
export const readJson = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  bounds: JsonBounds,
) {
  const bytes = yield* readBytes(request, bounds.maxBytes)
  const excess = exceededJsonLimit(bytes, bounds)
  if (excess !== undefined) return yield* Effect.fail(badRequest(`The JSON document ${excess}`))
  return yield* Effect.try({
    try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    catch: () => badRequest("The body must be a JSON document in UTF-8"),
  })
})
