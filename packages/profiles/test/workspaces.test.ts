import {
  noLimits,
  type WorkspaceKey,
  WorkspaceId,
  WorkspaceKeyId,
  Workspaces,
  WorkspaceStore,
} from "@daybook/profiles"
import { DataVersions, Digest, InvalidInput, StorageUnavailable } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"

/** A store of keys that counts how often it and the versions are called. */
const makeStores = () => {
  const keys = new Map<string, WorkspaceKey>()
  const asked = { keys: 0, versions: 0 }
  let version = 0
  const store = Layer.succeed(WorkspaceStore, {
    insert: () => Effect.succeed(true),
    insertFirst: (_, { hash, ...key }) =>
      Effect.sync(() => {
        if (keys.size > 0) return false
        keys.set(hash, { ...key, id: WorkspaceKeyId.make(1) })
        return true
      }),
    list: Effect.succeed([]),
    insertKey: ({ hash, ...key }) =>
      Effect.sync(() => {
        version += 1
        const record = { ...key, id: WorkspaceKeyId.make(version) }
        keys.set(hash, record)
        return Option.some(record)
      }),
    setConfigured: (_, __, given) =>
      Effect.sync(() => {
        for (const { hash, ...key } of given) keys.set(hash, { ...key, id: WorkspaceKeyId.make(9) })
      }),
    keys: () => Effect.succeed([]),
    findKey: (hash) =>
      Effect.sync(() => {
        asked.keys += 1
        return Option.fromUndefinedOr(keys.get(hash))
      }),
    limits: () => Effect.succeed(noLimits),
    setLimits: () => Effect.succeed(true),
    draw: () => Effect.die("no bucket is asked for"),
    revokeKey: () =>
      Effect.sync(() => {
        version += 1
        keys.clear()
        return true
      }),
  })
  const respond = { now: true }
  const away = new StorageUnavailable({ message: "away", retryAfter: 5 })
  const current = Effect.suspend(() => {
    asked.versions += 1
    return respond.now ? Effect.succeed(new Map([["workspaces", version]])) : Effect.die(away)
  })
  const versions = Layer.succeed(DataVersions, { current, asked: current, probe: Effect.void })
  const digest = Layer.succeed(Digest, (text: string) => `hash of ${text}`)
  const layer = Workspaces.layer.pipe(Layer.provide([store, versions, digest]))
  return { asked, keys, layer, respond }
}

const home = WorkspaceId.make("home")

const workspaceOf = (workspaces: Workspaces["Service"], key: string) =>
  Effect.map(
    workspaces.holderOf(key),
    Option.map(({ workspace }) => workspace),
  )

describe("the key of a workspace", () => {
  it.effect("is looked up once for as long as nothing changes, and refused soon after it is revoked", () => {
    const { asked, layer } = makeStores()
    return Effect.gen(function* () {
      const workspaces = yield* Workspaces
      const key = Redacted.value(Option.getOrThrow(yield* workspaces.createKey(home, "a key")))
      assert.match(key, /^dbk_notify_[0-9a-f]{64}$/)
      for (let turn = 0; turn < 100; turn++) {
        assert.deepStrictEqual(yield* workspaceOf(workspaces, key), Option.some(home))
      }
      assert.deepStrictEqual(asked, { keys: 1, versions: 1 })
      yield* TestClock.adjust("499 millis")
      yield* workspaces.holderOf(key)
      assert.deepStrictEqual(asked, { keys: 1, versions: 1 })
      yield* TestClock.adjust("1 millis")
      yield* workspaces.holderOf(key)
      assert.deepStrictEqual(asked, { keys: 1, versions: 2 })

      yield* workspaces.revokeKey(home, WorkspaceKeyId.make(1))
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(yield* workspaces.holderOf(key), Option.none())
    }).pipe(Effect.provide(layer))
  })

  it.effect("is trusted for a minute while the store of keys does not respond", () => {
    const { layer, respond } = makeStores()
    return Effect.gen(function* () {
      const workspaces = yield* Workspaces
      const key = Redacted.value(Option.getOrThrow(yield* workspaces.createKey(home, "a key")))
      yield* workspaces.holderOf(key)
      respond.now = false
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(yield* workspaceOf(workspaces, key), Option.some(home))
      yield* TestClock.adjust("6 seconds")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(workspaces.holderOf(key))))
      respond.now = true
      yield* workspaces.revokeKey(home, WorkspaceKeyId.make(1))
      assert.deepStrictEqual(yield* workspaces.holderOf(key), Option.none())
    }).pipe(Effect.provide(layer))
  })

  it.effect("that is unknown is remembered as such, until keys change", () => {
    const { asked, layer } = makeStores()
    return Effect.gen(function* () {
      const workspaces = yield* Workspaces
      for (let turn = 0; turn < 10; turn++) yield* workspaces.holderOf("unknown")
      assert.strictEqual(asked.keys, 1)
      const key = Redacted.value(Option.getOrThrow(yield* workspaces.createKey(home, "a key")))
      assert.deepStrictEqual(yield* workspaceOf(workspaces, key), Option.some(home))
    }).pipe(Effect.provide(layer))
  })

  it.effect("is stored only as its hash", () => {
    const { keys, layer } = makeStores()
    return Effect.gen(function* () {
      const workspaces = yield* Workspaces
      const made = Option.getOrThrow(yield* workspaces.createFirst())
      const key = Redacted.value(made.key)
      const [[hash, record] = []] = [...keys]
      assert.strictEqual(hash, `hash of ${key}`)
      assert.notInclude(JSON.stringify(record), key)
      assert.strictEqual(record?.hint, key.slice(-4))
    }).pipe(Effect.provide(layer))
  })

  it.effect("that a setting hands in must be long, and its workspace have a fit id", () => {
    const { keys, layer } = makeStores()
    const [short, long, other] = ["k".repeat(31), "k".repeat(32), "o".repeat(32)] as const
    return Effect.gen(function* () {
      const workspaces = yield* Workspaces
      const configure = (id: string, ...texts: ReadonlyArray<string>) =>
        workspaces.setConfigured(
          id,
          texts.map((text) => Redacted.make(text)),
        )
      for (const unfit of [[short], [long, short], [long, ""]]) {
        const refused = yield* Effect.flip(configure("home", ...unfit))
        assert.strictEqual(refused.field, "NOTIFY_KEY")
        assert.strictEqual(refused.message.includes("between commas"), unfit.length > 1)
      }
      for (const id of ["", "x".repeat(256), "a\nb"]) {
        const unfit = yield* Effect.flip(configure(id, long))
        assert.instanceOf(unfit, InvalidInput)
        assert.strictEqual(unfit.field, "NOTIFY_WORKSPACE")
      }
      assert.strictEqual(keys.size, 0)
      yield* configure("home", long, other, long)
      assert.strictEqual(keys.size, 2)
      for (const key of [long, other]) {
        assert.deepStrictEqual(yield* workspaceOf(workspaces, key), Option.some(home))
      }
    }).pipe(Effect.provide(layer))
  })
})
