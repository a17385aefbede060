import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** One lock for everything that makes tables: servers that start together wait for each other. */
const migrationLock = 0x64626b

const lock = (sql: SqlClient.SqlClient) => sql`select pg_advisory_xact_lock(${migrationLock})`

/** Makes the schema where it is missing. Two servers may start on an empty database at once. */
export const createSchema = (sql: SqlClient.SqlClient, schema: string): Effect.Effect<void, SqlError> =>
  sql
    .withTransaction(Effect.andThen(lock(sql), sql`create schema if not exists ${sql(schema)}`))
    .pipe(Effect.asVoid)

/**
 * Brings the tables of one domain up to date. `migrations` are statements keyed `<number>_<name>`; one that has
 * landed is never edited. Each domain has its own record of what was run, so that whoever embeds one domain gets
 * that domain's tables and no others.
 */
export const migrate = (
  domain: string,
  migrations: Record<string, (sql: SqlClient.SqlClient) => ReadonlyArray<Effect.Effect<unknown, SqlError>>>,
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const run = Migrator.make({})({
      table: `${domain}_migrations`,
      loader: Migrator.fromRecord(
        Object.fromEntries(
          Object.entries(migrations).map(([name, statements]) => [
            name,
            Effect.forEach(statements(sql), (statement) => statement, { discard: true }),
          ]),
        ),
      ),
    })
    yield* sql.withTransaction(Effect.andThen(lock(sql), run))
  })

/**
 * The schema in which an extension is, made in "public" where it is missing and can be had; undefined where it cannot.
 * It belongs to the database, so that all schemas in it share one.
 */
export const findExtension = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, name: string) {
  const find = sql<{ schema: string }>`select nspname as schema from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace where extname = ${name}`
  const make = Effect.gen(function* () {
    yield* lock(sql)
    const [known] = yield* find
    if (known !== undefined) return known
    const [offered] = yield* sql`select 1 from pg_available_extensions where name = ${name}`
    if (offered === undefined) return undefined
    yield* sql`create extension if not exists ${sql(name)} with schema public`
    const [made] = yield* find
    return made
  })
  const found = yield* Effect.catch(sql.withTransaction(make), (error) =>
    Effect.as(Effect.logWarning(`the extension ${name} is there but cannot be made`, error), undefined),
  )
  return found?.schema
})
