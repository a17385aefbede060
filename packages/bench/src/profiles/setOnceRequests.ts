import { InvalidInput } from "@daybook/kernel"
import { type OfferedRequest, readSetOnce, RequestId, WorkspaceId } from "@daybook/profiles"

export const notifyKey = "a-notify-key-for-measurements-only-0123456789"
export const workspace = "bench"

const countries = ["PT", "ES", "FR", "DE", "IT", "PL", "US", "BR"]
let made = 0

/** A body with five properties: texts, a date, a number, a list; each for its own profile. */
export const nextBody = (prefix = "user"): string => {
  made += 1
  return JSON.stringify({
    distinct_id: `${prefix}-${made}@example.org`,
    $once: {
      country: countries[made % countries.length],
      plan: made % 37 === 0 ? "pro" : "free",
      signed_up: `2024-0${1 + (made % 9)}-1${made % 10}T10:11:12Z`,
      seats: made % 1000,
      tags: ["a", `b${made % 50}`],
    },
  })
}

/** The same as a request for the inbox. */
export const nextRequest = (): OfferedRequest => {
  const read = readSetOnce(nextBody())
  if (read instanceof InvalidInput) throw read
  const time = Date.now().toString(16).padStart(12, "0")
  return {
    operation: "set-once",
    changes: [read],
    workspace: WorkspaceId.make(workspace),
    version: "live",
    requestId: RequestId.make(`${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`),
    idempotency: undefined,
  }
}
