import { ApiKey, type KeyId, KeyStore, type NewKey } from "@daybook/access"
import type { EpochMillis, PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mustFind } from "../mustFind.ts"
import { pageOf } from "../paging.ts"
import { type Sql, type Write, writtenBy } from "../sql.ts"
import { described } from "../table.ts"
import { touch } from "./touch.ts"

const keys = described("api_keys", ApiKey, { id: { generated: true } })

/** The records of keys. */
export const keyStore = (database: Sql, write: Write) => {
  const { read, sql, tableOf } = database
  const table = tableOf(keys)
  const values = (key: NewKey, setting: string | null) =>
    sql.insert({ ...table.record(key), hash: key.hash, setting })

  return KeyStore.of({
    insert: Effect.fn("KeyStore.insert")(function* (key: NewKey) {
      const rows = yield* write(sql`insert into api_keys ${values(key, null)} returning ${table.columns}`)
      return mustFind(table.read(rows)[0], "key", key.name)
    }),

    insertFirst: Effect.fn("KeyStore.insertFirst")(function* (first: ReadonlyArray<NewKey>) {
      const stored = yield* sql`select 1 from api_keys limit 1`
      if (stored.length > 0) return false
      for (const key of first) yield* sql`insert into api_keys ${values(key, null)}`
      return true
    }, writtenBy(write)),

    setConfigured: Effect.fn("KeyStore.setConfigured")(function* (setting: string, key: NewKey) {
      // The key is unchanged, as on most starts: the record, its age and its last use stay.
      const same = yield* sql`select 1 from api_keys
        where setting = ${setting} and hash = ${key.hash} and scope = ${key.scope}`
      if (same.length > 0) return
      yield* write(
        Effect.andThen(
          sql`delete from api_keys where setting = ${setting} or hash = ${key.hash}`,
          sql`insert into api_keys ${values(key, setting)}`,
        ),
      )
    }, Effect.orDie),

    find: Effect.fn("KeyStore.find")(function* (hash: string) {
      const rows = yield* sql`select ${table.columns} from api_keys where hash = ${hash}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, read),

    list: Effect.fn("KeyStore.list")(
      (page: PageRequest) => pageOf(sql, table, sql`api_keys`, sql`id`, page),
      read,
    ),

    revoke: Effect.fn("KeyStore.revoke")(function* (id: KeyId) {
      return (yield* write(sql`delete from api_keys where id = ${id} returning id`)).length > 0
    }),

    touch: Effect.fn("KeyStore.touch")((uses: ReadonlyMap<KeyId, EpochMillis>) =>
      touch(database, "api_keys", uses),
    ),
  })
}
