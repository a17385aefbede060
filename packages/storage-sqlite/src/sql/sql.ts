import { type Described, dieOfSql, type Sql, type Table } from "@daybook/storage-sql"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "./database.ts"
import { takeId } from "./nextId.ts"
import { jsonList, tableOf } from "./table.ts"

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
        replace: (items, ...key) => put(items, table.replace(...key)),
        mergeKnown: (items, ...key) => put(items, table.mergeKnown(...key)),
        update: (items, key) => Effect.sync(() => many(table.update(items, key))),
      }
    },
    unseen: (work) =>
      Effect.contextWith((context: Context.Context<never>) =>
        Effect.sync(() => void unseen(() => Effect.runSyncWith(context)(Effect.orDie(work)))),
      ),
    amongNumbers: among,
    amongTexts: among,
    instant: (at) => at,
    day: (day) => day,
    nextId: (table) => Effect.sync(() => String(takeId(database, table))),
  }
}
