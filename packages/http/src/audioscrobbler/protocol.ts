import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Protocol } from "../middleware/protocol.ts"

/** A response: its first line says whether the request worked. Clients read that line, so every status is 200. */
export const answer = (...lines: ReadonlyArray<string>) =>
  HttpServerResponse.text(`${lines.join("\n")}\n`, { contentType: "text/plain; charset=utf-8" })

/** A failure that may pass; the client sends its plays again. */
export const failedFor = (reason: string) => answer(`FAILED ${reason.replace(/\s+/g, " ")}`)

/**
 * Audioscrobbler's protocol, versions 1.2 and 1.2.1, which Last.fm spoke before its web services:
 * https://www.last.fm/api/submissions
 */
export const protocol: Protocol = {
  path: "/apis/audioscrobbler/",
  keyOf: () => undefined,
  failed: ({ error, status }, headers = {}) =>
    HttpServerResponse.setHeaders(HttpServerResponse.setStatus(failedFor(error), status), headers),
  headers: () => ({}),
  scheme: "Bearer",
}
