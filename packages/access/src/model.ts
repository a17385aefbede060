import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/**
 * The rights of a key: `read` calls GET endpoints, `admin` calls everything, `submit` sends plays by the protocols of
 * players and calls nothing else, `save` saves pages and calls nothing else.
 */
export const Scope = Schema.Literals(["read", "admin", "submit", "save"])
export type Scope = typeof Scope.Type

/** True if a key of this scope may read. */
export const mayRead = (scope: Scope): boolean => scope === "read" || scope === "admin"
/** True if a key of this scope may send plays and visits. */
export const maySubmit = (scope: Scope): boolean => scope === "submit" || scope === "admin"
/** True if a key of this scope may save pages. */
export const maySave = (scope: Scope): boolean => scope === "save" || scope === "admin"

export const KeyId = Schema.Int.pipe(Schema.brand("KeyId"))
export type KeyId = typeof KeyId.Type

/** The record of a key. The key itself is not stored, only its SHA-256. */
export const ApiKey = Schema.Struct({
  id: KeyId,
  name: Schema.String,
  scope: Scope,
  /** The last four characters, so that the owner recognizes the key. */
  hint: Schema.String,
  /** Requests per 60 seconds; undefined follows the server's setting. */
  rateLimit: Schema.UndefinedOr(Schema.Int),
  createdAt: EpochMillis,
  /** From this instant on the key is refused. */
  expiresAt: Schema.UndefinedOr(EpochMillis),
  lastUsedAt: Schema.UndefinedOr(EpochMillis),
})
export type ApiKey = typeof ApiKey.Type

/** A key to be stored. */
export interface NewKey extends Omit<ApiKey, "id" | "lastUsedAt"> {
  readonly hash: string
}

export const ShareId = Schema.Int.pipe(Schema.brand("ShareId"))
export type ShareId = typeof ShareId.Type

/** The record of a share, which opens one address without a key. Its token is not stored, only the token's SHA-256. */
export const Share = Schema.Struct({
  id: ShareId,
  /** The owner's note, such as who has it; "" without one. */
  name: Schema.String,
  /** The path and the parameters that it opens, such as `/v1/feed?domains=reading`. */
  address: Schema.String,
  /** The last four characters of the token. */
  hint: Schema.String,
  createdAt: EpochMillis,
  lastUsedAt: Schema.UndefinedOr(EpochMillis),
})
export type Share = typeof Share.Type

/** A share to be stored. */
export interface NewShare extends Omit<Share, "id" | "lastUsedAt"> {
  readonly hash: string
}

/** A request's rate-limit state. */
export interface Allowance {
  /** False for a refused request, which does not count. */
  readonly allowed: boolean
  readonly limit: number
  /** Requests left in the current window. */
  readonly remaining: number
  /** The time when the oldest counted request leaves the window; now, if none is counted. */
  readonly resetAt: EpochMillis
  /** The seconds, at least 1, until a refused request would be allowed. */
  readonly retryAfter: number
}
