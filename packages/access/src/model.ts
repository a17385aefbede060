import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/** What a key may do: `read` calls GET endpoints, `admin` calls everything. */
export const Scope = Schema.Literals(["read", "admin"])
export type Scope = typeof Scope.Type

export const KeyId = Schema.Int.pipe(Schema.brand("KeyId"))
export type KeyId = typeof KeyId.Type

/** The record of a key. The key itself is kept nowhere, only its SHA-256. */
export const ApiKey = Schema.Struct({
  id: KeyId,
  name: Schema.String,
  scope: Scope,
  /** The last four characters, so that a person can tell which key this is. */
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

/** Where a request stands with its limit. */
export interface Allowance {
  /** False when the request is refused; a refused request does not count. */
  readonly allowed: boolean
  readonly limit: number
  /** Requests left in the current window. */
  readonly remaining: number
  /** When the oldest counted request leaves the window; now, when none is counted. */
  readonly resetAt: EpochMillis
  /** Seconds, at least 1, after which a refused request would be allowed. */
  readonly retryAfter: number
}
