import { failed } from "../middleware/failures.ts"
import type { Protocol } from "../middleware/protocol.ts"

/** Strava's webhook, which shows no key: https://developers.strava.com/docs/webhooks/. */
export const strava: Protocol = {
  path: "/apis/strava/",
  keyOf: () => undefined,
  failed,
  headers: () => ({}),
  scheme: "Bearer",
}
