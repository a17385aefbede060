import { Everything } from "@daybook/storage-sql"
import * as Schema from "effect/Schema"
import { fragment, literal } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { rowsOf } from "../sql/table.ts"

/** A table of the database, as its rows go out and come in. */
export interface StoredTable {
  readonly name: string
  readonly columns: Everything.TableForm
  /** The columns that order its rows. */
  readonly order: ReadonlyArray<string>
  /** True if the columns of `order` are the key, which finds the next rows. */
  readonly hasKey: boolean
}

const readColumns = rowsOf(
  Schema.Struct({ name: Schema.String, column: Schema.String, type: Schema.String, keyPlace: Schema.Int }),
)

const change = "json_object('applied', json(new.applied), 'ignored', json(new.ignored))"

/** A row of `profile_requests` contains what are the rows of a table in an export: one for each change. */
const viewOfOutcomes: ReadonlyArray<string> = [
  `create temp view if not exists profile_outcomes as
    select request_id, key as change, value -> '$.applied' as applied, value -> '$.ignored' as ignored,
      number + key as number, operation, version, workspace
    from profile_requests, json_each(changes)`,
  `create temp trigger if not exists profile_outcomes_insert instead of insert on profile_outcomes begin
    insert into profile_requests (number, request_id, workspace, version, operation, changes)
      values (new.number - new.change, new.request_id, new.workspace, new.version, new.operation, json_array(${change}))
      on conflict (request_id) do update set changes = json_insert(changes, '$[#]', ${change});
  end`,
]

const outcomes: StoredTable = {
  name: "profile_outcomes",
  columns: {
    request_id: "text",
    change: "int",
    applied: "json",
    ignored: "json",
    number: "int",
    operation: "text",
    version: "text",
    workspace: "text",
  },
  order: ["request_id", "change"],
  hasKey: true,
}

/** The kinds of the columns of some tables, if neither their types nor their names define them. */
export type TableForms = Readonly<Record<string, Everything.TableForm>>

/** All tables of the database, in the order of their names. */
export const findTables = (database: Database["Service"], forms: TableForms): ReadonlyArray<StoredTable> => {
  const stored = findStored(database, forms)
  if (!stored.some(({ name }) => name === "profile_requests")) return stored
  for (const statement of viewOfOutcomes) database.all(fragment([literal(statement)]))
  return [...stored.filter(({ name }) => name !== "profile_requests"), outcomes]
}

const findStored = ({ all, sql }: Database["Service"], forms: TableForms): ReadonlyArray<StoredTable> => {
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
          sorted.map((column) => [
            column,
            forms[name]?.[column] ?? Everything.formByName(name, types.get(column) ?? "", column),
          ]),
        ),
        order,
        hasKey: key.length > 0,
      }
    },
  )
}
