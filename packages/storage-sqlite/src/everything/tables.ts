import { Everything } from "@daybook/storage-sql"
import * as Schema from "effect/Schema"
import type { Database } from "../sql/database.ts"
import { rowsOf } from "../sql/table.ts"

/** A table of the database, as its rows go out and come in. */
export interface StoredTable {
  readonly name: string
  readonly columns: Everything.TableForm
  /** The columns that order its rows. */
  readonly order: ReadonlyArray<string>
  /** True where the columns of `order` are the key, by which the next rows are found. */
  readonly hasKey: boolean
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const readColumns = rowsOf(
  Schema.Struct({ name: Schema.String, column: Schema.String, type: Schema.String, keyPlace: Schema.Int }),
)

/** All tables of the database, in the order of their names. */
export const findTables = ({ all, sql }: Database["Service"]): ReadonlyArray<StoredTable> => {
  const rows = readColumns(
    all(sql`select tables.name, columns.name as column, columns.type, columns.pk as key_place
      from pragma_table_list as tables, pragma_table_xinfo(tables.name) as columns
      where tables.schema = 'main' and tables.type = 'table' and columns.hidden = 0
        and substr(tables.name, 1, 7) <> 'sqlite_'
      order by tables.name, columns.cid`),
  )
  return Array.from(
    Map.groupBy(rows, ({ name }) => name),
    ([name, some]): StoredTable => {
      const key = some.filter(({ keyPlace }) => keyPlace > 0).toSorted((a, b) => a.keyPlace - b.keyPlace)
      const names = some
        .map(({ column }) => column)
        .filter((column) => Everything.isExportedColumn(name, column))
      const order = Everything.orderOf(
        name,
        key.map(({ column }) => column),
        names,
      )
      const types = new Map(some.map(({ column, type }) => [column, type]))
      const sorted = [...order, ...names.filter((one) => !order.includes(one)).toSorted()]
      return {
        name,
        columns: Object.fromEntries(
          sorted.map((column) => [column, Everything.formByName(types.get(column) ?? "", column)]),
        ),
        order,
        hasKey: key.length > 0,
      }
    },
  )
}
