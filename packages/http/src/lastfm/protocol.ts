import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Protocol } from "../middleware/protocol.ts"
import { answerError, badParameters, failedWork, tooMany, unavailable, unknownMethod } from "./responses.ts"

const errorOf = (status: number) => {
  if (status === 404 || status === 405) return unknownMethod
  if (status === 429) return tooMany
  if (status === 503) return unavailable
  return status < 500 ? badParameters : failedWork
}

/** The protocol of Last.fm's web services, version 2.0. A request shows its key in its body. */
export const protocol: Protocol = {
  path: "/apis/lastfm/",
  keyOf: () => undefined,
  failed: ({ error, status }, headers = {}) =>
    HttpServerResponse.setHeaders(answerError("xml", { ...errorOf(status)(error), status }), headers),
  headers: () => ({}),
  scheme: "Bearer",
}
