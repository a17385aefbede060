import type { Keys } from "@daybook/access"
import type { DomainRoutes, HandlerServices, RoutesOf, RouteServices } from "@daybook/http"
import type { Images } from "@daybook/images"
import type {
  Digest,
  Domain,
  DomainName,
  DomainServices,
  EpochMillis,
  FileImport,
  Setting,
} from "@daybook/kernel"
import type { Linking } from "@daybook/sources"
import type { DatabaseUnusable } from "@daybook/storage-postgres"
import type { Everything } from "@daybook/storage-sql"
import type * as OnSqlite from "@daybook/storage-sqlite"
import type * as Command from "effect/cli/Command"
import type { CurrentTimeZone } from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import type { SchemaError } from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { SettingError } from "../settings/read.ts"
import type { ServerSettings } from "../settings/serverSettings.ts"

/** The ports that are there for every domain, whatever the list. */
export type CommonPorts =
  | Layer.Success<ReturnType<typeof OnSqlite.SqliteStorage.common>>
  | CurrentTimeZone
  | Digest
  | Keys

/** The errors of creating or migrating tables. */
export type TableError = DatabaseUnusable | OnSqlite.DatabaseUnusable | SchemaError | SqlError

/** The storage ports of a domain, on SQLite and on PostgreSQL. */
interface Storage<SqliteStores, PostgresStores> {
  readonly sqlite: Layer.Layer<SqliteStores, TableError, OnSqlite.Sqlite.Database | CurrentTimeZone>
  readonly postgres: Layer.Layer<PostgresStores, TableError, SqlClient | CurrentTimeZone>
  /** Create or upgrade its tables: its migrations, which also create them for a restore into an empty store. */
  readonly tables?: {
    readonly sqlite: Effect.Effect<void, OnSqlite.DatabaseUnusable, OnSqlite.Sqlite.Database>
    readonly postgres: Effect.Effect<void, DatabaseUnusable, SqlClient>
    /**
     * By table, the kinds of those columns that SQLite's types do not say: flags, JSON, and instants whose names do not end in `at`.
     * With them an export is the same from both databases, and each restores the other's.
     */
    readonly forms?: Readonly<Record<string, Everything.TableForm>>
  }
}

/** A command next to `sync` and `import`, on the domain's ports. Its errors are one line for the owner. */
export type DomainCommand<R = never> = Command.Command<
  // A command's type is invariant in its name.
  // oxlint-disable-next-line no-explicit-any
  any,
  never,
  unknown,
  { readonly message: string },
  R
>

/** The ports that a domain's own layers give, once a list has erased their types. */
export interface OwnPorts {
  readonly "~daybook/server/OwnPorts": never
}

/** A domain as the server and the command line hold it in a list. Its own layers provide all ports that its parts need. */
export interface ServedDomain {
  readonly domain: Domain<DomainName, OwnPorts | CommonPorts>
  readonly routes: RoutesOf<
    Domain<DomainName, OwnPorts | CommonPorts>,
    never,
    OwnPorts | CommonPorts | Images | RouteServices
  >
  readonly storage?: Storage<OwnPorts, OwnPorts>
  readonly services: Setting.Services
  readonly sources: (
    services: Setting.ServiceValues<Setting.Services>,
    server: ServerSettings,
  ) => Layer.Layer<OwnPorts, SettingError, OwnPorts | CommonPorts | HttpClient>
  readonly links?: (services: Setting.ServiceValues<Setting.Services>) => ReadonlyArray<Linking.Linkable>
  readonly imports?: FileImport<OwnPorts | CommonPorts>
  readonly commands?: ReadonlyArray<DomainCommand<OwnPorts | CommonPorts>>
  readonly storeDemo?: (until: EpochMillis) => Effect.Effect<void, never, OwnPorts | CommonPorts>
}

/** A domain whose layers miss ports that its parts need. No list takes it, and the type error names the ports. */
export interface Unserved<Missing> {
  readonly "no layer of it gives": Missing
}

type IfClosed<Missing> = [Missing] extends [never] ? ServedDomain : Unserved<Missing>

/** Puts the parts of a domain together. */
export const servedDomain = <
  const Described extends Domain,
  const Routes extends DomainRoutes,
  const Services extends Setting.Services,
  Source,
  SourceNeeds,
  Stores = never,
  PostgresStores = never,
  Imports = never,
  Commands = never,
  Demo = never,
>(parts: {
  readonly domain: Described
  readonly routes: Routes
  /** Left out by a domain that stores nothing. */
  readonly storage?: Storage<Stores, PostgresStores>
  /** The settings of its services, by the names of their values in `sources`. */
  readonly services: Services
  /** Its source ports, of those services that are configured. */
  readonly sources: (
    services: Setting.ServiceValues<Services>,
    server: ServerSettings,
  ) => Layer.Layer<Source, SettingError, SourceNeeds>
  /** Its services whose accounts can be linked. If domains share one, only one names it. */
  readonly links?: (services: Setting.ServiceValues<Services>) => ReadonlyArray<Linking.Linkable>
  /** The files that `import` takes. */
  readonly imports?: FileImport<Imports>
  readonly commands?: ReadonlyArray<DomainCommand<Commands>>
  /** Stores generated data up to this instant, for the demo. */
  readonly storeDemo?: (until: EpochMillis) => Effect.Effect<void, never, Demo>
}): IfClosed<
  | Exclude<
      | DomainServices<Described>
      | Exclude<HandlerServices<Routes>, Images | RouteServices>
      | Exclude<SourceNeeds, HttpClient>
      | Imports
      | Commands
      | Demo,
      Stores | Source | CommonPorts
    >
  | Exclude<Stores, PostgresStores>
> =>
  // A list cannot distinguish the ports of one domain from another's, so their types are erased here.
  parts as never
