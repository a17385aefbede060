import type { Keys } from "@daybook/access"
import type { DomainRoutes, HandlerServices, RoutesOf, RouteServices } from "@daybook/http"
import type { Images } from "@daybook/images"
import type { Digest, Domain, DomainName, DomainServices, EpochMillis, Setting } from "@daybook/kernel"
import type { Exports } from "@daybook/sources"
import type { MemoryStorage } from "@daybook/storage-memory"
import type { DatabaseUnusable } from "@daybook/storage-postgres"
import type * as Command from "effect/cli/Command"
import type { CurrentTimeZone } from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import type { SchemaError } from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { SettingError } from "./settings/read.ts"
import type { ServerSettings } from "./settings/serverSettings.ts"

/** The ports that every domain may stand on, whichever the server serves. */
export type CommonPorts = Layer.Success<typeof MemoryStorage.common> | CurrentTimeZone | Digest | Keys

/** Tables that cannot be made or brought up to date. */
export type TableError = DatabaseUnusable | SchemaError | SqlError

type MemoryLayer<Stores> = Layer.Layer<Stores, never, CurrentTimeZone>
type SqlLayer<Stores> = Layer.Layer<Stores, TableError, SqlClient | CurrentTimeZone>

/** A command beside `sync` and `import`, on the domain's ports. Its errors are one line for the person. */
export type DomainCommand<R = never> = Command.Command<
  // A command's type is invariant in its name.
  // oxlint-disable-next-line no-explicit-any
  any,
  never,
  unknown,
  { readonly message: string },
  R
>

/** Stands for the ports of a domain whose types are no longer known: those that its own layers give. */
export interface OwnPorts {
  readonly "~daybook/server/OwnPorts": never
}

/** A domain as the server and the command line hold it in a list. Its own layers give all that its parts stand on. */
export interface ServedDomain {
  readonly domain: Domain<DomainName, OwnPorts | CommonPorts>
  readonly routes: RoutesOf<
    Domain<DomainName, OwnPorts | CommonPorts>,
    never,
    OwnPorts | CommonPorts | Images | RouteServices
  >
  readonly storage?: { readonly memory: MemoryLayer<OwnPorts>; readonly sql: SqlLayer<OwnPorts> }
  readonly services: Setting.Services
  readonly sources: (
    services: Setting.ServiceValues<Setting.Services>,
    server: ServerSettings,
  ) => Layer.Layer<OwnPorts, SettingError, OwnPorts | CommonPorts | HttpClient>
  readonly imports?: Exports.FileImport<OwnPorts | CommonPorts>
  readonly commands?: ReadonlyArray<DomainCommand<OwnPorts | CommonPorts>>
  readonly madeUp?: (until: EpochMillis) => Effect.Effect<void, never, OwnPorts | CommonPorts>
}

/** A domain whose layers do not give the ports that its parts stand on: no list takes it, and the error names them. */
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
  SqlStores = never,
  Imports = never,
  Commands = never,
  MadeUp = never,
>(parts: {
  readonly domain: Described
  readonly routes: Routes
  /** Its storage ports in memory, and in SQL; left out by a domain that stores nothing. */
  readonly storage?: { readonly memory: MemoryLayer<Stores>; readonly sql: SqlLayer<SqlStores> }
  /** The settings of the services that it reads, by the names under which `sources` takes their values. */
  readonly services: Services
  /** Its source ports, of those services that are configured. */
  readonly sources: (
    services: Setting.ServiceValues<Services>,
    server: ServerSettings,
  ) => Layer.Layer<Source, SettingError, SourceNeeds>
  /** The files that `import` takes. */
  readonly imports?: Exports.FileImport<Imports>
  readonly commands?: ReadonlyArray<DomainCommand<Commands>>
  /** Stores a made-up life up to this instant, for the demo. */
  readonly madeUp?: (until: EpochMillis) => Effect.Effect<void, never, MadeUp>
}): IfClosed<
  | Exclude<
      | DomainServices<Described>
      | Exclude<HandlerServices<Routes>, Images | RouteServices>
      | Exclude<SourceNeeds, HttpClient>
      | Imports
      | Commands
      | MadeUp,
      Stores | Source | CommonPorts
    >
  | Exclude<Stores, SqlStores>
> =>
  // In a list the ports of one domain cannot be told from those of another: from here on they are its own.
  parts as never
