import { dieOfSql, type EntrySelect, type ItemSelect, type Sql, type StoreParts } from "@daybook/storage-sql"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import type { DatabaseUnusable } from "./errors.ts"
import { journalIn } from "./journal/index.ts"
import { writerOf } from "./kernel/dataVersions.ts"
import { searchIn } from "./search/index.ts"
import { Database } from "./sql/database.ts"
import { sqlOf } from "./sql/sql.ts"

/** The parts of a domain that its store needs. */
interface PartsOptions {
  readonly entries: (database: Sql) => EntrySelect
  /** The items that a search finds, by their types. */
  readonly items: (database: Sql) => Readonly<Record<string, ItemSelect>>
  /** Finds again what follows from the owner's time zone. */
  readonly findDays?: (database: Sql, zone: DateTime.TimeZone) => Effect.Effect<unknown, SqlError>
}

/** The parts of the store of a domain, whose tables are there. */
export const partsOf = Effect.fnUntraced(function* (
  domain: string,
  { entries, findDays, items }: PartsOptions,
) {
  const database = sqlOf(yield* Database)
  const zone = yield* DateTime.CurrentTimeZone
  const { journal, settle } = yield* journalIn(
    domain,
    entries(database),
    findDays && { findDays: () => void Effect.runSync(dieOfSql(findDays(database, zone))) },
  )
  const search = yield* searchIn(domain, items(database))
  const write = yield* writerOf(domain, [settle, search.settle])
  const parts: StoreParts = {
    database,
    zone,
    journal,
    searchable: search.searchable,
    matching: (...asked) => Effect.sync(() => search.matching(...asked)),
    write: (change, isSeen) => write(dieOfSql(change), isSeen),
  }
  return parts
})

/** The store of a domain, with its tables. */
export const domainLayer = <Id, Port>(
  port: Context.Key<Id, Port>,
  domain: string,
  migrate: Effect.Effect<void, DatabaseUnusable, Database>,
  shared: PartsOptions & { readonly storeOf: (parts: StoreParts) => NoInfer<Port> },
) => Layer.effect(port, Effect.andThen(migrate, Effect.map(partsOf(domain, shared), shared.storeOf)))
