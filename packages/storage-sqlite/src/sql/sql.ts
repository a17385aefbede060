import { type Described, dieOfSql, type Sql, type Table } from "@daybook/storage-sql"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { columnTypes } from "./columnTypes.ts"
import type { Database } from "./database.ts"
import { takeId } from "./nextId.ts"
import { jsonList, tableOf, valuesOf } from "./table.ts"

const readIds = valuesOf(Schema.Int)

const tables = new WeakMap<Described<never>, ReturnType<typeof tableOf>>()

const madeOf = <A>(described: Described<A>) => {
  const made =
    (tables.get(described as Described<never>) as ReturnType<typeof tableOf<A>>) ?? tableOf(...described)
  tables.set(described as Described<never>, made as never)
  return made
}

/** SQLite to the members of stores that PostgreSQL has in the same words. */
export const sqlOf = (database: Database["Service"]): Sql => {
  const { many, read, sql, transaction, unseen } = database
  const among = (column: string, values: ReadonlyArray<number | string>) =>
    sql`${sql(column)} in (select value from json_each(${jsonList(values)}))`
  return {
    sql,
    read: (work) => read(dieOfSql(work)),
    transaction: (work) => transaction(dieOfSql(work)),
    tableOf: <A>(described: Described<A>): Table<A> => {
      const table = madeOf(described)
      const put = (items: ReadonlyArray<A>, end: string) =>
        Effect.sync(() => many(table.insert(items, `${end} returning 1`)).length)
      return {
        ...table,
        insert: (items) => put(items, ""),
        put,
        replace: (items, ...key) => put(items, table.replace(...key)),
        mergeKnown: (items, ...key) => put(items, table.mergeKnown(...key)),
        underKnown: (items, ...key) => put(items, table.underKnown(...key)),
        add: (items) => Effect.sync(() => readIds(many(table.insert(items, "returning id")))),
        update: (items, key) => Effect.sync(() => many(table.update(items, key))),
      }
    },
    unseen: (work) =>
      Effect.contextWith((context: Context.Context<never>) =>
        Effect.sync(() => void unseen(() => Effect.runSyncWith(context)(Effect.orDie(work)))),
      ),
    amongNumbers: among,
    amongTexts: among,
    given: (alias, columns) => {
      const names = Object.keys(columns)
      const lists = Object.values(columns).map(([kind, values]) =>
        values.map((value) => columnTypes[kind].one((value ?? null) as never)),
      )
      const rows = (lists[0] ?? []).map((_, at) => lists.map((values) => values[at]))
      const selected = names.map((name, at) => `value ->> ${at} as ${name}`).join(", ")
      return sql`(select ${sql.literal(selected)} from json_each(${JSON.stringify(rows)})) as ${sql(alias)}`
    },
    listOf: (column, select) => `(select json_group_array(${column}) from (${select}))`,
    eachOf: (column, alias) => `json_each(${column}) as ${alias}`,
    holds: (column, text) =>
      sql`exists (select 1 from ${sql.literal(`json_each(${column}) as one`)} where one.value = ${text})`,
    hashed: (text) => text,
    noonOf: (day) => `unixepoch(${day}) * 1000 + 43200000`,
    later: (at, millis) => `(${at} + ${millis})`,
    millisOf: (at) => at,
    contains: (text, part) => sql`instr(${sql.literal(text)}, ${part}) > 0`,
    // The default.
    byCodeUnits: "collate binary",
    instant: (at) => at,
    day: (day) => day,
    takeIds: (table, count) =>
      Effect.sync(() => {
        if (count === 0) return []
        const last = takeId(database, table, count)
        return Array.from({ length: count }, (_, at) => last - count + 1 + at)
      }),
  }
}
