import {
  type NewWorkspaceKey,
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
    "a first workspace comes with its key, on an empty store alone",
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
    "a setting's key replaces the one before; the same again changes nothing",
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      const found = (digit: string) =>
        Effect.map(store.findKey(digit.repeat(64)), (key) => Option.getOrUndefined(key)?.workspace)
      yield* store.setConfigured("NOTIFY_KEY", workspace("zoo"), newKey("zoo", "a"))
      const configured = yield* version
      yield* store.setConfigured("NOTIFY_KEY", workspace("zoo"), newKey("zoo", "a"))
      assert.strictEqual(yield* version, configured)
      assert.strictEqual(yield* found("a"), "zoo")
      yield* store.setConfigured("NOTIFY_KEY", workspace("zoo"), newKey("zoo", "b"))
      assert.strictEqual(yield* found("a"), undefined)
      assert.strictEqual(yield* found("b"), "zoo")
      yield* store.setConfigured("NOTIFY_KEY", workspace("bar"), newKey("bar", "b"))
      assert.strictEqual(yield* found("b"), "bar")
      assert.isAbove(yield* version, configured)
    }),
  )

  test(
    "workspaces and keys named by hostile texts are kept under those names where they are storable, and else die alone",
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
