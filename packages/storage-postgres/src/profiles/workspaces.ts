import {
  type NewWorkspaceKey,
  type Workspace,
  WorkspaceId,
  WorkspaceKeyId,
  WorkspaceStore,
} from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { migrateWorkspaces } from "./migrations.ts"
import { instant } from "../sql/parameters.ts"
import { writerOf } from "../kernel/dataVersions.ts"

const WorkspaceRow = Schema.Struct({ id: WorkspaceId, name: Schema.String, created_at: Schema.Date })
const decodeWorkspaces = Schema.decodeUnknownEffect(Schema.Array(WorkspaceRow))

const KeyRow = Schema.Struct({
  id: WorkspaceKeyId,
  workspace: WorkspaceId,
  name: Schema.String,
  hint: Schema.String,
  created_at: Schema.Date,
})
const decodeKeys = Schema.decodeUnknownEffect(Schema.Array(KeyRow))

const toKey = ({ created_at, ...row }: typeof KeyRow.Type) => ({ ...row, createdAt: created_at.getTime() })

/** Workspaces and their keys in SQL. */
export const layer = Layer.effect(
  WorkspaceStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const write = yield* writerOf("workspaces")
    yield* migrateWorkspaces
    const columns = sql.literal("id, workspace, name, hint, created_at")

    const putWorkspace = ({ id, name, createdAt }: Workspace) =>
      sql`insert into workspaces (id, name, created_at) values (${id}, ${name}, ${instant(createdAt)})
        on conflict do nothing returning id`

    const putKey = ({ workspace, hash, name, hint, createdAt }: NewWorkspaceKey, setting: string | null) =>
      sql`insert into workspace_keys (workspace, hash, name, hint, created_at, setting)
        select id, ${hash}, ${name}, ${hint}, ${instant(createdAt)}, ${setting}
        from workspaces where id = ${workspace} returning ${columns}`

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

    const list = Effect.map(
      Effect.flatMap(sql`select id, name, created_at from workspaces order by place`, decodeWorkspaces),
      (rows) => rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.getTime() })),
    ).pipe(Effect.orDie)

    const insertKey = Effect.fn("WorkspaceStore.insertKey")(function* (key: NewWorkspaceKey) {
      const [row] = yield* decodeKeys(yield* write(putKey(key, null)))
      return Option.map(Option.fromUndefinedOr(row), toKey)
    }, Effect.orDie)

    const setConfigured = Effect.fn("WorkspaceStore.setConfigured")(function* (
      setting: string,
      workspace: Workspace,
      key: NewWorkspaceKey,
    ) {
      // The key is unchanged, as on most starts: nothing is written.
      const same = yield* sql`select 1 as one from workspace_keys
        where setting = ${setting} and hash = ${key.hash} and workspace = ${workspace.id}`
      if (same.length > 0) return
      yield* write(
        Effect.gen(function* () {
          yield* putWorkspace(workspace)
          yield* sql`delete from workspace_keys where setting = ${setting} or hash = ${key.hash}`
          yield* putKey(key, setting)
        }),
      )
    }, Effect.orDie)

    const keys = Effect.fn("WorkspaceStore.keys")(function* (workspace: WorkspaceId) {
      const rows =
        yield* sql`select ${columns} from workspace_keys where workspace = ${workspace} order by id`
      return (yield* decodeKeys(rows)).map(toKey)
    }, Effect.orDie)

    const findKey = Effect.fn("WorkspaceStore.findKey")(function* (hash: string) {
      const rows = yield* decodeKeys(yield* sql`select ${columns} from workspace_keys where hash = ${hash}`)
      return Option.map(Option.fromUndefinedOr(rows[0]), toKey)
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

    return WorkspaceStore.of({
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
