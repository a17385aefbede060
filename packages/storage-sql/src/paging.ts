import { type DateRange, dayBounds, type OrderStep, pageOffset, type PageRequest } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Constructor, Fragment } from "effect/sql/Statement"
import type { Sql } from "./sql.ts"
import { type ReadRows, valuesOf } from "./table.ts"

/** The end of a select that returns one page of its rows. */
export const onPage = (sql: Constructor, page: PageRequest): Fragment =>
  sql`limit ${page.limit} offset ${pageOffset(page)}`

/** The `order by` of a list: each step's field is an expression that is null if unknown, which comes last. */
export const inOrder = <Field extends string>(
  sql: Constructor,
  steps: ReadonlyArray<OrderStep<Field>>,
  columns: Readonly<Record<Field, string | Fragment>>,
): Fragment => {
  const expression = (column: string | Fragment) =>
    typeof column === "string" ? sql.literal(column) : column
  return sql`order by ${sql.csv(
    steps.map(({ by, order }) => sql`${expression(columns[by])} ${sql.literal(order)} nulls last`),
  )}`
}

const readCounts = valuesOf(Schema.Int)

/** The number of rows in a table, or of those that match its `where`. */
export const countRows = (sql: Constructor, from: Fragment) =>
  Effect.map(sql`select count(*) from ${from}`, (rows) => readCounts(rows)[0] ?? 0)

/** A page of the rows of `from` in an order, with the number of all of them. */
export const pageOf = Effect.fnUntraced(function* <A>(
  sql: Constructor,
  { columns, read }: { readonly columns: Fragment; readonly read: ReadRows<A> },
  from: Fragment,
  order: Fragment,
  page: PageRequest,
) {
  const rows = yield* sql`select ${columns} from ${from} order by ${order} ${onPage(sql, page)}`
  return { items: read(rows), total: yield* countRows(sql, from) }
})

/** The condition that an instant lies in a range. */
export const inRange = ({ instant, sql }: Sql, column: string, { from, until }: DateRange): Fragment =>
  sql.and([
    sql`true`,
    ...(from === undefined ? [] : [sql`${sql(column)} >= ${instant(from)}`]),
    ...(until === undefined ? [] : [sql`${sql(column)} < ${instant(until)}`]),
  ])

/** The condition that rows with their own `day`, and `at`, are in a range. `+day` leaves an index only of days. */
export const inDays = (
  { day: dayOf, instant, sql }: Sql,
  range: DateRange,
  zone: DateTime.TimeZone,
  column: "day" | "+day" = "day",
): Fragment => {
  const { from, until } = dayBounds(range, zone)
  const day = sql.literal(column)
  return sql.and([
    sql`true`,
    ...(from === undefined ? [] : [sql`${day} >= ${dayOf(from.day)}`]),
    ...(from?.at === undefined ? [] : [sql`(${day} > ${dayOf(from.day)} or at >= ${instant(from.at)})`]),
    ...(until === undefined
      ? []
      : until.at === undefined
        ? [sql`${day} < ${dayOf(until.day)}`]
        : [
            sql`${day} <= ${dayOf(until.day)}`,
            sql`(${day} < ${dayOf(until.day)} or at < ${instant(until.at)})`,
          ]),
  ])
}
