import { type Described, dieOfSql, mustFind, type Sql, type Table } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { date, instant, ints, texts } from "./parameters.ts"
import { tableOf, valuesOf } from "./table.ts"

const readIds = valuesOf(Schema.String)

const tables = new WeakMap<Described<never>, ReturnType<typeof tableOf>>()

const madeOf = <A>(described: Described<A>) => {
  const made =
    (tables.get(described as Described<never>) as ReturnType<typeof tableOf<A>>) ?? tableOf(...described)
  tables.set(described as Described<never>, made as never)
  return made
}

/** PostgreSQL to the members of stores that SQLite has in the same words. */
export const sqlOf = (sql: SqlClient.SqlClient): Sql => ({
  sql,
  read: dieOfSql,
  transaction: (work) => dieOfSql(sql.withTransaction(work)),
  tableOf: <A>(described: Described<A>): Table<A> => {
    const table = madeOf(described)
    const put = (items: ReadonlyArray<A>, end: Fragment) =>
      items.length === 0
        ? Effect.succeed(0)
        : Effect.map(sql`${table.insert(items)} ${end} returning 1`, (rows) => rows.length)
    return {
      ...table,
      insert: (items) => put(items, sql``),
      replace: (items, ...key) => put(items, sql`${table.conflictOn(...key)} ${table.replace(...key)}`),
      mergeKnown: (items, ...key) => put(items, sql`${table.conflictOn(...key)} ${table.mergeKnown(...key)}`),
      update: (items, key) => (items.length === 0 ? Effect.void : sql`${table.update(items, key)}`),
    }
  },
  // Tables of cursors are not counted as changed.
  unseen: Effect.asVoid,
  amongNumbers: (column, values) => sql`${sql(column)} = any(${ints(values)})`,
  amongTexts: (column, values) => sql`${sql(column)} = any(${texts(values)})`,
  instant,
  day: date,
  nextId: (table) =>
    Effect.map(sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::text`, (rows) =>
      mustFind(readIds(rows)[0], "id", table),
    ),
})
