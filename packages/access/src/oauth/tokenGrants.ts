import { type EpochMillis, randomHex } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { oauthError } from "./error.ts"
import { findKnownIn } from "./findKnown.ts"
import type { AssistantScope, ConnectedAssistant, NewTokens } from "./model.ts"
import { isVerified } from "./pkce.ts"
import type { OAuthStore } from "./store.ts"

/** Seconds for which an access token works. */
export const accessSeconds = 3_600
/** Milliseconds for which a refresh token works. */
export const refreshMillis = 90 * 86_400_000
/** A spent refresh token works this much longer: a client whose response was lost tries again. */
const graceMillis = 30_000

/** The prefix of access tokens: it tells them apart from keys. */
export const accessTokenPrefix = "dbk_access_"

/** The tokens that a client receives for a code or a refresh token. */
export interface IssuedTokens {
  readonly access: Redacted.Redacted
  readonly refresh: Redacted.Redacted
  readonly scopes: ReadonlyArray<AssistantScope>
}

export interface CodeRequest {
  readonly clientId: string
  readonly code: string
  readonly verifier: string
  /** Compared if it is sent. */
  readonly redirectUri: string | undefined
}

export interface RefreshRequest {
  readonly clientId: string
  readonly refreshToken: string
}

const scopesOf = ({ writes }: { readonly writes: boolean }): ReadonlyArray<AssistantScope> =>
  writes ? ["read", "write"] : ["read"]

const spent = oauthError(
  "invalid_grant",
  "The code is unknown, expired or used: start the authorization again",
)
const unknownToken = oauthError(
  "invalid_grant",
  "The refresh token is unknown, expired or used: start the authorization again",
)

/** Exchanges codes and refresh tokens for tokens, and revokes them. */
export const makeTokenGrants = (store: OAuthStore["Service"], hash: (text: string) => string) => {
  const makeTokens = (now: EpochMillis) => {
    const access = `${accessTokenPrefix}${randomHex(32)}`
    const refresh = `dbk_refresh_${randomHex(32)}`
    const stored: NewTokens = {
      accessHash: hash(access),
      accessUntil: now + accessSeconds * 1_000,
      refreshHash: hash(refresh),
      refreshUntil: now + refreshMillis,
    }
    const issuedTo = (assistant: ConnectedAssistant): IssuedTokens => ({
      access: Redacted.make(access),
      refresh: Redacted.make(refresh),
      scopes: scopesOf(assistant),
    })
    return { stored, issuedTo }
  }

  const findKnown = findKnownIn(store)

  const exchange = Effect.fn("OAuth.exchange")(function* (request: CodeRequest) {
    yield* findKnown(request.clientId)
    const hashed = hash(request.code)
    const code = Option.getOrUndefined(yield* store.findCode(hashed))
    if (code === undefined) return yield* spent
    if (code.assistantId !== undefined) {
      yield* store.end(code.assistantId)
      return yield* spent
    }
    const now = yield* Clock.currentTimeMillis
    if (code.expiresAt <= now || code.clientId !== request.clientId) return yield* spent
    if (request.redirectUri !== undefined && request.redirectUri !== code.redirectUri)
      return yield* oauthError("invalid_grant", "redirect_uri must be the one of the authorization request")
    if (!isVerified(request.verifier, code.challenge, hash))
      return yield* oauthError("invalid_grant", "code_verifier does not fit the code_challenge")
    const { issuedTo, stored } = makeTokens(now)
    const connected = Option.getOrUndefined(yield* store.useCode(hashed, stored, now))
    if (connected !== undefined) return issuedTo(connected)
    // Another request used the code meanwhile: two uses, whichever was first.
    const used = Option.getOrUndefined(yield* store.findCode(hashed))?.assistantId
    if (used !== undefined) yield* store.end(used)
    return yield* spent
  })

  const refresh = Effect.fn("OAuth.refresh")(function* ({ clientId, refreshToken }: RefreshRequest) {
    yield* findKnown(clientId)
    const hashed = hash(refreshToken)
    const token = Option.getOrUndefined(yield* store.findToken(hashed))
    const now = yield* Clock.currentTimeMillis
    if (token?.kind !== "refresh" || token.clientId !== clientId || token.expiresAt <= now)
      return yield* unknownToken
    const { issuedTo, stored } = makeTokens(now)
    const assistant = Option.getOrUndefined(yield* store.rotate(hashed, stored, now, now - graceMillis))
    if (assistant !== undefined) return issuedTo(assistant)
    yield* store.end(token.assistantId)
    return yield* unknownToken
  })

  const revoke = Effect.fn("OAuth.revoke")(function* (clientId: string, text: string) {
    const hashed = hash(text)
    const token = Option.getOrUndefined(yield* store.findToken(hashed))
    if (token === undefined) return
    if (token.clientId !== clientId)
      return yield* oauthError("invalid_grant", "The token belongs to another client")
    yield* token.kind === "refresh" ? store.end(token.assistantId) : store.removeToken(hashed)
  })

  return { exchange, refresh, revoke }
}
