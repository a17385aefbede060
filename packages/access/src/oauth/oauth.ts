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
import type { OAuthError } from "./error.ts"
import { findKnownIn } from "./findKnown.ts"
import type { AssistantId, ConnectedAssistant, Consent, TokenHolder } from "./model.ts"
import { OAuthStore } from "./store.ts"
import {
  type CodeRequest,
  type IssuedTokens,
  makeTokenGrants,
  refreshMillis,
  type RefreshRequest,
} from "./tokenGrants.ts"

const day = 86_400_000

/** Milliseconds for which a code works. */
const codeMillis = 60_000
/** Used codes and expired tokens are stored this much longer, to notice their reuse. */
const keptMillis = day
/** Clients that registered and were not consented to. */
const maxUnusedClients = 1_000

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

/**
 * The authorization server of assistants: OAuth 2.1 for public clients with PKCE. Secrets are random texts, stored only as their
 * SHA-256.
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
      const grants = makeTokenGrants(store, hash)
      const findKnown = findKnownIn(store)

      const sweep = (now: EpochMillis) =>
        store.sweep({
          expired: now - keptMillis,
          unused: now - refreshMillis,
          stale: now - day,
          most: maxUnusedClients,
        })

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
        return yield* findKnown(id)
      })

      const approve = Effect.fn("OAuth.approve")(function* (approval: Approval) {
        const { challenge, client, domains, host, redirectUri, writes } = approval
        const now = yield* Clock.currentTimeMillis
        const code = `dbk_code_${randomHex(32)}`
        yield* store.saveClient({ ...client, createdAt: now, consentedAt: now })
        yield* sweep(now)
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
        ...grants,
        authenticate,
        list,
        end: store.end,
      })
    }),
  )
}
