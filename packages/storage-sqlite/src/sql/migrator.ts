import { storageUnavailable } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { literal, fragment } from "effect/sql/Statement"
import { DatabaseUnusable } from "../errors.ts"
import { Database } from "./database.ts"
import { rowsOf } from "./table.ts"

/** True where tables that a newer version has migrated may be used; by default they are refused. */
export const AllowNewerSchema = Context.Reference<boolean>("daybook/storage-sqlite/AllowNewerSchema", {
  defaultValue: () => false,
})

const readLast = rowsOf(Schema.Struct({ number: Schema.Int, name: Schema.String }))

const numberOf = (name: string) => Number.parseInt(name, 10)

const newer = (path: string, domain: string, newest: number, found: string) =>
  new DatabaseUnusable({
    message:
      `${path}: the tables of ${domain} are newer than this version of Daybook: it knows them up to ${newest}, and they are at ` +
      `${found}. Start the version that wrote them, or set ALLOW_NEWER_SCHEMA=on if you know that this one can use them`,
  })

/** A database that is full, damaged or in use is found by the first statements: it cannot be opened, which is not a defect. */
export const failOnUnusable = <A, E>(
  opening: Effect.Effect<A, E, Database>,
): Effect.Effect<A, DatabaseUnusable | E, Database> =>
  Effect.catchCause(opening, (cause): Effect.Effect<never, DatabaseUnusable | E, Database> => {
    const unavailable = storageUnavailable(cause)
    if (unavailable === undefined) return Effect.failCause(cause)
    return Effect.flatMap(Database, ({ path }) =>
      Effect.fail(
        new DatabaseUnusable({ message: `The database ${path} cannot be opened: ${unavailable.message}` }),
      ),
    )
  })

/**
 * Brings the tables of one domain up to date. `migrations` are statements keyed `<number>_<name>`, in order; one that has
 * landed is never edited. Each domain is migrated on its own, so a program that embeds one domain gets its tables and no others.
 */
export const migrate = (
  domain: string,
  migrations: Readonly<Record<string, ReadonlyArray<string>>>,
): Effect.Effect<void, DatabaseUnusable, Database> =>
  Effect.gen(function* () {
    const { all, isReader, path, read, sql, transaction } = yield* Database
    if (isReader) return
    const names = Object.keys(migrations)
    const newest = Math.max(...names.map(numberOf))
    const last = () => {
      const isThere =
        all(sql`select 1 from sqlite_schema where name = 'migrations' and type = 'table'`).length > 0
      if (!isThere) return undefined
      return readLast(
        all(sql`select number, name from migrations where domain = ${domain} order by number desc limit 1`),
      )[0]
    }
    const before = yield* read(last)
    if (before?.number === newest) return
    if (before !== undefined && before.number > newest) {
      if (yield* AllowNewerSchema) return
      return yield* newer(path, domain, newest, before.name)
    }
    const now = yield* Clock.currentTimeMillis
    yield* transaction(
      Effect.sync(() => {
        all(sql`create table if not exists migrations (domain text not null, number int not null, name text not null,
          migrated_at int not null, primary key (domain, number)) strict, without rowid`)
        const done = last()?.number ?? 0
        for (const name of names.filter((one) => numberOf(one) > done)) {
          for (const statement of migrations[name] ?? []) all(fragment([literal(statement)]))
          all(
            sql`insert into migrations ${sql.insert({ domain, number: numberOf(name), name, migrated_at: now })}`,
          )
        }
      }),
    )
  }).pipe(failOnUnusable)
