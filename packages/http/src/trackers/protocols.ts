import * as Result from "effect/Result"
import * as Base64 from "effect/encoding/Base64"
import { bearerKey } from "../middleware/access/bearerKey.ts"
import { failed } from "../middleware/failures.ts"
import type { Protocol } from "../middleware/protocol.ts"
import { queryOf } from "../middleware/routing/target.ts"

/** The password of `Authorization: Basic`. */
const passwordOf = (header: string | undefined): string | undefined => {
  const [, encoded] = /^basic +(\S+)\s*$/i.exec(header ?? "") ?? []
  const decoded = encoded === undefined ? undefined : Base64.decodeString(encoded)
  return decoded === undefined || Result.isFailure(decoded)
    ? undefined
    : /^[^:]*:(.+)$/s.exec(decoded.success)?.[1]
}

/** OwnTracks in HTTP mode: https://owntracks.org/booklet/tech/http/. It signs in with a user and a password. */
export const ownTracks: Protocol = {
  path: "/apis/owntracks/",
  keyOf: (request) => passwordOf(request.headers["authorization"]) ?? bearerKey(request),
  failed,
  headers: () => ({}),
  scheme: 'Basic realm="Daybook"',
}

/** Overland: https://github.com/aaronpk/Overland-iOS#api. Its token is in a header, or in the configured URL. */
export const overland: Protocol = {
  path: "/apis/overland/",
  keyOf: (request) => bearerKey(request) ?? queryOf(request.url).get("token") ?? undefined,
  failed,
  headers: () => ({}),
  scheme: "Bearer",
}
