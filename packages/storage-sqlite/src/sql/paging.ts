import type { DateRange } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "./database.ts"
import { valuesOf } from "./table.ts"

export { inOrder, onPage } from "@daybook/storage-sql"

const readCounts = valuesOf(Schema.Int)

/** The number of rows in a table, or of those that match its `where`. */
export const countRows = ({ all, sql }: Database["Service"], from: Fragment): number =>
  readCounts(all(sql`select count(*) from ${from}`))[0] ?? 0

/** The condition that an instant lies in a range. */
export const inRange = (
  sql: Database["Service"]["sql"],
  column: string,
  { from, until }: DateRange,
): Fragment =>
  sql.and([
    ...(from === undefined ? [] : [sql`${sql(column)} >= ${from}`]),
    ...(until === undefined ? [] : [sql`${sql(column)} < ${until}`]),
  ])
