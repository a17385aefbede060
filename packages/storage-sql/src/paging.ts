import { type OrderStep, pageOffset, type PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Constructor, Fragment } from "effect/sql/Statement"
import { type ReadRows, valuesOf } from "./table.ts"

/** The end of a select that returns one page of its rows. */
export const onPage = (sql: Constructor, page: PageRequest): Fragment =>
  sql`limit ${page.limit} offset ${pageOffset(page)}`

/** The `order by` of a list: each step's field is an expression that is null if unknown, which comes last. */
export const inOrder = <Field extends string>(
  sql: Constructor,
  steps: ReadonlyArray<OrderStep<Field>>,
  columns: Readonly<Record<Field, string>>,
): Fragment =>
  sql.literal(`order by ${steps.map(({ by, order }) => `${columns[by]} ${order} nulls last`).join(", ")}`)

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
