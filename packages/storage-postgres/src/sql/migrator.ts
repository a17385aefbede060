import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Migrator from "effect/sql/Migrator"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { mustFind } from "@daybook/storage-sql"
import { rowsOf, valuesOf } from "./table.ts"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { DatabaseUnusable, reasonOf } from "../errors.ts"
import { forLongWork, waitingForLocks } from "./longWork.ts"
import { TellsUpgrade } from "./reportsUpgrade.ts"

/** The one lock of all migrations: servers that start together wait for each other. */
export const migrationLock = 0x64626b

const lock = (sql: SqlClient.SqlClient) => sql`select pg_advisory_xact_lock(${migrationLock})`

/** True where tables that a newer version has migrated may be used; by default they are refused. */
export const AllowNewerSchema = Context.Reference<boolean>("daybook/storage-postgres/AllowNewerSchema", {
  defaultValue: () => false,
})

/** The number of the last migration that is run, by domain; by default all are. For tests of tables of an earlier version. */
export const LastMigrations = Context.Reference<Readonly<Record<string, number>>>(
  "daybook/storage-postgres/LastMigrations",
  { defaultValue: () => ({}) },
)

/** False if tables are known to be up to date: no statement runs. */
export const Migrates = Context.Reference<boolean>("daybook/storage-postgres/Migrates", {
  defaultValue: () => true,
})

/** Creates a missing schema. Two servers may start on an empty database at once. */
export const createSchema = (sql: SqlClient.SqlClient, schema: string): Effect.Effect<void, SqlError> => {
  // A user without the right to create schemas may use an existing one.
  const isMissing = Effect.map(
    sql`select 1 from pg_namespace where nspname = ${schema}`,
    (known) => known.length === 0,
  )
  const make = waitingForLocks(
    `making the schema ${schema}`,
    sql.withTransaction(Effect.andThen(lock(sql), Effect.when(sql`create schema ${sql(schema)}`, isMissing))),
  )
  return Effect.asVoid(Effect.when(make, isMissing))
}

/** The latest migration on record of each domain, as a start has read them. Domains that are not in it look for their own. */
export const LatestMigrations = Context.Reference<ReadonlyMap<string, number>>(
  "daybook/storage-postgres/LatestMigrations",
  { defaultValue: () => new Map() },
)

const readNames = valuesOf(Schema.String)

const readLatest = rowsOf(Schema.Struct({ domain: Schema.String, latest: Schema.UndefinedOr(Schema.Int) }))

/**
 * Reads the latest migrations of all domains before stores are built on it. Each store upgrades its own tables and
 * those it shares with others, so a start with nothing to do would ask a hundred times.
 */
export const layerLatestMigrations: Layer.Layer<never, SqlError | Schema.SchemaError, SqlClient.SqlClient> =
  Layer.effect(
    LatestMigrations,
    Effect.gen(function* () {
      const sql = forLongWork(yield* SqlClient.SqlClient)
      // Other programs may have records of such names, and of other forms, next to ours.
      const tables = readNames(
        yield* sql`select relname from pg_class where relname like '%\\_migrations' and relkind = 'r'
          and relnamespace = current_schema()::regnamespace and has_table_privilege(oid, 'select') and exists (select 1 from pg_attribute
            where attrelid = pg_class.oid and attname = 'migration_id' and atttypid = 'int4'::regtype)`,
      )
      if (tables.length === 0) return new Map()
      const each = tables.map(
        (table) =>
          sql`select ${domainOf(table)}::text as domain, max(migration_id) as latest from ${sql(table)}`,
      )
      const rows = readLatest(yield* sql`${sql.join(" union all ", false)(each)}`)
      return new Map(
        rows.flatMap(({ domain, latest }) => (latest === undefined ? [] : [[domain, latest] as const])),
      )
    }),
  )

const readMigrations = rowsOf(Schema.Struct({ migrationId: Schema.Int, name: Schema.String }))

const suffix = "_migrations"

/** The table that records a domain's migrations. */
const recordOf = (domain: string) => `${domain}${suffix}`

const domainOf = (record: string) => record.slice(0, -suffix.length)

const numberOf = (name: string) => Number.parseInt(name, 10)

const newestOf = (known: ReadonlyArray<string>) => Math.max(...known.map(numberOf))

/**
 * True if the record is there. The catalog is read as any table is: `to_regclass` remembers in a session that a name
 * was missing, until its next transaction begins, and so misses a table that another server makes meanwhile.
 */
const hasRecord = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(
    sql`select 1 from pg_class where relname = ${table} and pg_table_is_visible(oid)`,
    (found) => found.length > 0,
  )

/** True if the latest migration on record is the latest that this version knows. This takes no lock. */
const isUpToDate = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  domain: string,
  known: ReadonlyArray<string>,
) {
  const newest = newestOf(known)
  if ((yield* LatestMigrations).get(domain) === newest) return true
  const table = recordOf(domain)
  if (!(yield* hasRecord(sql, table))) return false
  const [latest] = readMigrations(
    yield* sql`select migration_id, name from ${sql(table)} order by migration_id desc limit 1`,
  )
  return latest?.migrationId === newest
})

/** Makes the record of a domain's migrations. Refuses tables whose latest migration is unknown to this version. */
const openRecord = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  domain: string,
  known: ReadonlyArray<string>,
) {
  const table = recordOf(domain)
  if (!(yield* hasRecord(sql, table))) {
    // Effect's migrator would make this table too, but cannot handle another server that makes it at the same time.
    yield* sql`create table ${sql(table)} (migration_id integer primary key,
      created_at timestamp with time zone not null default now(), name text not null)`
    return
  }
  const newest = newestOf(known)
  const [latest] = readMigrations(
    yield* sql`select migration_id, name from ${sql(table)}
      where migration_id > ${newest} order by migration_id desc limit 1`,
  )
  if (latest === undefined || (yield* AllowNewerSchema)) return
  return yield* new DatabaseUnusable({
    message:
      `The tables of ${domain} are newer than this version of Daybook: it knows them up to ${newest}, and they are at ` +
      `${latest.migrationId}_${latest.name}. Start the version that wrote them, or set ALLOW_NEWER_SCHEMA=on if you know ` +
      "that this one can use them",
  })
})

/**
 * Brings the tables of one domain up to date. `migrations` are statements keyed `<number>_<name>`; one that has
 * landed is never edited. Each domain has its own record of migrations, so a program that embeds one domain gets its
 * tables and no others.
 */
export const migrate = (
  domain: string,
  migrations: Record<string, (sql: SqlClient.SqlClient) => ReadonlyArray<Effect.Effect<unknown, SqlError>>>,
): Effect.Effect<void, DatabaseUnusable, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (!(yield* Migrates)) return
    const sql = forLongWork(yield* SqlClient.SqlClient)
    const last = (yield* LastMigrations)[domain] ?? Infinity
    const some = Object.entries(migrations).filter(([name]) => numberOf(name) <= last)
    const known = some.map(([name]) => name)
    const latest = (yield* LatestMigrations).get(domain)
    const later = known.filter((name) => latest !== undefined && numberOf(name) > latest)
    const tell = yield* TellsUpgrade
    if (later.length > 0) yield* tell(`the tables of ${domain}`)
    if (yield* isUpToDate(sql, domain, known)) return
    const step = (name: string) => {
      const at = later.indexOf(name)
      return at < 0 ? Effect.void : tell(`the tables of ${domain}, step ${at + 1} of ${later.length}`)
    }
    const run = Migrator.make({})({
      table: recordOf(domain),
      loader: Migrator.fromRecord(
        Object.fromEntries(
          some.map(([name, statements]) => [
            name,
            Effect.andThen(
              step(name),
              Effect.forEach(statements(sql), (statement) => statement, { discard: true }),
            ),
          ]),
        ),
      ),
    }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    yield* waitingForLocks(
      `bringing the tables of ${domain} up to date`,
      sql.withTransaction(
        // A process goes by its tables for as long as it runs: a crash of the database must not undo them.
        Effect.andThen(sql`set local synchronous_commit = on`, lock(sql)).pipe(
          Effect.andThen(openRecord(sql, domain, known)),
          Effect.andThen(run),
        ),
      ),
    )
  }).pipe(
    Effect.mapError((error) => {
      if (error._tag === "DatabaseUnusable") return error
      const step = isSqlError(error) ? "" : `${error.message}: `
      const failure = isSqlError(error) ? error : error.cause
      const reason = isSqlError(failure) ? reasonOf(failure) : error.message
      return new DatabaseUnusable({
        message: `The tables of ${domain} cannot be brought up to date: ${step}${reason}`,
      })
    }),
  )

/** The schema that holds the tables of this client. */
export const readSchema = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`select current_schema()`, (rows) => mustFind(readNames(rows)[0], "schema", rows))
