import type { EpochMillis, Page, PageRequest } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Allowance, ApiKey, KeyId, NewKey, NewShare, Share, ShareId } from "./model.ts"

/** The store of key records. Storage failures are defects. */
export class KeyStore extends Context.Service<
  KeyStore,
  {
    readonly insert: (key: NewKey) => Effect.Effect<ApiKey>
    /** Stores the keys only if no key is stored at all; true if it did. */
    readonly insertFirst: (keys: ReadonlyArray<NewKey>) => Effect.Effect<boolean>
    /**
     * Stores a key from a setting, replacing the setting's earlier key. The same key in the same scope changes
     * nothing; a key created otherwise is replaced.
     */
    readonly setConfigured: (setting: string, key: NewKey) => Effect.Effect<void>
    readonly find: (hash: string) => Effect.Effect<Option.Option<ApiKey>>
    /** Oldest first, by id. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<ApiKey>>
    /** Removes the key; false if it does not exist. */
    readonly revoke: (id: KeyId) => Effect.Effect<boolean>
    /** Notes the last uses of keys; a time earlier than the stored one changes nothing. */
    readonly touch: (uses: ReadonlyMap<KeyId, EpochMillis>) => Effect.Effect<void>
  }
>()("daybook/access/KeyStore") {}

/** The store of shares. Those that it makes and revokes raise the version of "access". Storage failures are defects. */
export class ShareStore extends Context.Service<
  ShareStore,
  {
    readonly insert: (share: NewShare) => Effect.Effect<Share>
    readonly find: (hash: string) => Effect.Effect<Option.Option<Share>>
    /** Oldest first, by id. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<Share>>
    /** Removes the share; false if it does not exist. */
    readonly revoke: (id: ShareId) => Effect.Effect<boolean>
    /** Notes the last uses of shares; a time earlier than the stored one changes nothing. */
    readonly touch: (uses: ReadonlyMap<ShareId, EpochMillis>) => Effect.Effect<void>
  }
>()("daybook/access/ShareStore") {}

/** The store of sign-in links, by the digests of their tokens. Storage failures are defects. */
export class SignInLinkStore extends Context.Service<
  SignInLinkStore,
  {
    /** Stores a link, and removes links that expired before `now`. */
    readonly insert: (hash: string, expiresAt: EpochMillis, now: EpochMillis) => Effect.Effect<void>
    /** Removes the link; true only for the one caller who found it before it expired. */
    readonly spend: (hash: string, now: EpochMillis) => Effect.Effect<boolean>
  }
>()("daybook/access/SignInLinkStore") {}

/**
 * Counts requests in an exact sliding window of 60 seconds: each counts for 60 seconds from its own time. Servers on
 * one store share the limit: together they never allow more in any window, and may allow slightly less.
 */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Counts one request of the subject, unless the window is full. */
    readonly take: (subject: string, limit: number) => Effect.Effect<Allowance>
    /** The subject's rate-limit state. Counts and refuses nothing, so `allowed` is always true. */
    readonly peek: (subject: string, limit: number) => Effect.Effect<Allowance>
  }
>()("daybook/access/RateLimiter") {}
