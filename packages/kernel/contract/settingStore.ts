import { type DataVersions, isStorableText, SettingStore } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { raisesVersion } from "./dataVersions.ts"
import { survivesHostileTexts } from "./hostileTexts.ts"

const zone = { name: "TIME_ZONE", value: "Europe/Lisbon", isSealed: false }
const token = { name: "A_TOKEN", value: "sealed", isSealed: true }

/** The contract of every `SettingStore`, and of the version of "settings". `fresh` returns a store without settings. */
export const settingStoreContract = (
  adapter: string,
  fresh: () => Layer.Layer<SettingStore | DataVersions>,
): void => {
  describe(`${adapter}: settings`, () => {
    it.effect("are stored by name, replaced, and forgotten without a value", () =>
      Effect.gen(function* () {
        const store = yield* SettingStore
        assert.deepStrictEqual(yield* store.all, [])
        yield* raisesVersion("settings", "change", store.change([zone, token]))
        assert.deepStrictEqual(yield* store.all, [token, zone])
        // A setting that becomes a secret is no longer there in the clear.
        const sealed = { ...zone, value: "sealed too", isSealed: true }
        yield* store.change([sealed])
        assert.deepStrictEqual(yield* store.all, [token, sealed])
        yield* raisesVersion("settings", "change", store.change([{ name: zone.name }]))
        assert.deepStrictEqual(yield* store.all, [token])
      }).pipe(Effect.provide(fresh())),
    )

    it.effect("are changed all at once, the last change of a name winning, or not at all", () =>
      Effect.gen(function* () {
        const store = yield* SettingStore
        yield* store.change([zone, { ...zone, value: "UTC" }, token, { name: token.name }])
        assert.deepStrictEqual(yield* store.all, [{ ...zone, value: "UTC" }])
        yield* Effect.exit(store.change([zone, { name: "UNITS", value: "\u0000", isSealed: false }]))
        const [first] = (yield* store.all).filter(({ name }) => name === zone.name)
        const isWhole = (yield* store.all).some(({ name }) => name === "UNITS")
        assert.strictEqual(first?.value, isWhole ? zone.value : "UTC")
      }).pipe(Effect.provide(fresh())),
    )

    it.effect("of any hostile text are returned if they are storable, else only they fail", () =>
      Effect.gen(function* () {
        const store = yield* SettingStore
        const putAndGet = Effect.fnUntraced(function* (value: string) {
          yield* store.change([{ ...zone, value }])
          if (isStorableText(value)) assert.deepStrictEqual(yield* store.all, [{ ...zone, value }])
        })
        yield* survivesHostileTexts(putAndGet, (at) => putAndGet(`good ${at}`))
      }).pipe(Effect.provide(fresh())),
    )
  })
}
