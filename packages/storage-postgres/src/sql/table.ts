import { type Column, type Columns as ColumnsOf, tablesOf } from "@daybook/storage-sql"
import type * as Schema from "effect/Schema"
import { type Fragment, fragment, literal, parameter } from "effect/sql/Statement"
import { type SqlType, sqlTypes } from "./sqlTypes.ts"

export { rowsOf, valuesOf } from "@daybook/storage-sql"

/** The storage of fields, beyond what their schemas say. */
export type Columns<A> = ColumnsOf<A, SqlType>

const describe = tablesOf(sqlTypes)

const plain = (text: string): Fragment => fragment([literal(text)])

const parsed = ({ name, type }: Column<SqlType>): string =>
  type.parse === undefined ? name : `${name}::${type.parse}`

/** A table whose rows are a model's. */
export const tableOf = <A>(name: string, model: Schema.Schema<A>, options: Columns<A> = {}) => {
  const { columns, mergeKnown, read, record, replace, selected, underKnown, written } = describe(
    name,
    model,
    options,
  )
  const names = written.map((column) => column.name).join(", ")

  const unnestOf = (some: ReadonlyArray<Column<SqlType>>, items: ReadonlyArray<A>): Fragment => {
    const arrays = some.flatMap(({ type, valueOf }, at) => {
      const array = parameter(type.many(items.map((item) => valueOf(item) ?? null) as never))
      return at === 0 ? [array] : [literal(", "), array]
    })
    return fragment([literal("unnest("), ...arrays, literal(")")])
  }

  /** The columns as arrays, for `unnest`. */
  const unnest = (items: ReadonlyArray<A>) => unnestOf(written, items)

  const given = written.map(parsed)

  return {
    name: plain(name),
    /** For `select` and `returning`. */
    columns: plain(selected),
    /** The columns that `unnest` returns. */
    names: plain(names),
    /** The same as values for an insert, in the types of the columns. */
    values: plain(given.join(", ")),
    read,
    record,
    unnest,
    insert: (items: ReadonlyArray<A>): Fragment =>
      fragment([
        literal(`insert into ${name} (${names}) select ${given.join(", ")} from `),
        ...unnest(items).segments,
        literal(` as given (${names})`),
      ]),
    /** Writes items over the rows with the same value of a field. */
    update: (items: ReadonlyArray<A>, key: keyof A): Fragment => {
      const keys = columns.filter(({ field }) => field === key)
      const values = written.filter(({ field }) => field !== key)
      const all = [...keys, ...values]
      const same = keys.map((column) => `${name}.${column.name} = given.${column.name}`)
      return fragment([
        literal(
          `update ${name} set ${values.map((column) => `${column.name} = given.${parsed(column)}`).join(", ")} from `,
        ),
        ...unnestOf(all, items).segments,
        literal(` as given (${all.map((column) => column.name).join(", ")}) where ${same.join(" and ")}`),
      ])
    },
    /** The beginning of the end of an upsert on these fields. */
    conflictOn: (...key: ReadonlyArray<keyof A>): Fragment =>
      plain(
        `on conflict (${columns.flatMap(({ field, name: column }) => (key.includes(field as keyof A) ? [column] : [])).join(", ")})`,
      ),
    /**
     * The end of an upsert on these fields: the kernel's `mergeKnown` in SQL. An unknown field never replaces a known
     * one, and a row that stays the same is not written, so that the rows returned are those that changed.
     */
    mergeKnown: (...key: ReadonlyArray<keyof A>): Fragment => plain(mergeKnown(key)),
    /** The end of an upsert on these fields, in which the new row only fills what the stored one does not know. */
    underKnown: (...key: ReadonlyArray<keyof A>): Fragment => plain(underKnown(key)),
    /** The end of an upsert on these fields, in which the new row replaces the stored one. */
    replace: (...key: ReadonlyArray<keyof A>): Fragment => plain(replace(key)),
  }
}
