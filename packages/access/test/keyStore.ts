import { Digest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type ApiKey, KeyId, Keys, KeyStore, type NewKey } from "../src/index.ts"

/** A store of keys that keeps them by hash and notes its calls. */
export const makeKeyStore = () => {
  const stored = new Map<string, ApiKey>()
  const given: Array<NewKey> = []
  const looked: Array<string> = []
  const written: Array<ReadonlyMap<KeyId, number>> = []
  const configured = new Map<string, string>()
  let ids = 0
  const keep = (key: NewKey): ApiKey => {
    given.push(key)
    const { hash, ...said } = key
    const record = { ...said, id: KeyId.make(++ids), lastUsedAt: undefined }
    stored.set(hash, record)
    return record
  }
  const store = KeyStore.of({
    insert: (key) => Effect.sync(() => keep(key)),
    insertFirst: (keys) =>
      Effect.sync(() => {
        if (stored.size > 0) return false
        keys.forEach(keep)
        return true
      }),
    setConfigured: (setting, key) =>
      Effect.sync(() => {
        stored.delete(configured.get(setting) ?? "")
        configured.set(setting, key.hash)
        keep(key)
      }),
    find: (hash) =>
      Effect.sync(() => {
        looked.push(hash)
        return Option.fromNullishOr(stored.get(hash))
      }),
    list: () => Effect.sync(() => ({ items: [...stored.values()], total: stored.size })),
    revoke: (id) =>
      Effect.sync(() => {
        const [hash = ""] = [...stored].find(([, record]) => record.id === id) ?? []
        return stored.delete(hash)
      }),
    touch: (uses) => Effect.sync(() => void written.push(uses)),
  })
  return { store, stored, given, looked, written }
}

/** Not a hash that keeps a secret, but one that a test can read. */
export const plainHash = (key: string): string => `hash of ${key.length}: ${[...key].toReversed().join("")}`

export const keysOn = (store: KeyStore["Service"]) =>
  Keys.layer.pipe(Layer.provide([Layer.succeed(KeyStore, store), Layer.succeed(Digest, plainHash)]))
