import { Keys, ProcessKey, Shares } from "@daybook/access"
import { Digest, ReaderVersion } from "@daybook/kernel"
import { Workspaces } from "@daybook/profiles"
import { MemoryStorage } from "@daybook/storage-memory"
import { AllowNewerSchema, Pglite, Postgres, SqlStorage } from "@daybook/storage-postgres"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { hash } from "node:crypto"
import * as ExportFile from "./everything/exportFile.ts"
import * as MemoryStores from "./everything/memoryStores.ts"
import * as Patterns from "./patterns.ts"
import type { OwnPorts, ServedDomain, TableError } from "./servedDomain.ts"
import type { ServerSettings } from "./settings.ts"
import { version } from "./version.ts"

type StorePorts = Layer.Success<ReturnType<typeof MemoryStorage.common>> | OwnPorts

type StoreError =
  | TableError
  | Layer.Error<ReturnType<typeof Pglite.layer>>
  | Layer.Error<ReturnType<typeof Postgres.layer>>

/** The storage ports of these domains and the shared ones, at `DATABASE_URL`, for a person in `TIME_ZONE`. */
const stores = (
  domains: ReadonlyArray<ServedDomain>,
  { allowNewerSchema, database, databaseTimeout, dataDir, durability, schema }: ServerSettings,
): Layer.Layer<StorePorts, StoreError, DateTime.CurrentTimeZone> => {
  const stored = domains.flatMap(({ storage }) => storage ?? [])
  const tables = Layer.mergeAll(SqlStorage.common(), ...stored.map(({ sql }) => sql)).pipe(
    Layer.provide([Layer.succeed(AllowNewerSchema, allowNewerSchema), SqlStorage.layerLatestMigrations]),
  )
  const inSql = () =>
    Layer.merge(tables, Layer.provideMerge(ExportFile.layer(dataDir), SqlStorage.Everything.layer))
  switch (database.kind) {
    case "memory":
      return Layer.provideMerge(
        ExportFile.layer(dataDir),
        MemoryStores.layer({
          memory: Layer.mergeAll(MemoryStorage.common(), ...stored.map(({ memory }) => memory)),
          sql: tables,
          calls: [...MemoryStorage.commonCalls, ...stored.flatMap(({ calls }) => calls ?? [])],
          schema,
        }),
      )
    case "pglite":
      return Layer.merge(
        Layer.provide(inSql(), Pglite.layer({ dataDir, schema, durability })),
        Pglite.layerRoom(dataDir),
      )
    case "postgres":
      return Layer.provide(
        inSql(),
        Postgres.layer({ url: database.url, schema, statementLimit: Duration.seconds(databaseTimeout) }),
      )
  }
}

/** Storage of these domains, the person's time zone and keys: everything that the server and every command need. */
export const layer = (
  domains: ReadonlyArray<ServedDomain>,
  settings: ServerSettings,
  processKey?: Redacted.Redacted,
) =>
  Layer.mergeAll(Keys.layer, Shares.layer, Workspaces.layer).pipe(
    Layer.provide(Layer.succeed(ProcessKey, processKey)),
    Layer.provideMerge(stores(domains, settings)),
    // The types do not require it: without it patterns are refused.
    Layer.provide(Patterns.layer),
    Layer.provideMerge(DateTime.layerCurrentZone(settings.timeZone)),
    // Rows that another version could not read are tried again.
    Layer.provideMerge(Layer.succeed(ReaderVersion, version)),
    Layer.provideMerge(Layer.succeed(Digest, (text) => hash("sha256", text))),
  )
