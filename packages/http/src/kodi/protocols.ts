import { bearerKey } from "../middleware/access/bearerKey.ts"
import { failed } from "../middleware/failures.ts"
import type { Head } from "../middleware/head.ts"
import type { Protocol } from "../middleware/protocol.ts"
import { queryOf } from "../middleware/routing/target.ts"

/** Add-ons of Kodi have the key in their URL. */
const keyOf = (request: Head) => bearerKey(request) ?? queryOf(request.url).get("api_key") ?? undefined

const inUrl = { keyOf, failed, headers: () => ({}), scheme: "Bearer" } as const

/** Scrob's webhook for Kodi: https://github.com/ellite/scrob. CrossWatch sends it too. */
export const scrob: Protocol = { path: "/apis/scrob/", ...inUrl }

/** The webhook of Movary's add-on for Kodi: https://docs.movary.org/features/kodi/. */
export const movary: Protocol = { path: "/apis/movary/", ...inUrl }
