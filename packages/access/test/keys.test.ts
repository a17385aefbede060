import { storableText } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { type KeyId, Keys, maxKeyNameLength, Scope, shortestConfiguredKey } from "../src/index.ts"
import { keysOn, makeKeyStore, plainHash } from "./keyStore.ts"

const form = {
  read: /^dbk_live_[0-9a-f]{64}$/,
  admin: /^dbk_admin_[0-9a-f]{64}$/,
  submit: /^dbk_submit_[0-9a-f]{64}$/,
  save: /^dbk_save_[0-9a-f]{64}$/,
} as const

describe("a new key", () => {
  it.effect.prop(
    "has the form of its scope, and the requested record",
    [Scope, Schema.String],
    ([scope, given]) =>
      Effect.gen(function* () {
        const name = storableText(given, maxKeyNameLength)
        yield* TestClock.setTime(29_000)
        const keys = yield* Keys
        const { key, record } = yield* keys.create({
          name,
          scope,
          rateLimit: 100,
          expiresAt: 2_000_000_000_000,
        })
        const text = Redacted.value(key)
        assert.match(text, form[scope])
        assert.deepStrictEqual(
          { ...record, id: 0 },
          {
            id: 0,
            name,
            scope,
            hint: text.slice(-4),
            rateLimit: 100,
            createdAt: 29_000,
            expiresAt: 2_000_000_000_000,
            lastUsedAt: undefined,
          },
        )
      }).pipe(Effect.provide(keysOn(makeKeyStore().store))),
  )

  it.effect("is a different one each time", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      const made = yield* Effect.forEach(Array.from({ length: 200 }), () =>
        keys.create({ name: "", scope: "read" }),
      )
      assert.strictEqual(new Set(made.map(({ key }) => Redacted.value(key))).size, 200)
    }).pipe(Effect.provide(keysOn(makeKeyStore().store))),
  )

  const kept = makeKeyStore()
  it.effect("reaches the store as its hash only, and appears in no log", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      const made = yield* keys.create({ name: "phone", scope: "admin" })
      const text = Redacted.value(made.key)
      assert.strictEqual(kept.given[0]?.hash, plainHash(text))
      for (const shown of [JSON.stringify(kept.given), JSON.stringify(made), String(made.key)]) {
        assert.notInclude(shown, text)
      }
    }).pipe(Effect.provide(keysOn(kept.store))),
  )
})

describe("the keys of a first start", () => {
  it.effect("are one of each scope, and are accepted", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      const made = yield* keys.createFirst(["admin", "read"])
      assert.deepStrictEqual(
        made.map(({ scope }) => scope),
        ["admin", "read"],
      )
      for (const { scope, key } of made) {
        assert.match(Redacted.value(key), form[scope])
        const found = yield* keys.authenticate(Redacted.value(key), 0)
        assert.strictEqual(Option.getOrThrow(found).scope, scope)
      }
    }).pipe(Effect.provide(keysOn(makeKeyStore().store))),
  )

  const kept = makeKeyStore()
  it.effect("are not created on a store that has a key", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      yield* keys.create({ name: "", scope: "read" })
      assert.deepStrictEqual(yield* keys.createFirst(["admin", "read"]), [])
      assert.strictEqual(kept.stored.size, 1)
    }).pipe(Effect.provide(keysOn(kept.store))),
  )
})

const configured = (key: string) =>
  ({ setting: "ADMIN_KEY", scope: "admin", key: Redacted.make(key) }) as const

describe("a key from a setting", () => {
  it.effect.prop(
    "is refused by the setting's name if it is too short, and its text is not repeated",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: shortestConfiguredKey - 1 }))],
    ([length]) =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const refused = yield* Effect.flip(keys.setConfigured(configured("k".repeat(length))))
        assert.strictEqual(refused.field, "ADMIN_KEY")
        assert.strictEqual(refused.message, "ADMIN_KEY must have 32 characters or more")
        assert.strictEqual((yield* keys.list({ page: 1, limit: 20 })).total, 0)
      }).pipe(Effect.provide(keysOn(makeKeyStore().store))),
  )

  it.effect(
    "may be any text of 32 characters, is listed under its setting, and replaces the earlier one",
    () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const [before, after] = ["b".repeat(shortestConfiguredKey), "å".repeat(shortestConfiguredKey)]
        yield* keys.setConfigured(configured(before))
        yield* keys.setConfigured(configured(after))
        assert.isTrue(Option.isNone(yield* keys.authenticate(before, 2)))
        const record = Option.getOrThrow(yield* keys.authenticate(after, 2))
        assert.deepStrictEqual([record.name, record.scope, record.hint], ["ADMIN_KEY", "admin", "åååå"])
      }).pipe(Effect.provide(keysOn(makeKeyStore().store))),
  )
})

describe("the list of keys", () => {
  it.effect("loses a revoked key, once", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      const { record } = yield* keys.create({ name: "lost phone", scope: "read" })
      const revoke: (id: KeyId) => Effect.Effect<boolean> = keys.revoke
      assert.isTrue(yield* revoke(record.id))
      assert.isFalse(yield* revoke(record.id))
      assert.strictEqual((yield* keys.list({ page: 1, limit: 20 })).total, 0)
    }).pipe(Effect.provide(keysOn(makeKeyStore().store))),
  )
})
