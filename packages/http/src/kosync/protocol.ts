import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Protocol } from "../middleware/protocol.ts"

/** The codes of KOReader's own server: https://github.com/koreader/koreader-sync-server */
const codes: Readonly<Record<number, number>> = { 401: 2001, 402: 2005, 403: 2003 }

/** An error as KOReader's server returns it. KOReader shows the message. */
export const failedFor = (status: number, message: string, headers: Record<string, string> = {}) =>
  HttpServerResponse.jsonUnsafe({ code: codes[status] ?? 2000, message }, { status, headers })

/** KOReader's protocol for progress. The key is the user's name: the password arrives only as its hash. */
export const protocol: Protocol = {
  path: "/apis/kosync/",
  keyOf: ({ headers }) => headers["x-auth-user"],
  // Its server refuses invalid fields with 403.
  failed: ({ error, status }, headers = {}) => failedFor(status === 400 ? 403 : status, error, headers),
  headers: () => ({}),
  scheme: "Bearer",
}
