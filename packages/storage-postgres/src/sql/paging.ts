import type { DateRange } from "@daybook/kernel"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { instant } from "./parameters.ts"

export { countRows, onPage } from "@daybook/storage-sql"

/** The condition that an instant lies in a range; `true` where the range is open at both ends. */
export const inRange = (sql: SqlClient.SqlClient, column: string, { from, until }: DateRange): Fragment =>
  sql.and([
    ...(from === undefined ? [] : [sql`${sql(column)} >= ${instant(from)}`]),
    ...(until === undefined ? [] : [sql`${sql(column)} < ${instant(until)}`]),
    ...(from === undefined && until === undefined ? [sql`true`] : []),
  ])
