import { type NewShare, Share, type ShareId, ShareStore } from "@daybook/access"
import type { EpochMillis, PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { writerOf } from "../kernel/dataVersions.ts"
import { mustFind } from "@daybook/storage-sql"
import { countRows, onPage } from "../sql/paging.ts"
import { instants, ints } from "../sql/parameters.ts"
import { tableOf } from "../sql/table.ts"
import { migrateShares } from "./migrations.ts"

const table = tableOf("shares", Share, { id: { generated: true } })

/** The records of shares in SQL. */
export const layer = Layer.effect(
  ShareStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const write = yield* writerOf("access")
    yield* migrateShares

    const insert = Effect.fn("ShareStore.insert")(function* (share: NewShare) {
      const values = sql.insert({ ...table.record(share), hash: share.hash })
      const rows = yield* write(sql`insert into shares ${values} returning ${table.columns}`)
      return mustFind(table.read(rows)[0], "share", share.name)
    }, Effect.orDie)

    const find = Effect.fn("ShareStore.find")(function* (hash: string) {
      const rows = yield* sql`select ${table.columns} from shares where hash = ${hash}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, Effect.orDie)

    const list = Effect.fn("ShareStore.list")(function* (page: PageRequest) {
      const rows = yield* sql`select ${table.columns} from shares order by id ${onPage(sql, page)}`
      const total = yield* countRows(sql, sql`shares`)
      return { items: table.read(rows), total }
    }, Effect.orDie)

    const revoke = Effect.fn("ShareStore.revoke")(function* (id: ShareId) {
      const rows = yield* write(sql`delete from shares where id = ${id} returning id`)
      return rows.length > 0
    }, Effect.orDie)

    const touch = Effect.fn("ShareStore.touch")(function* (uses: ReadonlyMap<ShareId, EpochMillis>) {
      yield* sql`update shares set last_used_at = greatest(last_used_at, used.at)
        from unnest(${ints([...uses.keys()])}, ${instants([...uses.values()])}) as used (id, at)
        where shares.id = used.id`
    }, Effect.orDie)

    return ShareStore.of({ insert, find, list, revoke, touch })
  }),
)
