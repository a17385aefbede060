import { dieOfSql, type EntrySelect, type ItemSelect, type Sql, type StoreParts } from "@daybook/storage-sql"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { DatabaseUnusable } from "./errors.ts"
import { journalIn } from "./journal/index.ts"
import { keepZone } from "./kernel/keepZone.ts"
import { searchIn } from "./search/index.ts"
import { sqlOf } from "./sql/sql.ts"

/** The parts of a domain that its store needs. */
interface PartsOptions {
  readonly entries: (database: Sql) => EntrySelect
  /** The items that a search finds, by their types. */
  readonly items: (database: Sql) => Readonly<Record<string, ItemSelect>>
  /** The rows that depend on the owner's time zone, and the table `(zone text not null)` that has it. */
  readonly days?: {
    readonly table: string
    /** Names the work in the log. */
    readonly work: string
    readonly find: (database: Sql, zone: DateTime.TimeZone) => Effect.Effect<unknown, SqlError>
  }
}

/** The parts of the store of a domain, whose tables are there. */
export const partsOf = Effect.fnUntraced(function* (domain: string, { days, entries, items }: PartsOptions) {
  const sql = yield* SqlClient.SqlClient
  const zone = yield* DateTime.CurrentTimeZone
  if (days !== undefined)
    yield* keepZone(sql, zone, {
      domain,
      table: days.table,
      work: days.work,
      findAnew: (long) => Effect.asVoid(days.find(sqlOf(long), zone)),
    })
  const { journal, write } = yield* journalIn(domain, (client) => entries(sqlOf(client)))
  const { matching, searchable } = yield* searchIn(domain, (client) => items(sqlOf(client)))
  const parts: StoreParts = {
    database: sqlOf(sql),
    zone,
    journal,
    searchable,
    matching,
    write: (change, isSeen) => dieOfSql(write(change, isSeen)),
  }
  return parts
})

/** The store of a domain, with its tables. */
export const domainLayer = <Id, Port>(
  port: Context.Key<Id, Port>,
  domain: string,
  migrate: Effect.Effect<void, DatabaseUnusable | SqlError, SqlClient.SqlClient>,
  shared: PartsOptions & { readonly storeOf: (parts: StoreParts) => NoInfer<Port> },
) => Layer.effect(port, Effect.andThen(migrate, Effect.map(partsOf(domain, shared), shared.storeOf)))
