import { ApiKey, type KeyId, KeyStore, type NewKey } from "@daybook/access"
import type { EpochMillis, PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { countRows, onPage } from "../sql/paging.ts"
import { migrateKeys } from "./migrations.ts"
import { mustFind } from "@daybook/storage-sql"
import { instants, ints } from "../sql/parameters.ts"
import { tableOf } from "../sql/table.ts"
import { writerOf } from "../kernel/dataVersions.ts"

const table = tableOf("api_keys", ApiKey, { id: { generated: true } })

/** The records of keys in SQL. */
export const layer = Layer.effect(
  KeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const write = yield* writerOf("access")
    yield* migrateKeys

    const values = (key: NewKey, setting: string | null) =>
      sql.insert({ ...table.record(key), hash: key.hash, setting })

    const insert = Effect.fn("KeyStore.insert")(function* (key: NewKey) {
      const rows = yield* write(sql`insert into api_keys ${values(key, null)} returning ${table.columns}`)
      return mustFind(table.read(rows)[0], "key", key.name)
    }, Effect.orDie)

    const insertFirst = Effect.fn("KeyStore.insertFirst")(function* (keys: ReadonlyArray<NewKey>) {
      return yield* write(
        Effect.gen(function* () {
          const stored = yield* sql`select 1 from api_keys limit 1`
          if (stored.length > 0) return false
          for (const key of keys) yield* sql`insert into api_keys ${values(key, null)}`
          return true
        }),
      )
    }, Effect.orDie)

    const setConfigured = Effect.fn("KeyStore.setConfigured")(function* (setting: string, key: NewKey) {
      // The key is unchanged, as on most starts: the record, its age and its last use stay.
      const same = yield* sql`select 1 from api_keys
        where setting = ${setting} and hash = ${key.hash} and scope = ${key.scope}`
      if (same.length > 0) return
      yield* write(
        Effect.gen(function* () {
          yield* sql`delete from api_keys where setting = ${setting} or hash = ${key.hash}`
          yield* sql`insert into api_keys ${values(key, setting)}`
        }),
      )
    }, Effect.orDie)

    const find = Effect.fn("KeyStore.find")(function* (hash: string) {
      const rows = yield* sql`select ${table.columns} from api_keys where hash = ${hash}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, Effect.orDie)

    const list = Effect.fn("KeyStore.list")(function* (page: PageRequest) {
      const rows = yield* sql`select ${table.columns} from api_keys order by id
        ${onPage(sql, page)}`
      const total = yield* countRows(sql, sql`api_keys`)
      return { items: table.read(rows), total }
    }, Effect.orDie)

    const revoke = Effect.fn("KeyStore.revoke")(function* (id: KeyId) {
      const rows = yield* write(sql`delete from api_keys where id = ${id} returning id`)
      return rows.length > 0
    }, Effect.orDie)

    const touch = Effect.fn("KeyStore.touch")(function* (uses: ReadonlyMap<KeyId, EpochMillis>) {
      yield* sql`update api_keys set last_used_at = greatest(last_used_at, used.at)
        from unnest(${ints([...uses.keys()])}, ${instants([...uses.values()])}) as used (id, at)
        where api_keys.id = used.id`
    }, Effect.orDie)

    return KeyStore.of({ insert, insertFirst, setConfigured, find, list, revoke, touch })
  }),
)
