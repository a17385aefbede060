import {
  type BucketLevel,
  drawFrom,
  greatestBytes,
  greatestLimit,
  type NewWorkspaceKey,
  noLimits,
  type Workspace,
  WorkspaceId,
  WorkspaceKeyId,
  WorkspaceStore,
} from "@daybook/profiles"
import { DataVersions, isStorableText, storableText } from "@daybook/kernel"
import { survivesHostileTexts } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { noon } from "./requests.ts"

const workspace = (id: string): Workspace => ({
  id: WorkspaceId.make(id),
  name: `the ${id}`,
  createdAt: noon,
})

const newKey = (of: string, digit: string): NewWorkspaceKey => ({
  workspace: WorkspaceId.make(of),
  hash: digit.repeat(64),
  name: `key ${digit}`,
  hint: digit.repeat(4),
  createdAt: noon,
})

/** Contract: workspaces and their keys. */
export const workspacesContract = (fresh: () => Layer.Layer<WorkspaceStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, WorkspaceStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const version = Effect.flatMap(DataVersions, ({ current }) =>
    Effect.map(current, (versions) => versions.get("workspaces") ?? 0),
  )

  test(
    "a workspace is stored once, and listed oldest first",
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      assert.deepStrictEqual(yield* store.list, [])
      assert.isTrue(yield* store.insert(workspace("zoo")))
      assert.isTrue(yield* store.insert(workspace("bar")))
      assert.isFalse(yield* store.insert({ ...workspace("zoo"), name: "another" }))
      assert.deepStrictEqual(yield* store.list, [workspace("zoo"), workspace("bar")])
    }),
  )

  test(
    "a key opens its workspace until it is revoked, and each change raises the version",
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      yield* store.insert(workspace("zoo"))
      yield* store.insert(workspace("bar"))
      assert.deepStrictEqual(yield* store.insertKey(newKey("nowhere", "a")), Option.none())
      const before = yield* version
      const stored = Option.getOrThrow(yield* store.insertKey(newKey("zoo", "a")))
      const { hash, ...record } = newKey("zoo", "a")
      assert.deepStrictEqual(stored, { ...record, id: stored.id })
      assert.deepStrictEqual(yield* store.findKey(hash), Option.some(stored))
      assert.deepStrictEqual(yield* store.findKey("b".repeat(64)), Option.none())
      assert.deepStrictEqual(yield* store.keys(WorkspaceId.make("zoo")), [stored])
      assert.deepStrictEqual(yield* store.keys(WorkspaceId.make("bar")), [])
      const made = yield* version
      assert.isAbove(made, before)

      assert.isFalse(yield* store.revokeKey(WorkspaceId.make("bar"), stored.id))
      assert.isFalse(yield* store.revokeKey(WorkspaceId.make("zoo"), WorkspaceKeyId.make(987_654)))
      assert.isTrue(yield* store.revokeKey(WorkspaceId.make("zoo"), stored.id))
      assert.isFalse(yield* store.revokeKey(WorkspaceId.make("zoo"), stored.id))
      assert.deepStrictEqual(yield* store.findKey(hash), Option.none())
      assert.isAbove(yield* version, made)
    }),
  )

  test(
    "a first workspace is created with its key, only on an empty store",
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      assert.isTrue(yield* store.insertFirst(workspace("zoo"), newKey("zoo", "a")))
      assert.isFalse(yield* store.insertFirst(workspace("bar"), newKey("bar", "b")))
      assert.deepStrictEqual(yield* store.list, [workspace("zoo")])
      assert.isTrue(Option.isSome(yield* store.findKey("a".repeat(64))))
      assert.isTrue(Option.isNone(yield* store.findKey("b".repeat(64))))
    }),
  )

  test(
    "limits are stored for one workspace and for every one, and raise the version",
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      const zoo = WorkspaceId.make("zoo")
      yield* store.insert(workspace("zoo"))
      assert.deepStrictEqual(yield* store.limits(zoo), noLimits)
      const before = yield* version
      const own = { ...noLimits, perSecond: 7, monthlyRequests: greatestLimit, bytes: greatestBytes }
      assert.isTrue(yield* store.setLimits(zoo, own))
      assert.isFalse(yield* store.setLimits(WorkspaceId.make("nowhere"), own))
      assert.isAbove(yield* version, before)
      assert.deepStrictEqual(yield* store.limits(undefined), noLimits)
      assert.isTrue(yield* store.setLimits(undefined, { ...noLimits, burst: 0, profiles: 3 }))
      assert.isTrue(yield* store.setLimits(zoo, { ...own, perSecond: undefined, properties: 1 }))
      assert.deepStrictEqual(yield* store.limits(zoo), { ...own, perSecond: undefined, properties: 1 })
      assert.deepStrictEqual(yield* store.limits(undefined), { ...noLimits, burst: 0, profiles: 3 })
    }),
  )

  test(
    "a bucket is drawn from as the rule says",
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      // The wait before a draw, the tokens owed and wanted, the rate, and the bucket's size.
      const steps = [
        [0, 0, 3, 10, 20],
        [0, 30, 3, 10, 20],
        [1_234, 0, 5, 10, 20],
        [4_000, 0, 100, 10, 20],
        [-2_000, 0, 1, 10, 20],
        [2_050, 0, 1, 10, 20],
        [900, 0, 7, 1_000, 5],
        [-50_000, 0, 2, 1_000, 5],
        [300, 1, 2, 1_000, 5],
        [3_600_000, 0, 7, 3, 1_000_000_000],
      ] as const
      for (const id of ["zoo", "bar"]) {
        let now = noon
        let known: BucketLevel | undefined
        for (const [wait, owed, wanted, perSecond, burst] of steps) {
          now += wait
          const rule = drawFrom(known, { perSecond, burst }, { owed, wanted }, now)
          known = rule
          const drawn = yield* store.draw(WorkspaceId.make(id), { perSecond, burst }, { owed, wanted }, now)
          assert.strictEqual(drawn.granted, rule.granted, `${wait}`)
          assert.closeTo(drawn.left, rule.left, 0.001, `${wait}`)
        }
      }
    }),
  )

  test(
    "a setting's keys replace those before; the same again changes nothing",
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      const found = (digit: string) =>
        Effect.map(store.findKey(digit.repeat(64)), (key) => Option.getOrUndefined(key)?.workspace)
      const configure = (of: string, ...digits: ReadonlyArray<string>) =>
        store.setConfigured(
          "NOTIFY_KEY",
          workspace(of),
          digits.map((digit) => newKey(of, digit)),
        )
      yield* configure("zoo", "a")
      const configured = yield* version
      yield* configure("zoo", "a")
      assert.strictEqual(yield* version, configured)
      assert.strictEqual(yield* found("a"), "zoo")
      yield* configure("zoo", "b")
      assert.strictEqual(yield* found("a"), undefined)
      assert.strictEqual(yield* found("b"), "zoo")
      yield* configure("bar", "b")
      assert.strictEqual(yield* found("b"), "bar")
      assert.isAbove(yield* version, configured)
    }),
  )

  test(
    "a setting may have several keys; one that it names again keeps its number, and made keys stay",
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      const zoo = WorkspaceId.make("zoo")
      const digitsOf = Effect.map(store.keys(zoo), (keys) => keys.map(({ hint }) => hint.slice(0, 1)))
      const configure = (...digits: ReadonlyArray<string>) =>
        store.setConfigured(
          "NOTIFY_KEY",
          workspace("zoo"),
          digits.map((digit) => newKey("zoo", digit)),
        )
      yield* configure("a")
      yield* store.insertKey(newKey("zoo", "c"))
      const [old] = yield* store.keys(zoo)
      yield* configure("b", "a")
      assert.deepStrictEqual((yield* digitsOf).toSorted(), ["a", "b", "c"])
      assert.deepStrictEqual(Option.getOrUndefined(yield* store.findKey("a".repeat(64))), old)
      const both = yield* version
      yield* configure("a", "b")
      assert.strictEqual(yield* version, both)
      yield* configure("b")
      assert.isAbove(yield* version, both)
      assert.deepStrictEqual((yield* digitsOf).toSorted(), ["b", "c"])
      yield* configure("b", "c")
      yield* configure("d")
      assert.deepStrictEqual(yield* digitsOf, ["d"])
    }),
  )

  test(
    "workspaces and keys named by hostile texts are stored under those names if they are storable, and else fail without others",
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      let made = 0
      const keyOf = (of: string, name: string) => {
        made += 1
        return { ...newKey(of, "a"), hash: made.toString(16).padStart(64, "0"), name }
      }
      const add = Effect.fnUntraced(function* (id: string) {
        assert.isTrue(yield* store.insert(workspace(id)))
        assert.isTrue(Option.isSome(yield* store.insertKey(keyOf(id, id))))
        if (!isStorableText(id)) return
        const keys = yield* store.keys(WorkspaceId.make(id))
        assert.deepStrictEqual(
          keys.map(({ name, workspace: of }) => [of, name]),
          [[id, id]],
        )
      })
      // No workspace has an id of more than 255 characters.
      yield* survivesHostileTexts(
        (text) => add(isStorableText(text) ? storableText(text, 255) : text),
        (at) => add(`good ${at}`),
      )
    }),
  )
}
