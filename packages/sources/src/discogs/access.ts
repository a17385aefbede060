import type { SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { notLinked } from "../linking/linkable.ts"
import { LinkedAccounts } from "../linking/linkedAccounts.ts"
import type { Upstream } from "../upstream.ts"
import type { Config } from "./settings.ts"
import { authorizationOf } from "./signing.ts"

/** Whose collection it is, and the header that opens it. */
export interface Access {
  readonly user: string
  readonly authorization: Redacted.Redacted
}

/** The access to the linked account, else to that of the settings. */
export const makeAccess = Effect.fnUntraced(function* (
  upstream: Upstream,
  { consumerKey, consumerSecret, token, user }: Config,
): Effect.fn.Return<Effect.Effect<Access, SourceError>> {
  const accounts = yield* LinkedAccounts
  const bySettings =
    token === undefined || user === undefined
      ? Effect.fail(notLinked(upstream, "discogs", "DISCOGS_TOKEN and DISCOGS_USER"))
      : Effect.succeed({ user, authorization: Redacted.make(`Discogs token=${Redacted.value(token)}`) })
  if (consumerKey === undefined || consumerSecret === undefined) return bySettings
  return Effect.flatMap(
    accounts.get("discogs"),
    Option.match({
      onNone: () => bySettings,
      onSome: ({ accessToken, ref, tokenSecret = "" }) =>
        Effect.succeed({
          user: ref,
          authorization: authorizationOf({
            consumerKey,
            consumerSecret,
            token: { key: accessToken, secret: tokenSecret },
          }),
        }),
    }),
  )
})
