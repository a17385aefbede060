import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * The versions of what is stored, by domain. A store raises its domain's version in the transaction that
 * changes the data, so what was made from a version is right for as long as that version is current.
 */
export class DataVersions extends Context.Service<
  DataVersions,
  {
    /**
     * The versions as they are now, on every server alike: never older than the call. A domain that was
     * never written to is at version 0 and may be missing.
     */
    readonly current: Effect.Effect<ReadonlyMap<string, number>>
    /** The same, asked of storage by a statement of its own, also where `current` remembers it. */
    readonly asked: Effect.Effect<ReadonlyMap<string, number>>
    /** Writes a row that is nobody's, as every write is written: succeeds when storage takes writes. */
    readonly probe: Effect.Effect<void>
  }
>()("daybook/kernel/DataVersions") {}
