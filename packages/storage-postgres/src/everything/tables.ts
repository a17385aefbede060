import { Everything, quoted } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { rowsOf } from "../sql/table.ts"

/** A table as its rows are exported and restored. */
export interface StoredTable {
  readonly name: string
  readonly columns: Everything.TableForm
  /** All columns that statements write. */
  readonly written: ReadonlyArray<string>
  /** The columns of numbers that JavaScript may have no place for. */
  readonly long: ReadonlySet<string>
  /** The expressions that order the rows, alike on every database. */
  readonly order: ReadonlyArray<string>
}

const forms: Readonly<Record<string, Everything.ColumnForm>> = {
  bool: "boolean",
  bytea: "bytes",
  float4: "number",
  float8: "number",
  int2: "int",
  int4: "int",
  int8: "int",
  json: "json",
  jsonb: "json",
  timestamptz: "instant",
}

const readColumns = rowsOf(
  Schema.Struct({
    name: Schema.String,
    column: Schema.String,
    type: Schema.String,
    isText: Schema.Boolean,
    isArray: Schema.Boolean,
    isComparable: Schema.Boolean,
    keyPlace: Schema.Int,
  }),
)

/** The tables of the schema, in the order of their names. */
export const findTables = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const columns = readColumns(
    yield* sql`select relname::text as name, attname::text as column, typname::text as type,
        attcollation <> 0 and typcategory = 'S' as is_text, typcategory = 'A' as is_array,
        typcategory not in ('U', 'A') as is_comparable, coalesce(array_position(conkey, attnum), 0) as key_place
      from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema()
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      join pg_type on pg_type.oid = atttypid
      left join pg_constraint on conrelid = pg_class.oid and contype = 'p'
      where relkind = 'r' and relname not like '%\\_migrations'
      order by relname collate "C", attnum`,
  )
  return Array.from(
    Map.groupBy(columns, ({ name }) => name),
    ([name, all]): StoredTable => {
      const exported = all.filter(({ column }) => Everything.isExportedColumn(name, column))
      const key = all.filter(({ keyPlace }) => keyPlace > 0).toSorted((a, b) => a.keyPlace - b.keyPlace)
      // A table without a key, such as one of a single row, is ordered by all that can be compared.
      const comparable = exported.filter(({ isComparable }) => isComparable)
      const namesOf = (some: typeof all) => some.map(({ column }) => column)
      const order = Everything.orderOf(name, namesOf(key), namesOf(comparable))
      const byName = new Map(all.map((one) => [one.column, one]))
      const sorted = [
        ...order,
        ...namesOf(exported)
          .filter((one) => !order.includes(one))
          .toSorted(),
      ]
      const formOf = (column: string): Everything.ColumnForm => {
        const { isArray = false, type = "" } = byName.get(column) ?? {}
        return isArray ? "json" : (forms[type] ?? "text")
      }
      return {
        name,
        columns: Object.fromEntries(sorted.map((column) => [column, formOf(column)])),
        written: namesOf(all),
        long: new Set(
          all.filter(({ type }) => type === "int8" || type === "numeric").map(({ column }) => column),
        ),
        order: order.map((column) =>
          byName.get(column)?.isText ? `${quoted(column)} collate "C"` : quoted(column),
        ),
      }
    },
  )
})

const readNumbers = rowsOf(Schema.Struct({ name: Schema.String, number: Schema.Finite }))

const names = rowsOf(Schema.Struct({ name: Schema.String }))

const recordOf = (
  rows: ReadonlyArray<{ readonly name: string; readonly number: number }>,
): Everything.Numbers => Object.fromEntries(rows.map(({ name, number }) => [name, number]))

/** The last migration on record, by the name of its record. */
export const findMigrations = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const records = names(
    yield* sql`select relname::text as name from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema()
      where relkind = 'r' and relname like '%\\_migrations' order by relname collate "C"`,
  )
  const rows = yield* Effect.forEach(records, ({ name }) =>
    Effect.map(
      sql`select ${name.slice(0, -"_migrations".length)} as name,
        coalesce(max(migration_id), 0)::float8 as number from ${sql(name)}`,
      readNumbers,
    ),
  )
  return recordOf(rows.flat())
})

const readSequences = rowsOf(
  Schema.Struct({ sequence: Schema.String, name: Schema.String, number: Schema.UndefinedOr(Schema.Finite) }),
)

/** The sequences that give ids, with the tables whose rows have these, and the last number of each that was used. */
export const findSequences = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const found = readSequences(
    yield* sql`select sequencename::text as sequence, last_value::float8 as number,
        case sequencename when 'watch_record_ids' then 'watch_records' when 'profile_numbers' then 'profile_requests' else coalesce(owner.relname, sequencename)::text end as name
      from pg_sequences
      left join pg_depend on classid = 'pg_class'::regclass and objid = quote_ident(sequencename)::regclass
        and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
      left join pg_class as owner on owner.oid = refobjid
      where schemaname = current_schema() and sequencename <> 'title_change_numbers'`,
  )
  return found
    .filter(({ name }) => Everything.isExported(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
})
