import { Keys, OAuth, ProcessKey, Shares } from "@daybook/access"
import { Digest, mergeStores, ReaderVersion, withDaysFrom } from "@daybook/kernel"
import { Workspaces } from "@daybook/profiles"
import type { Postgres } from "@daybook/storage-postgres"
import type { Everything } from "@daybook/storage-sql"
import * as OnSqlite from "@daybook/storage-sqlite"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { hash } from "node:crypto"
import * as ExportFile from "./backup/exportFile.ts"
import { restoring } from "./backup/restoring.ts"
import { onPostgres } from "./onPostgres.ts"
import * as Patterns from "./patterns.ts"
import type { OwnPorts, ServedDomain, TableError } from "./serving/servedDomain.ts"
import type { ServerSettings } from "./settings.ts"
import * as StoreThread from "./storeThread.ts"
import { version } from "./version.ts"

const { DataFolder, Sqlite, SqliteStorage } = OnSqlite

type StorePorts = Layer.Success<ReturnType<typeof SqliteStorage.common>> | OwnPorts

type StoreError =
  | TableError
  | Layer.Error<ReturnType<typeof DataFolder.layer>>
  | Layer.Error<ReturnType<typeof Postgres.layer>>

type Stores = Layer.Layer<StorePorts, StoreError, DateTime.CurrentTimeZone>

type Domains = ReadonlyArray<ServedDomain>

export interface StoresOptions {
  /** The key that this process takes. */
  readonly processKey?: Redacted.Redacted | undefined
  /** The database in memory, if the stores are to be built on it more than once. */
  readonly memory?: Layer.Layer<OnSqlite.Sqlite.Database> | undefined
  /** Starts the thread that is to write the database file. */
  readonly startStores?: StoreThread.StartStores | undefined
}

const storagesOf = (domains: Domains) => domains.flatMap(({ storage }) => storage ?? [])

/** The stores of these domains on SQLite, and all rows, on whichever database is provided. */
export const sqliteStores = (
  domains: Domains,
): Layer.Layer<
  StorePorts | Everything.StoredRows,
  TableError,
  OnSqlite.Sqlite.Database | DateTime.CurrentTimeZone
> =>
  mergeStores(
    SqliteStorage.common(),
    SqliteStorage.Everything.layer(restoring(domains).sqlite),
    ...storagesOf(domains).map(({ sqlite }) => sqlite),
  )

/** The stores on SQLite: in a file of `DATA_DIR`, which a thread writes, or in memory. */
const onSqlite = (
  domains: Domains,
  { allowNewerSchema, database, dataDir }: Pick<ServerSettings, "allowNewerSchema" | "database" | "dataDir">,
  { memory = Sqlite.layerMemory, startStores }: StoresOptions,
): Stores => {
  const stores = sqliteStores(domains)
  const opened =
    database.kind === "memory"
      ? Layer.provide(stores, [memory, Layer.succeed(OnSqlite.AllowNewerSchema, allowNewerSchema)])
      : Layer.merge(
          DataFolder.layerWith({ dataDir }, (path) =>
            StoreThread.layer(stores, startStores, { path, allowNewerSchema }),
          ),
          DataFolder.layerRoom(dataDir),
        )
  return Layer.provideMerge(ExportFile.layer(dataDir), opened)
}

/** The stores on a PostgreSQL server. */
const onServer = (
  domains: Domains,
  url: Redacted.Redacted,
  { allowNewerSchema, databaseTimeout, dataDir, schema }: ServerSettings,
): Stores =>
  onPostgres(({ AllowNewerSchema, Postgres, SqlStorage }) => {
    const tables = mergeStores(
      SqlStorage.common(),
      ...storagesOf(domains).map(({ postgres }) => postgres),
    ).pipe(
      Layer.provide([Layer.succeed(AllowNewerSchema, allowNewerSchema), SqlStorage.layerLatestMigrations]),
    )
    return Layer.merge(
      tables,
      Layer.provideMerge(ExportFile.layer(dataDir), SqlStorage.Everything.layer(restoring(domains).postgres)),
    ).pipe(Layer.provide(Postgres.layer({ url, schema, statementLimit: Duration.seconds(databaseTimeout) })))
  })

/** The storage ports of these domains and the shared ones, at `DATABASE_URL`, for the owner in `TIME_ZONE`. */
const stores = (domains: Domains, settings: ServerSettings, options: StoresOptions): Stores => {
  const { database } = settings
  return database.kind === "postgres"
    ? onServer(domains, database.url, settings)
    : onSqlite(domains, settings, options)
}

/** Storage of these domains, the owner's time zone and keys: everything for the server and every command. */
export const layer = (
  domains: ReadonlyArray<ServedDomain>,
  settings: ServerSettings,
  options: StoresOptions = {},
) =>
  Layer.mergeAll(Keys.layer, OAuth.layer, Shares.layer, Workspaces.layer).pipe(
    Layer.provide(Layer.succeed(ProcessKey, options.processKey)),
    Layer.provideMerge(stores(domains, settings, options)),
    // The types do not require it: without it patterns are refused.
    Layer.provide(Patterns.layer),
    Layer.provideMerge(DateTime.layerCurrentZone(withDaysFrom(settings.timeZone, settings.dayBeginsAt))),
    // Rows that another version could not read are tried again.
    Layer.provideMerge(Layer.succeed(ReaderVersion, version)),
    Layer.provideMerge(Layer.succeed(Digest, (text) => hash("sha256", text))),
  )
