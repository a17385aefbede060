import {
  type BucketLevel,
  drawFrom,
  type NewWorkspaceKey,
  noLimits,
  type Workspace,
  type WorkspaceId,
  type WorkspaceKey,
  WorkspaceKeyId,
  type WorkspaceLimits,
  WorkspaceStore,
} from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"

interface StoredKey {
  readonly hash: string
  readonly setting: string | undefined
  readonly record: WorkspaceKey
}

/** Workspaces and their keys, in memory. */
export const layer = Layer.effect(
  WorkspaceStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const workspaces = new Map<WorkspaceId, Workspace>()
    let keys: Array<StoredKey> = []
    /** Those of every workspace under no name. */
    const limits = new Map<WorkspaceId | undefined, WorkspaceLimits>()
    const buckets = new Map<WorkspaceId, BucketLevel>()
    let lastId = 0

    const put = (workspace: Workspace): boolean => {
      if (workspaces.has(workspace.id)) return false
      workspaces.set(workspace.id, workspace)
      raiseVersion(versions, "workspaces")
      return true
    }

    const putKey = ({ hash, ...key }: NewWorkspaceKey, setting?: string): Option.Option<WorkspaceKey> => {
      if (!workspaces.has(key.workspace)) return Option.none()
      lastId += 1
      const record = { ...key, id: WorkspaceKeyId.make(lastId) }
      keys.push({ hash, setting, record })
      raiseVersion(versions, "workspaces")
      return Option.some(record)
    }

    return WorkspaceStore.of({
      insert: (workspace) => Effect.sync(() => put(workspace)),
      insertFirst: (workspace, key) =>
        Effect.sync(() => {
          if (workspaces.size > 0) return false
          put(workspace)
          putKey(key)
          return true
        }),
      list: Effect.sync(() => [...workspaces.values()]),
      insertKey: (key) => Effect.sync(() => putKey(key)),
      setConfigured: (setting, workspace, given) =>
        Effect.sync(() => {
          const hashes = new Set(given.map(({ hash }) => hash))
          const stays = (one: StoredKey) =>
            hashes.has(one.hash) && one.setting === setting && one.record.workspace === workspace.id
          const known = new Set(keys.filter(stays).map(({ hash }) => hash))
          const others = keys.filter((one) => one.setting !== setting && !hashes.has(one.hash))
          // Unchanged, as at most starts: nothing is written.
          if (known.size === hashes.size && known.size + others.length === keys.length) return
          put(workspace)
          keys = keys.filter((one) => stays(one) || others.includes(one))
          for (const key of given) if (!known.has(key.hash)) putKey(key, setting)
          raiseVersion(versions, "workspaces")
        }),
      keys: (workspace) =>
        Effect.sync(() =>
          keys.filter(({ record }) => record.workspace === workspace).map(({ record }) => record),
        ),
      findKey: (hash) =>
        Effect.sync(() => Option.fromUndefinedOr(keys.find((one) => one.hash === hash)?.record)),
      limits: (workspace) => Effect.sync(() => limits.get(workspace) ?? noLimits),
      setLimits: (workspace, given) =>
        Effect.sync(() => {
          if (workspace !== undefined && !workspaces.has(workspace)) return false
          limits.set(workspace, given)
          raiseVersion(versions, "workspaces")
          return true
        }),
      draw: (workspace, bucket, asked, now) =>
        Effect.sync(() => {
          const { at, granted, left, level } = drawFrom(buckets.get(workspace), bucket, asked, now)
          buckets.set(workspace, { at, level })
          return { granted, left }
        }),
      revokeKey: (workspace, id) =>
        Effect.sync(() => {
          const left = keys.filter(({ record }) => record.id !== id || record.workspace !== workspace)
          const revoked = left.length < keys.length
          keys = left
          if (revoked) raiseVersion(versions, "workspaces")
          return revoked
        }),
    })
  }),
)
