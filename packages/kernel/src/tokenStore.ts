import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

/**
 * Tokens that services hand out in the place of those in the settings, sealed: a store never sees one. The last that
 * was put for a source stands for as long as the setting that it came from stays the same.
 */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    /** The sealed token of the source, unless it was put under another setting. */
    readonly get: (source: string, setting: string) => Effect.Effect<Option.Option<string>>
    /**
     * Keeps a sealed token in the place of the source's last one. It is stored when this returns. `setting` tells one
     * value of the setting from another and does not give it away, such as a hash of it.
     */
    readonly put: (source: string, setting: string, sealed: string) => Effect.Effect<void>
  }
>()("daybook/kernel/TokenStore") {}
