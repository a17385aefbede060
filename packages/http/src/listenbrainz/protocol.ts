import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Protocol } from "../middleware/protocol.ts"

/**
 * The protocol of ListenBrainz, as its servers speak it: https://listenbrainz.readthedocs.io. Its word for a key is
 * "token".
 */
export const protocol: Protocol = {
  path: "/apis/listenbrainz/",
  keyOf: ({ headers }) => /^(?:token|bearer) +(\S+)\s*$/i.exec(headers["authorization"] ?? "")?.[1],
  failed: ({ error, status }, headers = {}) =>
    HttpServerResponse.jsonUnsafe({ code: status, error }, { status, headers }),
  headers: ({ resetAt }, clock) => ({
    "x-ratelimit-reset-in": String(
      Math.max(0, Math.ceil((resetAt - clock.currentTimeMillisUnsafe()) / 1000)),
    ),
  }),
  scheme: "Token",
}
