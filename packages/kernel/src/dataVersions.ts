import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * The versions of stored data, by domain. A store raises its domain's version in the transaction that changes the
 * data, so an answer made from a version is right while that version is current.
 */
export class DataVersions extends Context.Service<
  DataVersions,
  {
    /**
     * The current versions, the same on every server, and never older than the call. Every domain whose stores are there
     * has one, from 0: answers of a domain that is missing are not remembered.
     */
    readonly current: Effect.Effect<ReadonlyMap<string, number>>
    /** The same, asked of storage by a statement of its own, also where `current` remembers it. */
    readonly asked: Effect.Effect<ReadonlyMap<string, number>>
    /** Writes a row of no domain, as every write is written: it succeeds while storage takes writes. */
    readonly probe: Effect.Effect<void>
  }
>()("daybook/kernel/DataVersions") {}
