import { type NewShare, Share, type ShareId, ShareStore } from "@daybook/access"
import type { EpochMillis, PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mustFind } from "../mustFind.ts"
import { pageOf } from "../paging.ts"
import type { Sql, Write } from "../sql.ts"
import { described } from "../table.ts"
import { touch } from "./touch.ts"

const shares = described("shares", Share, { id: { generated: true } })

/** The records of shares. */
export const shareStore = (database: Sql, write: Write) => {
  const { read, sql, tableOf } = database
  const table = tableOf(shares)
  return ShareStore.of({
    insert: Effect.fn("ShareStore.insert")(function* (share: NewShare) {
      const values = sql.insert({ ...table.record(share), hash: share.hash })
      const rows = yield* write(sql`insert into shares ${values} returning ${table.columns}`)
      return mustFind(table.read(rows)[0], "share", share.name)
    }),

    find: Effect.fn("ShareStore.find")(function* (hash: string) {
      const rows = yield* sql`select ${table.columns} from shares where hash = ${hash}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, read),

    list: Effect.fn("ShareStore.list")(
      (page: PageRequest) => pageOf(sql, table, sql`shares`, sql`id`, page),
      read,
    ),

    revoke: Effect.fn("ShareStore.revoke")(function* (id: ShareId) {
      return (yield* write(sql`delete from shares where id = ${id} returning id`)).length > 0
    }),

    touch: Effect.fn("ShareStore.touch")((uses: ReadonlyMap<ShareId, EpochMillis>) =>
      touch(database, "shares", uses),
    ),
  })
}
