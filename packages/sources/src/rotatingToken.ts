import { type SourceError, TokenStore } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { tokenDigest } from "./digest.ts"
import { Sealing } from "./sealing.ts"
import type { Upstream } from "./upstream.ts"

/** A token that its service may replace with each use. */
export interface RotatingToken {
  /** Identifies one value of the setting without revealing it. */
  readonly setting: string
  /** The last token stored since the setting changed, else the setting. */
  readonly current: Effect.Effect<Redacted.Redacted<string>, SourceError>
  /** Stores a new token, sealed; to be called before its first use. */
  readonly keep: (token: Redacted.Redacted<string>) => Effect.Effect<void>
}

/**
 * The token of a source; its setting holds the first one. Only one caller at a time may use it, over all servers: a
 * sync may, since it holds its domain.
 */
export const make = Effect.fnUntraced(function* (
  source: string,
  upstream: Upstream,
  setting: { readonly name: string; readonly token: Redacted.Redacted<string> },
): Effect.fn.Return<RotatingToken, never, TokenStore | Sealing> {
  const tokens = yield* TokenStore
  const sealing = yield* Sealing
  const digest = tokenDigest(source, setting.token)
  const purpose = `token of ${source}`

  const current = Effect.gen(function* () {
    const sealed = yield* tokens.get(source, digest)
    if (Option.isNone(sealed)) return setting.token
    const opened = yield* sealing.open(purpose, sealed.value)
    return Option.isSome(opened)
      ? opened.value
      : yield* upstream.failure(
          "unauthorized",
          `issued a token that was sealed with another key: set SEALING_KEY to that key, or set a new ${setting.name}`,
        )
  })

  return {
    setting: digest,
    current,
    keep: (token) =>
      Effect.flatMap(sealing.seal(purpose, token), (sealed) => tokens.put(source, digest, sealed)),
  }
})
