import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { Keys } from "../src/index.ts"
import { keysOn, makeKeyStore } from "./keyStore.ts"

const madeKey = Effect.fnUntraced(function* (expiresAt?: number) {
  const keys = yield* Keys
  const { key, record } = yield* keys.create({ name: "phone", scope: "read", expiresAt })
  return { keys, key: Redacted.value(key), record }
})

/** Runs on keys over a fresh store, which the test sees as well. */
const onStore = <A, E>(test: (kept: ReturnType<typeof makeKeyStore>) => Effect.Effect<A, E, Keys>) => {
  const kept = makeKeyStore()
  return Effect.provide(test(kept), keysOn(kept.store))
}

describe("the holder of a key", () => {
  it.effect.prop("is undefined for an unknown key", [Schema.String], ([text]) =>
    onStore(() =>
      Effect.gen(function* () {
        const { keys, key } = yield* madeKey()
        for (const unknown of [text, key.toUpperCase(), `${key} `, key.slice(0, -1)]) {
          assert.isTrue(Option.isNone(yield* keys.authenticate(unknown, 1)))
        }
      }),
    ),
  )

  it.effect("is admitted until the key expires, and refused from that millisecond on", () =>
    onStore(() =>
      Effect.gen(function* () {
        const { keys, key, record } = yield* madeKey(10_000)
        yield* TestClock.setTime(9_999)
        assert.deepStrictEqual(yield* keys.authenticate(key, 1), Option.some(record))
        yield* TestClock.setTime(10_000)
        assert.isTrue(Option.isNone(yield* keys.authenticate(key, 1)))
      }),
    ),
  )

  it.effect("is looked up once for each version, known or unknown", () =>
    onStore(({ looked }) =>
      Effect.gen(function* () {
        const { keys, key } = yield* madeKey()
        for (let count = 0; count < 5; count++) {
          assert.isTrue(Option.isSome(yield* keys.authenticate(key, 1)))
          assert.isTrue(Option.isNone(yield* keys.authenticate("unknown", 1)))
        }
        assert.strictEqual(looked.length, 2)
        yield* keys.authenticate(key, 2)
        assert.strictEqual(looked.length, 3)
      }),
    ),
  )

  it.effect("is refused at once after a key is revoked, and admitted at once after it is created", () =>
    onStore(() =>
      Effect.gen(function* () {
        const { keys, key, record } = yield* madeKey()
        assert.isTrue(Option.isSome(yield* keys.authenticate(key, 1)))
        yield* keys.revoke(record.id)
        assert.isTrue(Option.isNone(yield* keys.authenticate(key, 2)))

        const later = "configured in after somebody had tried it"
        assert.isTrue(Option.isNone(yield* keys.authenticate(later, 2)))
        yield* keys.setConfigured({ setting: "READ_KEY", scope: "read", key: Redacted.make(later) })
        assert.isTrue(Option.isSome(yield* keys.authenticate(later, 3)))
      }),
    ),
  )

  it.effect("is still known after a flood of unknown keys", () =>
    onStore(({ looked }) =>
      Effect.gen(function* () {
        const { keys, key } = yield* madeKey()
        for (let count = 0; count < 10_001; count++) yield* keys.authenticate(`guess ${count}`, 1)
        assert.isTrue(Option.isSome(yield* keys.authenticate(key, 1)))
        assert.strictEqual(looked.length, 10_002)
        // At most 10,000 are remembered: the first of them is looked up again.
        yield* keys.authenticate("guess 0", 1)
        assert.strictEqual(looked.length, 10_003)
      }),
    ),
  )

  it.effect("is not cached from a lookup that began before the version rose", () => {
    const kept = makeKeyStore()
    return Effect.gen(function* () {
      const found = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      let slow = false
      const store = {
        ...kept.store,
        find: (hash: string) =>
          Effect.tap(kept.store.find(hash), () =>
            slow ? Effect.andThen(Deferred.succeed(found, undefined), Deferred.await(goOn)) : Effect.void,
          ),
      }
      yield* Effect.gen(function* () {
        const { keys, key, record } = yield* madeKey()
        slow = true
        const early = yield* Effect.forkChild(keys.authenticate(key, 1))
        yield* Deferred.await(found)
        slow = false
        yield* keys.revoke(record.id)
        yield* keys.authenticate("somebody else", 2)
        yield* Deferred.succeed(goOn, undefined)
        yield* Fiber.join(early)
        assert.isTrue(Option.isNone(yield* keys.authenticate(key, 2)))
      }).pipe(Effect.provide(keysOn(store)))
    })
  })
})

describe("the last use of a key", () => {
  it.effect("is written in a batch twice a minute, the latest of each key", () =>
    onStore(({ written }) =>
      Effect.gen(function* () {
        const one = yield* madeKey()
        const other = yield* madeKey()
        yield* TestClock.setTime(5_000)
        yield* one.keys.authenticate(one.key, 1)
        yield* one.keys.authenticate(other.key, 1)
        yield* TestClock.setTime(7_000)
        yield* one.keys.authenticate(one.key, 1)
        assert.deepStrictEqual(written, [])
        yield* TestClock.setTime(30_000)
        const first = new Map([
          [one.record.id, 7_000],
          [other.record.id, 5_000],
        ])
        assert.deepStrictEqual(written, [first])
        yield* TestClock.setTime(90_000)
        assert.deepStrictEqual(written, [first])
        yield* one.keys.authenticate(other.key, 1)
        yield* TestClock.setTime(120_000)
        assert.deepStrictEqual(written, [first, new Map([[other.record.id, 90_000]])])
      }),
    ),
  )

  it.effect("is written at the end, when the server stops", () => {
    const kept = makeKeyStore()
    return Effect.gen(function* () {
      const { keys, key, record } = yield* madeKey()
      yield* TestClock.setTime(5_000)
      yield* keys.authenticate(key, 1)
      return record.id
    }).pipe(
      Effect.provide(keysOn(kept.store)),
      Effect.map((id) => assert.deepStrictEqual(kept.written, [new Map([[id, 5_000]])])),
    )
  })

  it.effect("does not change with a refused request", () =>
    onStore(({ written }) =>
      Effect.gen(function* () {
        const { keys, key } = yield* madeKey(10_000)
        yield* TestClock.setTime(10_000)
        yield* keys.authenticate(key, 1)
        yield* keys.authenticate("unknown", 1)
        yield* TestClock.setTime(60_000)
        assert.deepStrictEqual(written, [])
      }),
    ),
  )

  it.effect.each([
    ["as it was before", undefined, 5_000],
    ["as it has become since", 30_000, 30_000],
  ] as const)("is still written after the storage was down for a while, %s", ([, usedAgainAt, writtenAt]) => {
    const kept = makeKeyStore()
    let away = true
    const store = {
      ...kept.store,
      touch: (uses: Parameters<typeof kept.store.touch>[0]) =>
        Effect.suspend(() => (away ? Effect.die(new Error("the storage is down")) : kept.store.touch(uses))),
    }
    return Effect.gen(function* () {
      const { keys, key, record } = yield* madeKey()
      yield* TestClock.setTime(5_000)
      yield* keys.authenticate(key, 1)
      yield* TestClock.setTime(30_000)
      away = false
      if (usedAgainAt !== undefined) yield* keys.authenticate(key, 1)
      yield* TestClock.setTime(60_000)
      assert.deepStrictEqual(kept.written, [new Map([[record.id, writtenAt]])])
    }).pipe(Effect.provide(keysOn(store)))
  })
})
