import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Reported what is done to the data of an earlier version before it can be used; by default no one wants to know. */
export const TellsUpgrade = Context.Reference<(work: string) => Effect.Effect<void>>(
  "daybook/storage-postgres/TellsUpgrade",
  { defaultValue: () => () => Effect.void },
)
