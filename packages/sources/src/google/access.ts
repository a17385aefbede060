import { Setting, type SourceError } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Text } from "../text.ts"
import type { Answer, Upstream } from "../upstream.ts"
import { settings } from "./settings.ts"

/** An OAuth client at Google. */
export interface App {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
}

/** The refresh token: of the linked account, else of the setting. Google rarely issues a new one. */
export interface RefreshToken {
  readonly current: Effect.Effect<Redacted.Redacted, SourceError>
  /** Stores a new token. Call it before the token's first use. */
  readonly keep: (token: Redacted.Redacted) => Effect.Effect<void>
}

/** Access to the account for about an hour, kept in memory only. */
export interface Access {
  readonly token: Redacted.Redacted
  readonly scopes: ReadonlyArray<string>
  /** Unix seconds. */
  readonly expiresAt: number
}

// https://developers.google.com/identity/protocols/oauth2/web-server#offline
const Tokens = Schema.Struct({
  access_token: Schema.NonEmptyString,
  // Seconds from now.
  expires_in: Schema.Natural,
  scope: Schema.optionalKey(Text),
  refresh_token: Schema.optionalKey(Schema.NonEmptyString),
})

const Refusal = Schema.Struct({ error: Schema.String })
const readRefusal = Schema.decodeUnknownOption(Refusal)

/** The remedy for each `error` of RFC 6749, section 5.2. Google's own descriptions are not repeated. */
const remedies: Readonly<Record<string, string>> = {
  invalid_grant:
    "no longer takes our refresh token (invalid_grant): link the account again at /link/google, or set a new GOOGLE_REFRESH_TOKEN. It was " +
    "revoked, its password was changed, it was not used for six months, or its app is still in testing, where tokens live " +
    "seven days",
  invalid_client:
    "does not know our client (invalid_client): check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET",
  unauthorized_client:
    "gave our refresh token to another client (unauthorized_client): check GOOGLE_CLIENT_ID, or link the account again " +
    "at /link/google",
  invalid_scope:
    "does not know a scope of our refresh token (invalid_scope): link the account again with known ones",
}

// An access token is not used in its last minute: clocks differ and calls take time.
const marginSeconds = 60

/** Access to the account by its refresh token. `upstream` is the token endpoint itself. */
export const make = (upstream: Upstream, app: App, refreshToken: RefreshToken) => {
  let held: (Access & { readonly refreshToken: string }) | undefined

  const readTokens = (answer: Answer): Effect.Effect<typeof Tokens.Type, SourceError> => {
    // An error is a text here and an object at the APIs.
    const refusal = readRefusal(answer.json)
    const remedy = refusal._tag === "None" ? undefined : remedies[refusal.value.error]
    if (remedy !== undefined) return Effect.fail(upstream.failure("unauthorized", remedy))
    if (answer.status === 400 || answer.status === 401 || answer.status === 403) {
      return Effect.fail(
        upstream.failure(
          "unauthorized",
          `does not grant access (${answer.status}): check ${Setting.neededInWords(settings)}`,
        ),
      )
    }
    return upstream.json(Tokens)(answer)
  }

  const ask = (token: Redacted.Redacted, options: { readonly retries?: number }) =>
    upstream.ask(
      HttpClientRequest.post("").pipe(
        HttpClientRequest.bodyUrlParams({
          client_id: app.clientId,
          client_secret: Redacted.value(app.clientSecret),
          refresh_token: Redacted.value(token),
          grant_type: "refresh_token",
        }),
      ),
      readTokens,
      options,
    )

  /** Gets new access even if the held one still lasts. */
  const refresh = (options: { readonly retries?: number } = {}): Effect.Effect<Access, SourceError> =>
    Effect.gen(function* () {
      const old = yield* refreshToken.current
      // A new refresh token may void the old one, so nothing may interrupt storing it.
      return yield* Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const tokens = yield* restore(ask(old, options))
          const renewed = tokens.refresh_token
          if (renewed !== undefined && renewed !== Redacted.value(old)) {
            yield* refreshToken.keep(Redacted.make(renewed))
          }
          const now = yield* Clock.currentTimeMillis
          held = {
            token: Redacted.make(tokens.access_token),
            scopes: (tokens.scope ?? "").split(/\s+/).filter((scope) => scope !== ""),
            expiresAt: Math.floor(now / 1000) + tokens.expires_in,
            refreshToken: renewed ?? Redacted.value(old),
          }
          return held
        }),
      )
    })

  return {
    refresh,
    /** Access that still lasts. `isOld` marks access from an earlier call, which Google may have revoked. */
    current: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      // Another account may have been linked meanwhile.
      const isOfAccount = held?.refreshToken === Redacted.value(yield* refreshToken.current)
      if (held !== undefined && isOfAccount && now / 1000 < held.expiresAt - marginSeconds)
        return { access: held, isOld: true }
      return { access: yield* refresh(), isOld: false }
    }),
    forget: Effect.sync(() => (held = undefined)),
  }
}
