import { type DateRange, type OrderStep, pageOffset, type PageRequest } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "./database.ts"
import { valuesOf } from "./table.ts"

type Sql = Database["Service"]["sql"]

/** The end of a select that returns one page of its rows. */
export const onPage = (sql: Sql, page: PageRequest): Fragment =>
  sql`limit ${page.limit} offset ${pageOffset(page)}`

const readCounts = valuesOf(Schema.Int)

/** The number of rows in a table, or of those that match its `where`. */
export const countRows = ({ all, sql }: Database["Service"], from: Fragment): number =>
  readCounts(all(sql`select count(*) from ${from}`))[0] ?? 0

/** The condition that an instant lies in a range. */
export const inRange = (sql: Sql, column: string, { from, until }: DateRange): Fragment =>
  sql.and([
    ...(from === undefined ? [] : [sql`${sql(column)} >= ${from}`]),
    ...(until === undefined ? [] : [sql`${sql(column)} < ${until}`]),
  ])

/** The `order by` of a list: each step's field is an expression that is null where it is unknown, which comes last. */
export const inOrder = <Field extends string>(
  sql: Sql,
  steps: ReadonlyArray<OrderStep<Field>>,
  columns: Readonly<Record<Field, string>>,
): Fragment =>
  sql.literal(`order by ${steps.map(({ by, order }) => `${columns[by]} ${order} nulls last`).join(", ")}`)
