import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/** The rights of an assistant: read, and write where the server allows it. */
export const AssistantScope = Schema.Literals(["read", "write"])
export type AssistantScope = typeof AssistantScope.Type

/** A client of OAuth, such as Claude. It has no secret: PKCE and its redirect URIs protect its codes. */
export const OAuthClient = Schema.Struct({
  /** Random for a client that registered; else the URL of its metadata document. */
  id: Schema.String,
  name: Schema.String,
  redirectUris: Schema.Array(Schema.String),
  createdAt: EpochMillis,
  /** The last consent to it; undefined before the first. */
  consentedAt: Schema.UndefinedOr(EpochMillis),
})
export type OAuthClient = typeof OAuthClient.Type

/** The owner's decision about a client. */
const consent = {
  clientId: OAuthClient.fields.id,
  /** The client's name, as it was shown to the owner. */
  name: Schema.String,
  /** The host of the redirect URI, or the scheme of a program: it receives the code. */
  host: Schema.String,
  /** The names of the domains that it may read; undefined for all, also future ones. */
  domains: Schema.UndefinedOr(Schema.Array(Schema.String)),
  /** True if it may write, where the server allows it. */
  writes: Schema.Boolean,
}

export const Consent = Schema.Struct(consent)
export type Consent = typeof Consent.Type

export const AssistantId = Schema.Int.pipe(Schema.brand("AssistantId"))
export type AssistantId = typeof AssistantId.Type

/** An assistant that the owner has connected: one consent, and the tokens that follow from it. */
export const ConnectedAssistant = Schema.Struct({
  id: AssistantId,
  ...consent,
  createdAt: EpochMillis,
  lastUsedAt: Schema.UndefinedOr(EpochMillis),
})
export type ConnectedAssistant = typeof ConnectedAssistant.Type

/** An authorization code. It is not stored, only its SHA-256. */
export const AuthorizationCode = Schema.Struct({
  ...consent,
  redirectUri: Schema.String,
  /** The S256 code challenge of PKCE (RFC 7636). */
  challenge: Schema.String,
  expiresAt: EpochMillis,
  /** The assistant that it connected; undefined while it is unused. */
  assistantId: Schema.UndefinedOr(AssistantId),
})
export type AuthorizationCode = typeof AuthorizationCode.Type

/** The hashes of an access token and a refresh token, and when each expires. */
export interface NewTokens {
  readonly accessHash: string
  readonly accessUntil: EpochMillis
  readonly refreshHash: string
  readonly refreshUntil: EpochMillis
}

/** A stored token. */
export const AssistantToken = Schema.Struct({
  assistantId: AssistantId,
  clientId: OAuthClient.fields.id,
  kind: Schema.Literals(["access", "refresh"]),
  expiresAt: EpochMillis,
})
export type AssistantToken = typeof AssistantToken.Type

/** The assistant that a valid access token belongs to. */
export const TokenHolder = Schema.Struct({ ...ConnectedAssistant.fields, expiresAt: EpochMillis })
export type TokenHolder = typeof TokenHolder.Type
