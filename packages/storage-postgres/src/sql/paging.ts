import { type DateRange, type OrderStep, pageOffset, type PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { instant } from "./parameters.ts"
import { valuesOf } from "./table.ts"

/** The end of a select that gives one page of its rows. */
export const onPage = (sql: SqlClient.SqlClient, page: PageRequest): Fragment =>
  sql`limit ${page.limit} offset ${pageOffset(page)}`

const readCounts = valuesOf(Schema.Int)

/** The number of rows in a table, or of those that match its `where`. */
export const countRows = (sql: SqlClient.SqlClient, from: Fragment) =>
  Effect.map(sql`select count(*)::int from ${from}`, (rows) => readCounts(rows)[0] ?? 0)

/** The condition that an instant lies in a range; `true` where the range is open at both ends. */
export const inRange = (sql: SqlClient.SqlClient, column: string, { from, until }: DateRange): Fragment =>
  sql.and([
    ...(from === undefined ? [] : [sql`${sql(column)} >= ${instant(from)}`]),
    ...(until === undefined ? [] : [sql`${sql(column)} < ${instant(until)}`]),
    ...(from === undefined && until === undefined ? [sql`true`] : []),
  ])

/** The `order by` of a list: each step's field is an expression that is null where it is unknown, which comes last. */
export const inOrder = <Field extends string>(
  sql: SqlClient.SqlClient,
  steps: ReadonlyArray<OrderStep<Field>>,
  columns: Readonly<Record<Field, string>>,
): Fragment =>
  sql.literal(`order by ${steps.map(({ by, order }) => `${columns[by]} ${order} nulls last`).join(", ")}`)
