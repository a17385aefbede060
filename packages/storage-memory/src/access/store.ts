import {
  allowanceOf,
  type ApiKey,
  KeyId,
  KeyStore,
  type NewKey,
  RateLimiter,
  readClocks,
  SlidingWindows,
} from "@daybook/access"
import { pageIn } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"

interface StoredKey {
  readonly hash: string
  /** The setting that the key comes from; undefined for a created one. */
  readonly setting: string | undefined
  record: ApiKey
}

/** The records of keys, in memory. */
export const keyStore = Layer.effect(
  KeyStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const keys = new Map<KeyId, StoredKey>()
    let lastId = 0

    const withHash = (hash: string): StoredKey | undefined =>
      [...keys.values()].find((key) => key.hash === hash)

    const add = ({ hash, ...key }: NewKey, setting: string | undefined): ApiKey => {
      if (withHash(hash) !== undefined) throw new Error("the key is stored already")
      lastId += 1
      const record = { id: KeyId.make(lastId), ...key, lastUsedAt: undefined }
      keys.set(record.id, { hash, setting, record })
      raiseVersion(versions, "access")
      return record
    }

    return KeyStore.of({
      insert: (key) => Effect.sync(() => add(key, undefined)),
      insertFirst: (first) =>
        Effect.sync(() => {
          if (keys.size > 0) return false
          for (const key of first) add(key, undefined)
          return true
        }),
      setConfigured: (setting, key) =>
        Effect.sync(() => {
          const known = withHash(key.hash)
          // Unchanged, as at most starts: the record keeps its age and its last use.
          if (known?.setting === setting && known.record.scope === key.scope) return
          for (const [id, { hash, setting: from }] of keys) {
            if (from === setting || hash === key.hash) keys.delete(id)
          }
          add(key, setting)
        }),
      find: (hash) => Effect.sync(() => Option.fromUndefinedOr(withHash(hash)?.record)),
      list: (page) =>
        Effect.sync(() =>
          pageIn(
            [...keys.values()].map((key) => key.record),
            page,
          ),
        ),
      revoke: (id) =>
        Effect.sync(() => {
          const revoked = keys.delete(id)
          if (revoked) raiseVersion(versions, "access")
          return revoked
        }),
      touch: (uses) =>
        Effect.sync(() => {
          for (const [id, at] of uses) {
            const key = keys.get(id)
            if (key === undefined) continue
            key.record = { ...key.record, lastUsedAt: Math.max(at, key.record.lastUsedAt ?? at) }
          }
        }),
    })
  }),
)

/** The exact sliding window of one process. */
export const rateLimiter = Layer.sync(RateLimiter, () => {
  const windows = new SlidingWindows()
  return RateLimiter.of({
    take: (subject, limit) =>
      Effect.map(readClocks, (clocks) => {
        const window = windows.window(subject, clocks.now)
        const allowed = window.count(clocks.now) < limit
        if (allowed) window.add(clocks.now)
        return allowanceOf(window, allowed, limit, clocks)
      }),
    peek: (subject, limit) =>
      Effect.map(readClocks, (clocks) =>
        allowanceOf(windows.window(subject, clocks.now), true, limit, clocks),
      ),
  })
})
