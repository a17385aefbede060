import {
  type NewWorkspaceKey,
  noLimits,
  Workspace,
  type WorkspaceId,
  WorkspaceKey,
  type WorkspaceKeyId,
  WorkspaceLimits,
  type WorkspaceStore,
} from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import { type Sql, type Write, writtenBy } from "../sql.ts"
import { described, valuesOf } from "../table.ts"

const workspaces = described("workspaces", Workspace)

const keys = described("workspace_keys", WorkspaceKey, { id: { generated: true } })

const readHashes = valuesOf(Schema.String)

/** The limits of a workspace; those of every workspace have no name. */
const limits = described(
  "workspace_limits",
  Schema.Struct({ workspace: Schema.String, ...WorkspaceLimits.fields }),
  { bytes: { type: "bigint" } },
)

/** The keys of workspaces. */
const keysIn = (
  { amongTexts, read, sql, tableOf }: Sql,
  write: Write,
  put: (workspace: Workspace) => Effect.Effect<number, SqlError>,
) => {
  const table = tableOf(keys)
  const putKey = ({ hash, ...key }: NewWorkspaceKey, setting: string | null) =>
    Effect.map(
      sql`insert into workspace_keys ${sql.insert({ ...table.record(key), hash, setting })}
        returning ${table.columns}`,
      table.read,
    )

  return {
    insertFirst: Effect.fn("WorkspaceStore.insertFirst")(function* (
      workspace: Workspace,
      key: NewWorkspaceKey,
    ) {
      const stored = yield* sql`select 1 as one from workspaces limit 1`
      if (stored.length > 0) return false
      yield* put(workspace)
      yield* putKey(key, null)
      return true
    }, writtenBy(write)),

    insertKey: Effect.fn("WorkspaceStore.insertKey")(function* (key: NewWorkspaceKey) {
      const known = yield* sql`select 1 as one from workspaces where id = ${key.workspace}`
      return Option.fromUndefinedOr(known.length === 0 ? undefined : (yield* putKey(key, null))[0])
    }, writtenBy(write)),

    setConfigured: Effect.fn("WorkspaceStore.setConfigured")(function* (
      setting: string,
      workspace: Workspace,
      given: ReadonlyArray<NewWorkspaceKey>,
    ) {
      const hashes = [...new Set(given.map(({ hash }) => hash))]
      const isGiven = amongTexts("hash", hashes)
      const isOfSetting = sql`setting is not distinct from ${setting}`
      const stays = sql`(${isGiven} and ${isOfSetting} and workspace = ${workspace.id})`
      const staying = Effect.map(sql`select hash from workspace_keys where ${stays}`, readHashes)
      const leaving = sql`from workspace_keys where (${isGiven} or ${isOfSetting}) and not ${stays}`
      // The keys are unchanged, as on most starts: nothing is written.
      const gone = yield* sql`select 1 as one ${leaving}`
      if (gone.length === 0 && (yield* staying).length === hashes.length) return
      yield* write(
        Effect.gen(function* () {
          yield* put(workspace)
          yield* sql`delete ${leaving}`
          const known = yield* staying
          for (const key of given) if (!known.includes(key.hash)) yield* putKey(key, setting)
        }),
      )
    }, Effect.orDie),

    keys: Effect.fn("WorkspaceStore.keys")(function* (workspace: WorkspaceId) {
      return table.read(
        yield* sql`select ${table.columns} from workspace_keys where workspace = ${workspace} order by id`,
      )
    }, read),

    findKey: Effect.fn("WorkspaceStore.findKey")(function* (hash: string) {
      const rows = yield* sql`select ${table.columns} from workspace_keys where hash = ${hash}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, read),

    revokeKey: Effect.fn("WorkspaceStore.revokeKey")(function* (workspace: WorkspaceId, id: WorkspaceKeyId) {
      const gone = sql`delete from workspace_keys where id = ${id} and workspace = ${workspace} returning id`
      return (yield* write(gone)).length > 0
    }),
  }
}

/** Workspaces, their keys and their limits. `draw` is for each database to add. */
export const workspaceStore = (database: Sql, write: Write): Omit<WorkspaceStore["Service"], "draw"> => {
  const { read, sql, tableOf } = database
  const [table, limitTable] = [tableOf(workspaces), tableOf(limits)]
  const put = (workspace: Workspace) => table.put([workspace], "on conflict do nothing")

  return {
    insert: Effect.fn("WorkspaceStore.insert")(function* (workspace: Workspace) {
      return (yield* write(put(workspace))) > 0
    }),

    list: read(Effect.map(sql`select ${table.columns} from workspaces order by place`, table.read)),

    ...keysIn(database, write, put),

    limits: Effect.fn("WorkspaceStore.limits")(function* (workspace: WorkspaceId | undefined) {
      const rows =
        yield* sql`select ${limitTable.columns} from workspace_limits where workspace = ${workspace ?? ""}`
      const { workspace: _, ...found } = limitTable.read(rows)[0] ?? { workspace, ...noLimits }
      return found
    }, read),

    setLimits: Effect.fn("WorkspaceStore.setLimits")(function* (
      workspace: WorkspaceId | undefined,
      given: WorkspaceLimits,
    ) {
      if (workspace !== undefined) {
        const known = yield* sql`select 1 as one from workspaces where id = ${workspace}`
        if (known.length === 0) return false
      }
      yield* limitTable.replace([{ workspace: workspace ?? "", ...given }], "workspace")
      return true
    }, writtenBy(write)),
  }
}
