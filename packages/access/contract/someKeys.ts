import { type ApiKey, KeyId, KeyStore, type NewKey } from "@daybook/access"
import * as Effect from "effect/Effect"

/** The first page, which contains all keys of a test. */
export const everyKey = { page: 1, limit: 100 }

/** A hash of 64 hexadecimal characters, all of them this digit. */
export const hashOf = (digit: string) => digit.repeat(64)

/** A key with hash, name and hint made of the digit. */
export const newKey = (digit: string, more: Partial<NewKey> = {}): NewKey => ({
  hash: hashOf(digit),
  name: `key ${digit}`,
  scope: "read",
  hint: digit.repeat(4),
  rateLimit: undefined,
  createdAt: 1_700_000_000_123,
  expiresAt: undefined,
  ...more,
})

/** The record that storing this key must give. */
export const recordOf = (key: NewKey, id: KeyId): ApiKey => ({
  id,
  name: key.name,
  scope: key.scope,
  hint: key.hint,
  rateLimit: key.rateLimit,
  createdAt: key.createdAt,
  expiresAt: key.expiresAt,
  lastUsedAt: undefined,
})

/** An id that no key has. */
export const unknownId = KeyId.make(987_654)

/** The names of all keys, oldest first. */
export const names = Effect.flatMap(KeyStore, (store) =>
  Effect.map(store.list(everyKey), ({ items }) => items.map((key) => key.name)),
)
