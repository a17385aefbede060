import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StorageUnavailable } from "./errors.ts"

/**
 * Fails when so little room is left for storage that nothing may be begun that takes much of it: an import, a sync.
 * They look here before each batch. Small writes go on until storage itself has no room. A store whose room nobody
 * watches, such as a PostgreSQL server, leaves it as it is: there is room.
 */
export const StorageRoom = Context.Reference<Effect.Effect<void, StorageUnavailable>>(
  "daybook/kernel/StorageRoom",
  { defaultValue: () => Effect.void },
)

/** Fails when storage has too little room for work that takes much of it. */
export const storageRoom = Effect.flatten(StorageRoom)
