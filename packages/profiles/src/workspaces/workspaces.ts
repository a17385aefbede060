import {
  DataVersions,
  Digest,
  type EpochMillis,
  InvalidInput,
  randomHex,
  StorageUnavailable,
  storageUnavailable,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { limitsInForce, type WorkspaceLimits } from "../limits.ts"
import { type Workspace, WorkspaceId, type WorkspaceKey, type WorkspaceKeyId } from "../model.ts"
import { WorkspaceStore } from "../ports.ts"
import { fitsInCharacters, isPlainText } from "../values.ts"

/** The workspace and key created at a first start. */
export interface FirstWorkspace {
  readonly workspace: WorkspaceId
  readonly key: Redacted.Redacted
}

/** The holder of a key: its workspace, the key's number and name, and the limits in force. */
export interface KeyHolder {
  readonly workspace: WorkspaceId
  readonly key: WorkspaceKeyId
  readonly name: string
  readonly limits: WorkspaceLimits
}

const makeKey = (): string => `dbk_notify_${randomHex(32)}`

/** The shortest key that a setting may hold. */
const shortestConfiguredKey = 32

// The number of remembered lookups; a flood of unknown keys must not fill memory.
const rememberedKeys = 10_000

// How long a lookup is valid without checking whether keys have changed: after it, a revoked key is refused.
const trustMillis = 500

// The same while the store of keys does not respond: profiles may be on nodes that do. It is tried every few seconds then, and a
// question takes no longer than the limit.
const graceMillis = 60_000
const pauseMillis = 5_000
const questionLimit = "2 seconds"
const away = new StorageUnavailable({
  message: "The database is not responding. Retry in a few seconds",
  retryAfter: 5,
})

const makeId = () => `ws_${randomHex(8)}`

const newWorkspace = (id: string, name: string, createdAt: number): Workspace => ({
  id: WorkspaceId.make(id),
  name,
  createdAt,
})

const readId = Effect.fnUntraced(function* (id: string) {
  if (id !== "" && fitsInCharacters(id) && isPlainText(id)) return id
  return yield* new InvalidInput({
    field: "NOTIFY_WORKSPACE",
    message: "NOTIFY_WORKSPACE must have 1 to 255 characters, none of them a control character",
  })
})

const readName = Effect.fnUntraced(function* (name: string) {
  if (name !== "" && fitsInCharacters(name) && isPlainText(name)) return name
  return yield* new InvalidInput({
    field: "name",
    message: "name: must have 1 to 255 characters, none of them a control character",
  })
})

/** Creates workspaces and their keys. */
const makeCreating = Effect.gen(function* () {
  const store = yield* WorkspaceStore
  const digest = yield* Digest
  const newKey = (workspace: WorkspaceId, key: string, name: string, createdAt: number) => ({
    workspace,
    name,
    hash: digest(key),
    hint: key.slice(-4),
    createdAt,
  })

  const create = Effect.fn("Workspaces.create")(function* (given: string) {
    const name = yield* readName(given)
    const workspace = newWorkspace(makeId(), name, yield* Clock.currentTimeMillis)
    yield* store.insert(workspace)
    return workspace
  })

  const createKey = Effect.fn("Workspaces.createKey")(function* (workspace: WorkspaceId, given: string) {
    const name = yield* readName(given)
    const key = makeKey()
    const stored = yield* store.insertKey(newKey(workspace, key, name, yield* Clock.currentTimeMillis))
    return Option.as(stored, Redacted.make(key))
  })

  const setConfigured = Effect.fn("Workspaces.setConfigured")(function* (
    id: string,
    keys: ReadonlyArray<Redacted.Redacted>,
  ) {
    const texts = [...new Set(keys.map((key) => Redacted.value(key)))]
    if (texts.some(({ length }) => length < shortestConfiguredKey)) {
      const part = keys.length > 1 ? " in each part between commas" : ""
      return yield* new InvalidInput({
        field: "NOTIFY_KEY",
        message: `NOTIFY_KEY must have ${shortestConfiguredKey} characters or more${part}`,
      })
    }
    const now = yield* Clock.currentTimeMillis
    const workspace = newWorkspace(yield* readId(id), id, now)
    const made = texts.map((text) => newKey(workspace.id, text, "NOTIFY_KEY", now))
    yield* store.setConfigured("NOTIFY_KEY", workspace, made)
  })

  const createFirst = Effect.fn("Workspaces.createFirst")(function* (id?: string) {
    const now = yield* Clock.currentTimeMillis
    const workspace = newWorkspace(
      id === undefined ? makeId() : yield* readId(id),
      id ?? "first workspace",
      now,
    )
    const key = makeKey()
    const made = yield* store.insertFirst(workspace, newKey(workspace.id, key, "first key", now))
    return made
      ? Option.some<FirstWorkspace>({ workspace: workspace.id, key: Redacted.make(key) })
      : Option.none<FirstWorkspace>()
  })

  return { create, createKey, setConfigured, createFirst }
})

/** Finds the holders of keys, mostly in memory. */
const makeHolderOf = Effect.gen(function* () {
  const store = yield* WorkspaceStore
  const digest = yield* Digest
  const versions = yield* DataVersions
  const remembered = new Map<string, Option.Option<KeyHolder>>()
  let version = -1
  let trustedUntil = 0
  let answeredAt = 0
  // A clock may have been set back.
  const isTrusted = (now: EpochMillis) => now < trustedUntil && trustedUntil <= now + pauseMillis

  const findHolder = Effect.fnUntraced(function* (hashed: string) {
    const found = yield* store.findKey(hashed)
    if (Option.isNone(found)) return Option.none<KeyHolder>()
    const { id, name, workspace } = found.value
    const limits = limitsInForce(yield* store.limits(workspace), yield* store.limits(undefined))
    return Option.some<KeyHolder>({ workspace, key: id, name, limits })
  })

  const look = Effect.fnUntraced(function* (hashed: string, now: number) {
    if (!isTrusted(now)) {
      const exit = yield* Effect.exit(
        Effect.timeoutOrElse(versions.current, {
          duration: questionLimit,
          orElse: () => Effect.die(away),
        }),
      )
      const known = remembered.get(hashed)
      if (Exit.isFailure(exit)) {
        if (
          known === undefined ||
          now - answeredAt > graceMillis ||
          storageUnavailable(exit.cause) === undefined
        )
          return yield* Effect.failCause(exit.cause)
        trustedUntil = (yield* Clock.currentTimeMillis) + pauseMillis
        return known
      }
      answeredAt = now
      // Without a version no lookup may be remembered: NaN equals none.
      const current = exit.value.get("workspaces") ?? Number.NaN
      if (current !== version) remembered.clear()
      version = current
      trustedUntil = now + trustMillis
    }
    const known = remembered.get(hashed)
    if (known !== undefined) return known
    if (remembered.size >= rememberedKeys) remembered.clear()
    const asked = version
    const found = yield* findHolder(hashed)
    if (asked === version) remembered.set(hashed, found)
    return found
  })

  const recall = (hashed: string, now: EpochMillis) => (isTrusted(now) ? remembered.get(hashed) : undefined)

  // Most requests are handled from memory, without a single step of a fiber.
  return (key: string) =>
    Effect.clockWith((clock) => {
      const hashed = digest(key)
      const now = clock.currentTimeMillisUnsafe()
      const known = recall(hashed, now)
      return known === undefined ? look(hashed, now) : Effect.succeed(known)
    })
})

/** Workspaces and their keys. */
export class Workspaces extends Context.Service<
  Workspaces,
  {
    readonly create: (name: string) => Effect.Effect<Workspace, InvalidInput>
    readonly list: Effect.Effect<ReadonlyArray<Workspace>>
    /** Creates a key; its text is returned only here. None if the workspace does not exist. */
    readonly createKey: (
      workspace: WorkspaceId,
      name: string,
    ) => Effect.Effect<Option.Option<Redacted.Redacted>, InvalidInput>
    readonly keys: (workspace: WorkspaceId) => Effect.Effect<ReadonlyArray<WorkspaceKey>>
    readonly revokeKey: (workspace: WorkspaceId, id: WorkspaceKeyId) => Effect.Effect<boolean>
    /**
     * The holder of a key. A key that is revoked on any server is refused within a second, and limits hold on every server
     * within a second; within a minute if the store of keys does not respond.
     */
    readonly holderOf: (key: string) => Effect.Effect<Option.Option<KeyHolder>>
    /** The limits of a workspace; without one the defaults. */
    readonly limits: (workspace: WorkspaceId | undefined) => Effect.Effect<WorkspaceLimits>
    /** False if the workspace does not exist. */
    readonly setLimits: (
      workspace: WorkspaceId | undefined,
      limits: WorkspaceLimits,
    ) => Effect.Effect<boolean>
    /** Accepts a workspace and its keys from settings. Those that came from there before and are not named now end. */
    readonly setConfigured: (
      workspace: string,
      keys: ReadonlyArray<Redacted.Redacted>,
    ) => Effect.Effect<void, InvalidInput>
    /** Creates a workspace and a key on a store without any; `id` names the workspace. */
    readonly createFirst: (id?: string) => Effect.Effect<Option.Option<FirstWorkspace>, InvalidInput>
  }
>()("daybook/profiles/Workspaces") {
  static readonly layer = Layer.effect(
    Workspaces,
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      return Workspaces.of({
        ...(yield* makeCreating),
        list: store.list,
        keys: store.keys,
        revokeKey: store.revokeKey,
        holderOf: yield* makeHolderOf,
        limits: store.limits,
        setLimits: store.setLimits,
      })
    }),
  )
}
