import { mustFind } from "@daybook/storage-sql"
import * as Schema from "effect/Schema"
import type { Database } from "./database.ts"
import { valuesOf } from "./table.ts"

const readIds = valuesOf(Schema.Int)

/** Takes the next id of a table whose ids are `autoincrement`: no other row will have it. */
export const takeId = ({ all, sql }: Database["Service"], table: string): number => {
  const [id] = readIds(all(sql`update sqlite_sequence set seq = seq + 1 where name = ${table} returning seq`))
  if (id !== undefined) return id
  all(sql`insert into sqlite_sequence (name, seq) values (${table}, 0)`)
  return mustFind(
    readIds(all(sql`update sqlite_sequence set seq = seq + 1 where name = ${table} returning seq`))[0],
    "id",
    table,
  )
}
