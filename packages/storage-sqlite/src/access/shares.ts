import { type NewShare, Share, type ShareId, ShareStore } from "@daybook/access"
import type { EpochMillis, PageRequest } from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { tableOf } from "../sql/table.ts"
import { migrateShares } from "./migrations.ts"

const table = tableOf("shares", Share, { id: { generated: true } })

/** The records of shares, in SQLite. */
export const layer = Layer.effect(
  ShareStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql, transaction } = database
    const write = yield* writerOf("access")
    yield* migrateShares

    const insert = Effect.fn("ShareStore.insert")((share: NewShare) =>
      write(
        Effect.sync(() => {
          const rows = all(sql`insert into shares ${sql.insert({ ...table.record(share), hash: share.hash })}
            returning ${table.columns}`)
          return mustFind(table.read(rows)[0], "share", share.name)
        }),
      ),
    )

    const find = Effect.fn("ShareStore.find")((hash: string) =>
      read(() =>
        Option.fromUndefinedOr(
          table.read(all(sql`select ${table.columns} from shares where hash = ${hash}`))[0],
        ),
      ),
    )

    const list = Effect.fn("ShareStore.list")((page: PageRequest) =>
      read(() => ({
        items: table.read(all(sql`select ${table.columns} from shares order by id ${onPage(sql, page)}`)),
        total: countRows(database, sql`shares`),
      })),
    )

    const revoke = Effect.fn("ShareStore.revoke")((id: ShareId) =>
      write(Effect.sync(() => all(sql`delete from shares where id = ${id} returning id`).length > 0)),
    )

    const touch = Effect.fn("ShareStore.touch")((uses: ReadonlyMap<ShareId, EpochMillis>) =>
      transaction(
        Effect.sync(() => {
          many({
            text: "update shares set last_used_at = max(coalesce(last_used_at, 0), ?) where id = ?",
            rows: Array.from(uses, ([id, at]) => [at, id]),
          })
        }),
      ),
    )

    return ShareStore.of({ insert, find, list, revoke, touch })
  }),
)
