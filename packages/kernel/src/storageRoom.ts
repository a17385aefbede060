import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StorageUnavailable } from "./errors.ts"

/**
 * Fails when too little disk space is left to start work that takes much of it: an import, a sync. Check it before
 * each batch. Small writes continue until storage itself is full. Without a watcher, as with a PostgreSQL server, it
 * always succeeds.
 */
export const StorageRoom = Context.Reference<Effect.Effect<void, StorageUnavailable>>(
  "daybook/kernel/StorageRoom",
  { defaultValue: () => Effect.void },
)

/** Fails when storage has too little space for work that takes much of it. */
export const storageRoom = Effect.flatten(StorageRoom)
