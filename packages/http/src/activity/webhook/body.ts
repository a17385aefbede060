import { exceededJsonLimit } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { type MultipartProblem, MultipartReader } from "./multipart.ts"
import { badRequest, payloadTooLarge } from "../forRoutes.ts"
import { readBody, readBytes } from "../../middleware/body/readBody.ts"
import { readParameters } from "./headerParameters.ts"

const maxBytes = 10 * 1024 * 1024

// Media servers send three or four levels and about a thousand values. Parsing more than these bounds would take fifty times
// its own size in memory.
const maxDepth = 100
const maxValues = 100_000

const parseJson = (json: Uint8Array) => {
  const excess = exceededJsonLimit(json, { maxDepth, maxValues })
  return excess === undefined
    ? Effect.try({
        try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json)),
        catch: () => badRequest("The payload must be JSON in UTF-8"),
      })
    : Effect.fail(badRequest(`The payload ${excess}`))
}

const refuse = ({ kind, message }: MultipartProblem) =>
  Effect.fail(kind === "too large" ? payloadTooLarge(message) : badRequest(message))

/** A boundary as in RFC 2046, slightly relaxed for careless senders. */
const isBoundary = (text: string | undefined): text is string =>
  text !== undefined && /^[ -~]{0,69}[!-~]$/.test(text)

/** The parts of Plex and of Emby. */
const partNames = ["payload", "data"]

const readMultipart = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  boundary: string,
) {
  const reader = new MultipartReader(boundary, new Set(partNames))
  yield* readBody(request, maxBytes, (piece) => {
    const problem = reader.push(piece)
    return problem === undefined ? Effect.void : refuse(problem)
  })
  const values = yield* Effect.catch(Effect.fromResult(reader.end()), refuse)
  const payload = partNames.map((name) => values.get(name)).find((value) => value !== undefined)
  if (payload === undefined) {
    return yield* Effect.fail(badRequest("The body has no part named payload (Plex) or data (Emby)"))
  }
  return yield* parseJson(payload)
})

const readJson = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const bytes = yield* readBytes(request, maxBytes)
  return yield* parseJson(bytes)
})

/**
 * The JSON that a media server sends: in a part of `multipart/form-data`, or as the body itself. A body has 10 MiB at
 * most. Refusing any other body takes memory and time in proportion to its size.
 */
export const readWebhookBody = (request: HttpServerRequest.HttpServerRequest) => {
  const type = readParameters(request.headers["content-type"] ?? "")
  switch (type?.value) {
    case "multipart/form-data": {
      const boundary = type.parameters.get("boundary")
      return isBoundary(boundary)
        ? readMultipart(request, boundary)
        : Effect.fail(badRequest("Content-Type: its boundary is missing or invalid"))
    }
    case "application/json":
    case "text/plain":
      return readJson(request)
    default:
      return Effect.fail(
        badRequest("Content-Type: must be multipart/form-data, application/json or text/plain"),
      )
  }
}
