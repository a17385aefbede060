import { alivePath } from "@daybook/http"
import { type EpochMillis, formatInstant } from "@daybook/kernel"

/** The headers of a response that is made without the APIs. */
export const headers = () => ({
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": crypto.randomUUID(),
})

/** The headers of a 503 of a server that is busy for some seconds. */
export const busyHeaders = () => ({ ...headers(), "retry-after": "5" })

/** Its bodies, in the form of each API's errors. */
export const busyBodies = (message: string) => ({
  activity: { error: message, status: 503 },
  profiles: { _message: message, status: "error" },
})

/** True for the request that checks whether the process runs. */
export const asksIfAlive = (method: string, url: string): boolean =>
  url.replace(/\/?(\?.*)?$/, "") === alivePath && (method === "GET" || method === "HEAD")

/** The response to it. */
export const alive = (now: EpochMillis) => ({ status: "ok", timestamp: formatInstant(now) })
