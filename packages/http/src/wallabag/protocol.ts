import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { bearerKey } from "../middleware/access/bearerKey.ts"
import type { Protocol } from "../middleware/protocol.ts"

const nameOf = (status: number): string => {
  if (status === 401) return "invalid_grant"
  if (status === 403) return "access_denied"
  if (status === 404 || status === 405) return "not_found"
  return status < 500 ? "invalid_request" : "server_error"
}

/** An error as Wallabag's servers return it. */
export const failedFor = (status: number, message: string, headers: Record<string, string> = {}) =>
  HttpServerResponse.jsonUnsafe({ error: nameOf(status), error_description: message }, { status, headers })

/** The API of Wallabag 2: https://app.wallabag.it/api/doc. Its token is the key itself. */
export const protocol: Protocol = {
  path: "/apis/wallabag/",
  keyOf: bearerKey,
  failed: ({ error, status }, headers = {}) => failedFor(status, error, headers),
  headers: () => ({}),
  scheme: "Bearer",
}
