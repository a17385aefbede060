import type { SessionSeal } from "@daybook/http"
import { Sealing } from "@daybook/sources"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SealingKey from "../syncs/sealingKey.ts"
import type { ServerSettings } from "../settings.ts"

const purpose = "session"

/** Seals the keys of sessions into the cookies of browsers. */
export const make = Effect.fnUntraced(function* (settings: ServerSettings) {
  const { open, seal } = yield* Effect.provide(Sealing, SealingKey.layerForSessions(settings))
  return {
    seal: (text) => seal(purpose, Redacted.make(text)),
    open: (sealed) => Effect.map(open(purpose, sealed), Option.map(Redacted.value)),
  } satisfies SessionSeal
})
