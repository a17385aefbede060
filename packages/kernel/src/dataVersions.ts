import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * The versions of stored data, by domain. A store raises its domain's version in the transaction that changes the
 * data, so a response built from a version is valid as long as that version is current.
 */
export class DataVersions extends Context.Service<
  DataVersions,
  {
    /**
     * The current versions, the same on every server and never older than the call. Every domain with stores has one,
     * starting at 0; responses of a missing domain are not cached.
     */
    readonly current: Effect.Effect<ReadonlyMap<string, number>>
    /** The same, always read from storage, even if `current` has it cached. */
    readonly asked: Effect.Effect<ReadonlyMap<string, number>>
    /** Writes a row that belongs to no domain, the way every write does: it succeeds while storage accepts writes. */
    readonly probe: Effect.Effect<void>
  }
>()("daybook/kernel/DataVersions") {}
