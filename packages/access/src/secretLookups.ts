import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

/** A store of records that are found by the hash of a secret text. */
export interface SecretStore<Id, A> {
  readonly find: (hash: string) => Effect.Effect<Option.Option<A>>
  readonly touch: (uses: ReadonlyMap<Id, EpochMillis>) => Effect.Effect<void>
}

// The number of remembered lookups; a flood of unknown texts must not fill memory.
const maxCached = 10_000

/**
 * Finds records by the hashes of their secret texts. A lookup is remembered for as long as the version of "access" stays the same. The last
 * use of a record is written now and then, not with each request. `title` names the records in the log.
 */
export const makeSecretLookups = Effect.fnUntraced(function* <Id, A extends { readonly id: Id }>(
  title: string,
  store: SecretStore<Id, A>,
) {
  const remembered = new Map<string, Option.Option<A>>()
  let rememberedVersion = -1
  const uses = new Map<Id, EpochMillis>()

  const find = (hash: string, version: number): Effect.Effect<Option.Option<A>> => {
    if (version !== rememberedVersion || remembered.size >= maxCached) {
      remembered.clear()
      rememberedVersion = version
    }
    const known = remembered.get(hash)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.map(store.find(hash), (found) => {
      // The record may be newer than `version`, never older; the next version looks it up again.
      if (version === rememberedVersion) remembered.set(hash, found)
      return found
    })
  }

  const writeUses = Effect.suspend(() => {
    if (uses.size === 0) return Effect.void
    const written = new Map(uses)
    uses.clear()
    return Effect.catchDefect(store.touch(written), (defect) => {
      for (const [id, at] of written) uses.set(id, Math.max(at, uses.get(id) ?? 0))
      return Effect.logWarning(`the last use of ${title} could not be written; it will be retried`, defect)
    })
  })
  yield* Effect.addFinalizer(() => writeUses)
  yield* writeUses.pipe(Effect.delay("30 seconds"), Effect.forever, Effect.forkScoped)

  return {
    find,
    /** Notes that a record is used. */
    use: (record: A, now: EpochMillis): void => void uses.set(record.id, now),
    writeUses,
  }
})
