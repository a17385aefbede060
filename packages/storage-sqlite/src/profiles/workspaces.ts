import {
  type Asked,
  type Bucket,
  type BucketLevel,
  drawFrom,
  type NewWorkspaceKey,
  noLimits,
  type Workspace,
  type WorkspaceId,
  type WorkspaceKeyId,
  type WorkspaceLimits,
  WorkspaceStore,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { migrateWorkspaces } from "./migrations.ts"
import { keys as keyTable, limits as limitTable, readHashes, workspaces } from "./rows.ts"

/** Workspaces and their keys, in SQLite. */
export const layer = Layer.effect(
  WorkspaceStore,
  Effect.gen(function* () {
    const { all, many, read, sql } = yield* Database
    const write = yield* writerOf("workspaces")
    yield* migrateWorkspaces
    // One process writes a file, so its buckets are in memory: they are full again when it starts.
    const buckets = new Map<WorkspaceId, BucketLevel>()

    const put = (workspace: Workspace) =>
      many(workspaces.insert([workspace], "on conflict do nothing returning id")).length > 0

    const putKey = ({ hash, ...key }: NewWorkspaceKey, setting: string | null) =>
      keyTable.read(
        all(sql`insert into workspace_keys ${sql.insert({ ...keyTable.record(key), hash, setting })}
          returning ${keyTable.columns}`),
      )

    const isKnown = (id: WorkspaceId) => all(sql`select 1 from workspaces where id = ${id}`).length > 0

    const insert = Effect.fn("WorkspaceStore.insert")((workspace: Workspace) =>
      write(Effect.sync(() => put(workspace))),
    )

    const insertFirst = Effect.fn("WorkspaceStore.insertFirst")(
      (workspace: Workspace, key: NewWorkspaceKey) =>
        write(
          Effect.sync(() => {
            if (all(sql`select 1 from workspaces limit 1`).length > 0) return false
            put(workspace)
            putKey(key, null)
            return true
          }),
        ),
    )

    const list = read(() =>
      workspaces.read(all(sql`select ${workspaces.columns} from workspaces order by place`)),
    )

    const insertKey = Effect.fn("WorkspaceStore.insertKey")((key: NewWorkspaceKey) =>
      write(
        Effect.sync(() => Option.fromUndefinedOr(isKnown(key.workspace) ? putKey(key, null)[0] : undefined)),
      ),
    )

    const setConfigured = Effect.fn("WorkspaceStore.setConfigured")(
      (setting: string, workspace: Workspace, given: ReadonlyArray<NewWorkspaceKey>) =>
        write(
          Effect.sync(() => {
            const hashes = new Set(given.map(({ hash }) => hash))
            const isGiven = sql`hash in (select value from json_each(${jsonList([...hashes])}))`
            const isOfSetting = sql`setting is ${setting}`
            const stays = sql`(${isGiven} and ${isOfSetting} and workspace = ${workspace.id})`
            const known = readHashes(all(sql`select hash from workspace_keys where ${stays}`))
            // Where the keys are unchanged, as on most starts, nothing is written and no version raised.
            all(sql`delete from workspace_keys where (${isGiven} or ${isOfSetting}) and not ${stays}`)
            if (known.length === hashes.size) return
            put(workspace)
            for (const key of given) if (!known.includes(key.hash)) putKey(key, setting)
          }),
        ),
    )

    const keys = Effect.fn("WorkspaceStore.keys")((workspace: WorkspaceId) =>
      read(() =>
        keyTable.read(
          all(sql`select ${keyTable.columns} from workspace_keys where workspace = ${workspace} order by id`),
        ),
      ),
    )

    const findKey = Effect.fn("WorkspaceStore.findKey")((hash: string) =>
      read(() =>
        Option.fromUndefinedOr(
          keyTable.read(all(sql`select ${keyTable.columns} from workspace_keys where hash = ${hash}`))[0],
        ),
      ),
    )

    const revokeKey = Effect.fn("WorkspaceStore.revokeKey")((workspace: WorkspaceId, id: WorkspaceKeyId) =>
      write(
        Effect.sync(
          () =>
            all(sql`delete from workspace_keys where id = ${id} and workspace = ${workspace} returning id`)
              .length > 0,
        ),
      ),
    )

    const limits = Effect.fn("WorkspaceStore.limits")((workspace: WorkspaceId | undefined) =>
      read(() => {
        const [found] = limitTable.read(
          all(sql`select ${limitTable.columns} from workspace_limits where workspace = ${workspace ?? ""}`),
        )
        const { workspace: _, ...limitsFound } = found ?? { workspace, ...noLimits }
        return limitsFound
      }),
    )

    const setLimits = Effect.fn("WorkspaceStore.setLimits")(
      (workspace: WorkspaceId | undefined, given: WorkspaceLimits) =>
        write(
          Effect.sync(() => {
            if (workspace !== undefined && !isKnown(workspace)) return false
            many(
              limitTable.insert([{ workspace: workspace ?? "", ...given }], limitTable.replace("workspace")),
            )
            return true
          }),
        ),
    )

    const draw = (workspace: WorkspaceId, bucket: Bucket, asked: Asked, now: EpochMillis) =>
      Effect.sync(() => {
        const { at, granted, left, level } = drawFrom(buckets.get(workspace), bucket, asked, now)
        buckets.set(workspace, { at, level })
        return { granted, left }
      })

    return WorkspaceStore.of({
      insert,
      insertFirst,
      list,
      insertKey,
      setConfigured,
      keys,
      findKey,
      revokeKey,
      limits,
      setLimits,
      draw,
    })
  }),
)
