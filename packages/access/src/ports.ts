import type { EpochMillis, Page, PageRequest } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Allowance, ApiKey, KeyId, NewKey } from "./model.ts"

/** Where the records of keys are kept. Storage failures are defects. */
export class KeyStore extends Context.Service<
  KeyStore,
  {
    readonly insert: (key: NewKey) => Effect.Effect<ApiKey>
    /** Stores the keys if and only if no key is stored at all, and says whether it did. */
    readonly insertFirst: (keys: ReadonlyArray<NewKey>) => Effect.Effect<boolean>
    /**
     * Stores a key that a setting hands in, in the place of the one that the setting handed in before. The same
     * key in the same scope again changes nothing; a key that is stored in another way is replaced.
     */
    readonly handIn: (setting: string, key: NewKey) => Effect.Effect<void>
    readonly find: (hash: string) => Effect.Effect<Option.Option<ApiKey>>
    /** Oldest first, by id. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<ApiKey>>
    /** Removes the key; false when there is none. */
    readonly revoke: (id: KeyId) => Effect.Effect<boolean>
    /** Notes when keys were last used; an earlier time than the stored one changes nothing. */
    readonly touch: (uses: ReadonlyMap<KeyId, EpochMillis>) => Effect.Effect<void>
  }
>()("daybook/access/KeyStore") {}

/**
 * Counts requests in an exact sliding window of 60 seconds: a request counts for 60 seconds from its own time.
 * Servers that share a store share the limit: together they never allow more than it in any window, and may
 * allow a little less.
 */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Counts one request of the subject, unless the window is full. */
    readonly take: (subject: string, limit: number) => Effect.Effect<Allowance>
    /** Where the subject stands; counts and refuses nothing, so `allowed` is always true. */
    readonly look: (subject: string, limit: number) => Effect.Effect<Allowance>
  }
>()("daybook/access/RateLimiter") {}
