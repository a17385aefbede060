import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Told what is done to the data of an earlier version before it can be used; by default nobody wants to know. */
export const TellsUpgrade = Context.Reference<(work: string) => Effect.Effect<void>>(
  "daybook/storage-postgres/TellsUpgrade",
  { defaultValue: () => () => Effect.void },
)
