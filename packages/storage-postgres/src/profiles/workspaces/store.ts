import {
  type Asked,
  type Bucket,
  bucketSkewMillis,
  type NewWorkspaceKey,
  noLimits,
  type Workspace,
  type WorkspaceId,
  type WorkspaceKeyId,
  type WorkspaceLimits,
  WorkspaceStore,
} from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { EpochMillis } from "@daybook/kernel"
import { migrateWorkspaces } from "./migrations.ts"
import { mustFind } from "@daybook/storage-sql"
import { instant, texts } from "../../sql/parameters.ts"
import { keys as keyTable, limits as limitTable, readDrawn, readHashes, workspaces } from "../rows.ts"
import { writerOf } from "../../kernel/dataVersions.ts"

/** Workspaces and their keys in SQL. */
export const layer = Layer.effect(
  WorkspaceStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const write = yield* writerOf("workspaces")
    yield* migrateWorkspaces

    const putWorkspace = (workspace: Workspace) =>
      sql`${workspaces.insert([workspace])} on conflict do nothing returning id`

    const putKey = ({ hash, ...key }: NewWorkspaceKey, setting: string | null) =>
      sql`insert into workspace_keys ${sql.insert({ ...keyTable.record(key), hash, setting })}
        returning ${keyTable.columns}`

    const insert = Effect.fn("WorkspaceStore.insert")(function* (workspace: Workspace) {
      return (yield* write(putWorkspace(workspace))).length > 0
    }, Effect.orDie)

    const insertFirst = Effect.fn("WorkspaceStore.insertFirst")(function* (
      workspace: Workspace,
      key: NewWorkspaceKey,
    ) {
      return yield* write(
        Effect.gen(function* () {
          const stored = yield* sql`select 1 as one from workspaces limit 1`
          if (stored.length > 0) return false
          yield* putWorkspace(workspace)
          yield* putKey(key, null)
          return true
        }),
      )
    }, Effect.orDie)

    const list = sql`select ${workspaces.columns} from workspaces order by place`.pipe(
      Effect.map(workspaces.read),
      Effect.orDie,
    )

    const insertKey = Effect.fn("WorkspaceStore.insertKey")(function* (key: NewWorkspaceKey) {
      const rows = yield* write(
        Effect.gen(function* () {
          const known = yield* sql`select 1 as one from workspaces where id = ${key.workspace}`
          return known.length === 0 ? [] : yield* putKey(key, null)
        }),
      )
      return Option.fromUndefinedOr(keyTable.read(rows)[0])
    }, Effect.orDie)

    const setConfigured = Effect.fn("WorkspaceStore.setConfigured")(function* (
      setting: string,
      workspace: Workspace,
      given: ReadonlyArray<NewWorkspaceKey>,
    ) {
      const hashes = given.map(({ hash }) => hash)
      const isGiven = sql`hash = any (${texts(hashes)})`
      const isOfSetting = sql`setting is not distinct from ${setting}`
      const stays = sql`(${isGiven} and ${isOfSetting} and workspace = ${workspace.id})`
      const staying = Effect.map(sql`select hash from workspace_keys where ${stays}`, readHashes)
      const leaving = sql`from workspace_keys where (${isGiven} or ${isOfSetting}) and not ${stays}`
      // The keys are unchanged, as on most starts: nothing is written.
      const gone = yield* sql`select 1 as one ${leaving}`
      if (gone.length === 0 && (yield* staying).length === new Set(hashes).size) return
      yield* write(
        Effect.gen(function* () {
          yield* putWorkspace(workspace)
          yield* sql`delete ${leaving}`
          const known = yield* staying
          yield* Effect.forEach(
            given.filter(({ hash }) => !known.includes(hash)),
            (key) => putKey(key, setting),
            { discard: true },
          )
        }),
      )
    }, Effect.orDie)

    const keys = Effect.fn("WorkspaceStore.keys")(function* (workspace: WorkspaceId) {
      return keyTable.read(
        yield* sql`select ${keyTable.columns} from workspace_keys where workspace = ${workspace} order by id`,
      )
    }, Effect.orDie)

    const findKey = Effect.fn("WorkspaceStore.findKey")(function* (hash: string) {
      const rows = yield* sql`select ${keyTable.columns} from workspace_keys where hash = ${hash}`
      return Option.fromUndefinedOr(keyTable.read(rows)[0])
    }, Effect.orDie)

    const revokeKey = Effect.fn("WorkspaceStore.revokeKey")(function* (
      workspace: WorkspaceId,
      id: WorkspaceKeyId,
    ) {
      const rows = yield* write(
        sql`delete from workspace_keys where id = ${id} and workspace = ${workspace} returning id`,
      )
      return rows.length > 0
    }, Effect.orDie)

    const limits = Effect.fn("WorkspaceStore.limits")(function* (workspace: WorkspaceId | undefined) {
      const rows =
        yield* sql`select ${limitTable.columns} from workspace_limits where workspace = ${workspace ?? ""}`
      const { workspace: _, ...found } = limitTable.read(rows)[0] ?? { workspace, ...noLimits }
      return found
    }, Effect.orDie)

    const setLimits = Effect.fn("WorkspaceStore.setLimits")(function* (
      workspace: WorkspaceId | undefined,
      given: WorkspaceLimits,
    ) {
      return yield* write(
        Effect.gen(function* () {
          if (workspace !== undefined) {
            const known = yield* sql`select 1 as one from workspaces where id = ${workspace}`
            if (known.length === 0) return false
          }
          yield* sql`${limitTable.insert([{ workspace: workspace ?? "", ...given }])}
            on conflict (workspace) ${limitTable.replace("workspace")}`
          return true
        }),
      )
    }, Effect.orDie)

    // One statement by the rule of `drawFrom`; `old` is the level before it, filled up to now.
    const draw = Effect.fn("WorkspaceStore.draw")(function* (
      workspace: WorkspaceId,
      { burst, perSecond }: Bucket,
      { owed, wanted }: Asked,
      now: EpochMillis,
    ) {
      const size = sql`${burst}::float8`
      const filled = sql`least(${size}, old.level
        + greatest(0, extract(epoch from excluded.at - old.at)::float8) * ${perSecond}::float8) - ${owed}::float8`
      const granted = (level: Fragment) => sql`least(${wanted}::int, greatest(0, floor(${level}))::int)`
      const full = sql`${size} - ${owed}::float8`
      const [drawn] = readDrawn(
        yield* sql`insert into workspace_buckets as old (workspace, level, at, granted)
          values (${workspace}, ${full} - ${granted(full)}, ${instant(now)}, ${granted(full)})
          on conflict (workspace) do update set
            level = ${filled} - ${granted(filled)},
            granted = ${granted(filled)},
            at = case when old.at > excluded.at + ${`${bucketSkewMillis} milliseconds`}::interval then excluded.at
              else greatest(old.at, excluded.at) end
          returning granted, level as left`,
      )
      return mustFind(drawn, "bucket", workspace)
    }, Effect.orDie)

    return WorkspaceStore.of({
      limits,
      setLimits,
      draw,
      insert,
      insertFirst,
      list,
      insertKey,
      setConfigured,
      keys,
      findKey,
      revokeKey,
    })
  }),
)
