import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

/**
 * Tokens that services issue to replace those in the settings, sealed: a store never sees a token in the clear. The
 * last one stored for a source is used as long as its setting stays the same.
 */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    /** The sealed token of the source, unless it was put under another setting. */
    readonly get: (source: string, setting: string) => Effect.Effect<Option.Option<string>>
    /**
     * Replaces the source's sealed token. It is stored when this returns. `setting` identifies the setting's value
     * without revealing it, such as a hash.
     */
    readonly put: (source: string, setting: string, sealed: string) => Effect.Effect<void>
  }
>()("daybook/kernel/TokenStore") {}
