import { ApiKey, type KeyId, KeyStore, type NewKey } from "@daybook/access"
import type { EpochMillis, PageRequest } from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { tableOf } from "../sql/table.ts"
import { migrateKeys } from "./migrations.ts"

const table = tableOf("api_keys", ApiKey, { id: { generated: true } })

/** The records of keys, in SQLite. */
export const layer = Layer.effect(
  KeyStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql, transaction } = database
    const write = yield* writerOf("access")
    yield* migrateKeys

    const add = (key: NewKey, setting: string | null) =>
      table.read(
        all(sql`insert into api_keys ${sql.insert({ ...table.record(key), hash: key.hash, setting })}
          returning ${table.columns}`),
      )[0]

    const insert = Effect.fn("KeyStore.insert")((key: NewKey) =>
      write(Effect.sync(() => mustFind(add(key, null), "key", key.name))),
    )

    const insertFirst = Effect.fn("KeyStore.insertFirst")((keys: ReadonlyArray<NewKey>) =>
      write(
        Effect.sync(() => {
          if (all(sql`select 1 from api_keys limit 1`).length > 0) return false
          for (const key of keys) add(key, null)
          return true
        }),
      ),
    )

    const setConfigured = Effect.fn("KeyStore.setConfigured")((setting: string, key: NewKey) =>
      write(
        Effect.sync(() => {
          // The key is unchanged, as on most starts: the record, its age and its last use stay.
          const same = all(sql`select 1 from api_keys
            where setting = ${setting} and hash = ${key.hash} and scope = ${key.scope}`)
          if (same.length > 0) return
          all(sql`delete from api_keys where setting = ${setting} or hash = ${key.hash}`)
          add(key, setting)
        }),
      ),
    )

    const find = Effect.fn("KeyStore.find")((hash: string) =>
      read(() =>
        Option.fromUndefinedOr(
          table.read(all(sql`select ${table.columns} from api_keys where hash = ${hash}`))[0],
        ),
      ),
    )

    const list = Effect.fn("KeyStore.list")((page: PageRequest) =>
      read(() => ({
        items: table.read(all(sql`select ${table.columns} from api_keys order by id ${onPage(sql, page)}`)),
        total: countRows(database, sql`api_keys`),
      })),
    )

    const revoke = Effect.fn("KeyStore.revoke")((id: KeyId) =>
      write(Effect.sync(() => all(sql`delete from api_keys where id = ${id} returning id`).length > 0)),
    )

    const touch = Effect.fn("KeyStore.touch")((uses: ReadonlyMap<KeyId, EpochMillis>) =>
      transaction(
        Effect.sync(() => {
          many({
            text: "update api_keys set last_used_at = max(coalesce(last_used_at, 0), ?) where id = ?",
            rows: Array.from(uses, ([id, at]) => [at, id]),
          })
        }),
      ),
    )

    return KeyStore.of({ insert, insertFirst, setConfigured, find, list, revoke, touch })
  }),
)
