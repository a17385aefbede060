import { type Columns as ColumnsOf, type ColumnType, tablesOf } from "@daybook/storage-sql"
import type * as Schema from "effect/Schema"
import { type Fragment, fragment, literal } from "effect/sql/Statement"
import { columnTypes } from "./columnTypes.ts"
import type { Batch } from "./database.ts"

export { rowsOf, valuesOf } from "@daybook/storage-sql"

/** The storage of fields, beyond what their schemas say. */
export type Columns<A> = ColumnsOf<A, ColumnType>

const describe = tablesOf(columnTypes)

/** A list of values, or of rows of values, as one parameter, for `in (select value from json_each(…))`. */
export const jsonList = (values: ReadonlyArray<number | string | ReadonlyArray<number>>): string =>
  JSON.stringify(values)

/** A table whose rows are a model's. */
export const tableOf = <A>(name: string, model: Schema.Schema<A>, options: Columns<A> = {}) => {
  const described = describe(name, model, options)
  const { columns, read, record, selected, written } = described
  const places = written.map(() => "?").join(", ")
  const insertion = `insert into ${name} (${written.map((column) => column.name).join(", ")}) values (${places})`
  const valuesOfItem = (some: typeof written) => (item: A) =>
    some.map(({ type, valueOf }) => type.one((valueOf(item) ?? null) as never))

  return {
    /** For `select` and `returning`. */
    columns: fragment([literal(selected)]) satisfies Fragment,
    read,
    record,
    /** Inserts items. `end` follows the values: an `on conflict` with its upsert, or `returning`. */
    insert: (items: ReadonlyArray<A>, end = ""): Batch => ({
      text: `${insertion} ${end}`,
      rows: items.map(valuesOfItem(written)),
    }),
    /** Writes items over the rows with the same value of a field. */
    update: (items: ReadonlyArray<A>, key: keyof A): Batch => {
      const keys = columns.filter(({ field }) => field === key)
      const values = written.filter(({ field }) => field !== key)
      const set = values.map((column) => `${column.name} = ?`).join(", ")
      return {
        text: `update ${name} set ${set} where ${keys.map((column) => `${column.name} = ?`).join(" and ")}`,
        rows: items.map(valuesOfItem([...values, ...keys])),
      }
    },
    /** The end of an insert that conflicts on these fields: an unknown field never replaces a known one, and an unchanged row is not written. */
    mergeKnown: (...key: ReadonlyArray<keyof A & string>) =>
      `${conflictOn(columns, key)} ${described.mergeKnown(key)}`,
    /** The same, where the new row only fills what the stored one does not know. */
    underKnown: (...key: ReadonlyArray<keyof A & string>) =>
      `${conflictOn(columns, key)} ${described.underKnown(key)}`,
    /** The same, where the new row replaces the stored one. */
    replace: (...key: ReadonlyArray<keyof A & string>) =>
      `${conflictOn(columns, key)} ${described.replace(key)}`,
  }
}

const conflictOn = (
  columns: ReadonlyArray<{ readonly field: string; readonly name: string }>,
  key: ReadonlyArray<string>,
) => `on conflict (${columns.flatMap(({ field, name }) => (key.includes(field) ? [name] : [])).join(", ")})`
