import { DataVersions, formatInstant, storageUnavailable } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ActivityApi } from "./api.ts"
import { unavailable } from "./errors.ts"

const health = Effect.map(Clock.currentTimeMillis, (now) => ({
  status: "ok" as const,
  timestamp: formatInstant(now),
}))

export const layer = HttpApiBuilder.group(
  ActivityApi,
  "health",
  Effect.fn(function* (handlers) {
    const versions = yield* DataVersions
    // Any stored thing would do, if storage itself is asked for it; the versions are the smallest.
    const ask = versions.asked.pipe(
      Effect.timeout("2 seconds"),
      Effect.sandbox,
      Effect.tapError((cause) => Effect.logWarning("storage is away", cause)),
      Effect.mapError((cause) => unavailable(storageUnavailable(cause)?.message ?? "Storage is away")),
    )
    return handlers.handleAll({ alive: () => health, ready: () => Effect.andThen(ask, health) })
  }),
)
