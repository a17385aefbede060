import type { SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { tokenDigest } from "../digest.ts"
import type { Upstream } from "../upstream.ts"
import { notLinked } from "./linkable.ts"
import * as LinkedAccess from "./linkedAccess.ts"
import type { LinkedAccount } from "./linkedAccounts.ts"

/** A token, and whether it is an earlier one, which its service may have revoked. */
export interface Token {
  readonly token: Redacted.Redacted
  readonly isOld: boolean
  /** Has the next call request a new one. */
  readonly forget: Effect.Effect<void>
}

/** Access by settings only. */
export interface BySettings {
  readonly token: Effect.Effect<Omit<Token, "forget">, SourceError>
  readonly forget: Effect.Effect<void>
  /** Identifies the setting's value without revealing it. */
  readonly account: string
}

/** Access by a token in the settings that never changes. */
export const fixedToken = (source: string, token: Redacted.Redacted | undefined): BySettings | undefined =>
  token && {
    token: Effect.succeed({ token, isOld: false }),
    forget: Effect.void,
    account: tokenDigest(source, token),
  }

/** The access of a source: by the linked account, else by its settings. */
export const make = Effect.fnUntraced(function* (options: {
  readonly name: string
  readonly upstream: Upstream
  /** The setting that could replace a link; undefined if none can. */
  readonly setting: string | undefined
  readonly bySettings: BySettings | undefined
  readonly renew?: ((account: LinkedAccount) => Effect.Effect<LinkedAccount, SourceError>) | undefined
}) {
  const { bySettings, name, renew, setting, upstream } = options
  const linked = yield* LinkedAccess.make(name, renew)
  const missing = notLinked(upstream, name, setting)
  const settings = bySettings === undefined ? Effect.fail(missing) : Effect.succeed(bySettings)
  const chosen = Effect.gen(function* (): Effect.fn.Return<Token, SourceError> {
    const current = yield* linked.current
    if (Option.isSome(current)) {
      const { isOld, token } = current.value
      return { token, isOld, forget: linked.forget }
    }
    const { forget, token } = yield* settings
    return { ...(yield* token), forget }
  })
  const withToken = <A>(
    ask: (token: Redacted.Redacted) => Effect.Effect<A, SourceError>,
  ): Effect.Effect<A, SourceError> =>
    Effect.flatMap(chosen, ({ forget, isOld, token }) =>
      Effect.catchIf(
        ask(token),
        ({ failure }) => isOld && failure === "unauthorized",
        () => Effect.andThen(forget, withToken(ask)),
      ),
    )
  return {
    /** A digest that identifies an account without revealing it. */
    account: Effect.flatMap(
      linked.account,
      Option.match({
        onNone: () => Effect.map(settings, ({ account }) => account),
        onSome: ({ ref }) => Effect.succeed(tokenDigest(`${name} account`, Redacted.make(ref))),
      }),
    ),
    token: chosen,
    /** Asks with a token, and again with a new one where the service refuses an earlier one. */
    withToken,
  }
})
