import { mustFind } from "@daybook/storage-sql"
import * as Schema from "effect/Schema"
import type { Database } from "./database.ts"
import { valuesOf } from "./table.ts"

const readIds = valuesOf(Schema.Int)

/** Takes the next ids of a table whose ids are `autoincrement`, and returns the last: no other row will have them. */
export const takeId = ({ all, sql }: Database["Service"], table: string, count = 1): number => {
  const take = () =>
    readIds(all(sql`update sqlite_sequence set seq = seq + ${count} where name = ${table} returning seq`))[0]
  const id = take()
  if (id !== undefined) return id
  all(sql`insert into sqlite_sequence (name, seq) values (${table}, 0)`)
  return mustFind(take(), "id", table)
}
