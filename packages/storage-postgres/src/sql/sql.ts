import { type Described, dieOfSql, type Sql, type Table } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { date, instant, ints, texts } from "./parameters.ts"
import { sqlTypes } from "./sqlTypes.ts"
import { tableOf, valuesOf } from "./table.ts"

const readNumbers = valuesOf(Schema.Int)

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
      put: (items, end) => put(items, sql.literal(end)),
      replace: (items, ...key) => put(items, sql`${table.conflictOn(...key)} ${table.replace(...key)}`),
      mergeKnown: (items, ...key) => put(items, sql`${table.conflictOn(...key)} ${table.mergeKnown(...key)}`),
      underKnown: (items, ...key) => put(items, sql`${table.conflictOn(...key)} ${table.underKnown(...key)}`),
      add: (items) =>
        items.length === 0
          ? Effect.succeed([])
          : Effect.map(
              sql`insert into ${table.name} (${table.names}) select ${table.values}
                from ${table.unnest(items)} with ordinality as made (${table.names}, place) order by place returning id`,
              // Ids rise in the order of the rows.
              (rows) => readNumbers(rows).toSorted((one, other) => one - other),
            ),
      update: (items, key) => (items.length === 0 ? Effect.void : sql`${table.update(items, key)}`),
    }
  },
  // Tables of cursors are not counted as changed.
  unseen: Effect.asVoid,
  amongNumbers: (column, values) => sql`${sql(column)} = any(${ints(values)})`,
  amongTexts: (column, values) => sql`${sql(column)} = any(${texts(values)})`,
  given: (alias, columns) => {
    const names = Object.keys(columns)
    const kinds = Object.values(columns).map(([kind]) => sqlTypes[kind].parse)
    const arrays = Object.values(columns).map(
      ([kind, values]) => sql`${sqlTypes[kind].many(values.map((value) => value ?? null) as never)}`,
    )
    const from = sql`unnest(${sql.csv(arrays)})`
    const taken = `${alias} (${names.join(", ")})`
    if (kinds.every((kind) => kind === undefined)) return sql`${from} as ${sql.literal(taken)}`
    const parsed = names.map((name, at) =>
      kinds[at] === undefined ? name : `${name}::${kinds[at]} as ${name}`,
    )
    return sql`(select ${sql.literal(parsed.join(", "))} from ${from} as ${sql.literal(taken)}) as ${sql(alias)}`
  },
  listOf: (_column, select) => `array(${select})`,
  eachOf: (column, alias) => `unnest(${column}) as ${alias} (value)`,
  holds: (column, text) => sql`${sql.literal(column)} @> ${texts([text])}`,
  hashed: (text) => `md5(${text})`,
  noonOf: (day) => `(${day} + interval '12 hours') at time zone 'UTC'`,
  later: (at, millis) => `(${at} + ${millis} * interval '1 millisecond')`,
  millisOf: (at) => `(extract(epoch from ${at}) * 1000)::bigint`,
  contains: (text, part) => sql`strpos(${sql.literal(text)}, ${part}) > 0`,
  byCodeUnits: `collate "C"`,
  instant,
  day: date,
  takeIds: (table, count) =>
    Effect.map(
      sql`select nextval(pg_get_serial_sequence(${table}, 'id')) from generate_series(1, ${count})`,
      readNumbers,
    ),
})
