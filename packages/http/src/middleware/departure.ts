import type { Allowance } from "@daybook/access"
import { Digest } from "@daybook/kernel"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { challengeOf, offeredScopes } from "../oauth/metadata.ts"
import { mcpPath } from "./access/admitCaller.ts"
import type { Begun } from "./begunRequest.ts"
import { isPackable, packed, variedByEncoding } from "./compression.ts"
import { makePublicUrl } from "./publicUrl.ts"
import { nosniff, rateLimitHeaders } from "./rateLimitHeaders.ts"
import { makeRequestMetrics } from "./requestMetrics.ts"
import { etagOf, knownTag } from "./responseCache.ts"

/** Makes the function that completes every response. */
export const makeLeave = Effect.fnUntraced(function* (hasSessions: boolean, assistantsWrite: boolean) {
  const baseOf = yield* makePublicUrl
  const hash = yield* Digest
  const counted = yield* makeRequestMetrics

  /** The message for a request without a valid key. */
  const challengeTo = ({ face, request, route }: Begun) =>
    hasSessions && route?.path === mcpPath
      ? challengeOf(baseOf(request), offeredScopes(assistantsWrite), face.keyOf(request) !== undefined)
      : face.scheme

  const finish = (
    begun: Begun,
    allowance: Allowance,
    response: HttpServerResponse.HttpServerResponse,
    clock: Clock.Clock,
  ): HttpServerResponse.HttpServerResponse => {
    const { face, request, requestId } = begun
    const headers: Record<string, string> = {
      "x-request-id": requestId,
      ...nosniff,
      ...rateLimitHeaders(allowance),
      ...face.headers(allowance, clock),
    }
    // A 304 carries it as well (RFC 9110, 15.4.5).
    const { "cache-control": cacheControl, vary } = response.headers
    headers["cache-control"] = cacheControl ?? "private, no-cache"
    if (cacheControl === undefined) {
      headers["vary"] = vary === undefined ? "Authorization" : `${vary}, Authorization`
    }
    if (isPackable(request, response)) headers["vary"] = variedByEncoding(headers["vary"] ?? vary)
    if (response.status === 429) headers["retry-after"] = String(allowance.retryAfter)
    if (response.status === 401)
      headers["www-authenticate"] = response.headers["www-authenticate"] ?? challengeTo(begun)
    if (response.status !== 200 || (request.method !== "GET" && request.method !== "HEAD")) {
      return HttpServerResponse.setHeaders(response, headers)
    }
    const etag = response.headers["etag"] ?? bodyTag(response)
    if (etag === undefined) return HttpServerResponse.setHeaders(response, headers)
    const known = knownTag(request, etag)
    headers["etag"] = known ?? etag
    return known !== undefined
      ? HttpServerResponse.empty({ status: 304, headers })
      : HttpServerResponse.setHeaders(response, headers)
  }

  const bodyTag = ({ body }: HttpServerResponse.HttpServerResponse) =>
    body._tag === "Uint8Array" ? etagOf(hash(body.text ?? new TextDecoder().decode(body.body))) : undefined

  /** The response as it is sent, and counted. */
  return (
    begun: Begun,
    allowance: Allowance,
    response: HttpServerResponse.HttpServerResponse,
    clock: Clock.Clock,
  ) => {
    const { began, request, route } = begun
    return Effect.map(packed(request, finish(begun, allowance, response, clock)), (answer) =>
      counted(request.method, route?.path ?? "none", answer, began),
    )
  }
})
