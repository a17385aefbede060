import { Digest, type EpochMillis, type Page, type PageRequest, randomHex } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { makeSecretLookups } from "../secretLookups.ts"
import { ClientDocuments } from "./clientDocuments.ts"
import {
  type ClientMetadata,
  isDocumentUrl,
  readClientDocument,
  readClientMetadata,
} from "./clientMetadata.ts"
import { type OAuthError, oauthError } from "./error.ts"
import type {
  AssistantId,
  AssistantScope,
  ConnectedAssistant,
  Consent,
  NewTokens,
  TokenHolder,
} from "./model.ts"
import { isVerified } from "./pkce.ts"
import { OAuthStore } from "./store.ts"

const second = 1_000
const day = 86_400 * second

/** Seconds for which an access token works. */
export const accessSeconds = 3_600
const codeMillis = 60 * second
const refreshMillis = 90 * day
/** A spent refresh token works this much longer: a client whose response was lost tries again. */
const graceMillis = 30 * second
/** Used codes and expired tokens are kept this much longer, to notice their reuse. */
const keptMillis = day
/** Clients that registered and were not consented to. */
const maxUnusedClients = 1_000

/** The prefix of access tokens, by which a request shows one instead of a key. */
export const accessTokenPrefix = "dbk_access_"

/** What a client is given for a code or a refresh token. */
export interface IssuedTokens {
  readonly access: Redacted.Redacted
  readonly refresh: Redacted.Redacted
  readonly scopes: ReadonlyArray<AssistantScope>
}

/** A client that may be consented to. */
export interface KnownClient extends ClientMetadata {
  readonly id: string
}

/** A consent, and the request that it responds to. */
export interface Approval extends Omit<Consent, "clientId" | "name"> {
  readonly client: KnownClient
  readonly redirectUri: string
  readonly challenge: string
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

export const scopesOf = ({ writes }: { readonly writes: boolean }): ReadonlyArray<AssistantScope> =>
  writes ? ["read", "write"] : ["read"]

const spent = oauthError(
  "invalid_grant",
  "The code is unknown, expired or used: start the authorization again",
)
const unknownClient = oauthError("invalid_client", "The client is unknown: register it again")
const unknownToken = oauthError(
  "invalid_grant",
  "The refresh token is unknown, expired or used: start the authorization again",
)

/**
 * The authorization server of assistants: OAuth 2.1 for public clients with PKCE. Secrets are random texts, of which only
 * the SHA-256 is stored.
 */
export class OAuth extends Context.Service<
  OAuth,
  {
    /** Registers a client by its metadata (RFC 7591). */
    readonly register: (
      json: unknown,
    ) => Effect.Effect<KnownClient & { readonly createdAt: EpochMillis }, OAuthError>
    /** A client by its id: one that registered, or one with a metadata document, which is fetched. */
    readonly client: (id: string) => Effect.Effect<KnownClient, OAuthError>
    /** Issues a code for the owner's consent. It works once, for 60 seconds. */
    readonly approve: (approval: Approval) => Effect.Effect<Redacted.Redacted>
    /** Exchanges a code for tokens. A second use ends the assistant that the first one connected. */
    readonly exchange: (request: CodeRequest) => Effect.Effect<IssuedTokens, OAuthError>
    /** Exchanges a refresh token for new tokens. Reuse after 30 seconds ends its assistant. */
    readonly refresh: (request: RefreshRequest) => Effect.Effect<IssuedTokens, OAuthError>
    /** Revokes a token (RFC 7009). A refresh token ends its assistant; an unknown token changes nothing. */
    readonly revoke: (clientId: string, token: string) => Effect.Effect<void, OAuthError>
    /**
     * The assistant with this access token; none if it is unknown, expired or ended. `version` is the current version of
     * "access": lookups are remembered while it stays the same.
     */
    readonly authenticate: (token: string, version: number) => Effect.Effect<Option.Option<TokenHolder>>
    /** Oldest first. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<ConnectedAssistant>>
    /** False if the assistant does not exist. */
    readonly end: (id: AssistantId) => Effect.Effect<boolean>
  }
>()("daybook/access/OAuth") {
  static readonly layer = Layer.effect(
    OAuth,
    Effect.gen(function* () {
      const store = yield* OAuthStore
      const hash = yield* Digest
      const fetchDocument = yield* ClientDocuments
      const lookups = yield* makeSecretLookups("assistants", store)

      const sweep = (now: EpochMillis) =>
        store.sweep({
          expired: now - keptMillis,
          unused: now - refreshMillis,
          stale: now - day,
          most: maxUnusedClients,
        })

      const makeTokens = (now: EpochMillis) => {
        const access = `${accessTokenPrefix}${randomHex(32)}`
        const refresh = `dbk_refresh_${randomHex(32)}`
        const stored: NewTokens = {
          accessHash: hash(access),
          accessUntil: now + accessSeconds * second,
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

      const register = Effect.fn("OAuth.register")(function* (json: unknown) {
        const metadata = yield* readClientMetadata(json)
        const createdAt = yield* Clock.currentTimeMillis
        const id = `dbk_client_${randomHex(16)}`
        yield* store.saveClient({ ...metadata, id, createdAt, consentedAt: undefined })
        yield* sweep(createdAt)
        return { ...metadata, id, createdAt }
      })

      const client = Effect.fn("OAuth.client")(function* (id: string) {
        if (isDocumentUrl(id) && fetchDocument !== undefined) {
          return { id, ...(yield* readClientDocument(id, yield* fetchDocument(id))) }
        }
        const known = Option.getOrUndefined(yield* store.findClient(id))
        return known ?? (yield* unknownClient)
      })

      const approve = Effect.fn("OAuth.approve")(function* (approval: Approval) {
        const { challenge, client, domains, host, redirectUri, writes } = approval
        const now = yield* Clock.currentTimeMillis
        const code = `dbk_code_${randomHex(32)}`
        yield* store.saveClient({ ...client, createdAt: now, consentedAt: now })
        yield* store.insertCode(hash(code), {
          clientId: client.id,
          name: client.name,
          host,
          domains,
          writes,
          redirectUri,
          challenge,
          expiresAt: now + codeMillis,
        })
        return Redacted.make(code)
      })

      const mustKnow = Effect.fnUntraced(function* (clientId: string) {
        if (Option.isNone(yield* store.findClient(clientId))) return yield* unknownClient
      })

      const exchange = Effect.fn("OAuth.exchange")(function* (request: CodeRequest) {
        yield* mustKnow(request.clientId)
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
          return yield* oauthError(
            "invalid_grant",
            "redirect_uri must be the one of the authorization request",
          )
        if (!isVerified(request.verifier, code.challenge, hash))
          return yield* oauthError("invalid_grant", "code_verifier does not fit the code_challenge")
        const { issuedTo, stored } = makeTokens(now)
        const connected = Option.getOrUndefined(yield* store.useCode(hashed, stored, now))
        if (connected !== undefined) {
          yield* sweep(now)
          return issuedTo(connected)
        }
        // Another request used the code meanwhile: two uses, whichever was first.
        const used = Option.getOrUndefined(yield* store.findCode(hashed))?.assistantId
        if (used !== undefined) yield* store.end(used)
        return yield* spent
      })

      const refresh = Effect.fn("OAuth.refresh")(function* ({ clientId, refreshToken }: RefreshRequest) {
        yield* mustKnow(clientId)
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

      const authenticate = (token: string, version: number) =>
        Effect.map(Effect.zip(lookups.find(hash(token), version), Clock.currentTimeMillis), ([found, now]) =>
          Option.filter(found, (holder) => {
            if (holder.expiresAt <= now) return false
            lookups.use(holder, now)
            return true
          }),
        )

      const list = Effect.fn("OAuth.list")(function* (page: PageRequest) {
        yield* lookups.writeUses
        yield* sweep(yield* Clock.currentTimeMillis)
        return yield* store.list(page)
      })

      return OAuth.of({
        register,
        client,
        approve,
        exchange,
        refresh,
        revoke,
        authenticate,
        list,
        end: store.end,
      })
    }),
  )
}
