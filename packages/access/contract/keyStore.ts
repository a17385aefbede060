import { KeyStore } from "@daybook/access"
import type { DataVersions } from "@daybook/kernel"
import { raisesVersion } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { firstKeysContract } from "./firstKeys.ts"
import { configuredKeysContract } from "./configuredKeys.ts"
import { createdKeysContract } from "./createdKeys.ts"
import { everyKey, newKey, unknownId } from "./someKeys.ts"

/**
 * The contract of every `KeyStore`, and of the versions of "access" next to it. `fresh` returns a store without keys,
 * built again for each test.
 */
export const keyStoreContract = (
  adapter: string,
  fresh: () => Layer.Layer<KeyStore | DataVersions>,
): void => {
  describe(`${adapter}: keys that are made`, () => createdKeysContract(fresh))
  describe(`${adapter}: the first keys`, () => firstKeysContract(fresh))
  describe(`${adapter}: keys that a setting hands in`, () => configuredKeysContract(fresh))
  describe(`${adapter}: the version of access`, () => {
    it.effect("every write that changes which keys are accepted raises the version of access", () =>
      Effect.gen(function* () {
        const store = yield* KeyStore
        yield* raisesVersion("access", "insertFirst", store.insertFirst([newKey("a")]))
        const { id } = yield* raisesVersion("access", "insert", store.insert(newKey("b")))
        yield* raisesVersion("access", "setConfigured", store.setConfigured("READ_KEY", newKey("c")))
        yield* raisesVersion(
          "access",
          "setConfigured of another key",
          store.setConfigured("READ_KEY", newKey("d")),
        )
        const promoted = newKey("d", { scope: "admin" })
        yield* raisesVersion(
          "access",
          "setConfigured with another scope",
          store.setConfigured("READ_KEY", promoted),
        )
        yield* raisesVersion(
          "access",
          "setConfigured of a made key",
          store.setConfigured("READ_KEY", newKey("b")),
        )
        assert.isFalse(yield* store.revoke(id), "a configured key replaces the created one")
        const [first] = (yield* store.list(everyKey)).items
        yield* raisesVersion("access", "revoke", store.revoke(first?.id ?? unknownId))
      }).pipe(Effect.provide(fresh())),
    )
  })
}
