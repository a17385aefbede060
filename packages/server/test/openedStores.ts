import { Postgres } from "@daybook/storage-postgres"
import { DataFolder, type Sqlite } from "@daybook/storage-sqlite"
import * as DateTime from "effect/DateTime"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Environment } from "./daybook.ts"

/** The stores of a server that has ended, opened in this process for the owner in UTC. */
export const opened = <A>(
  env: Environment,
  stores: {
    readonly sqlite: Layer.Layer<A, unknown, Sqlite.Database | DateTime.CurrentTimeZone>
    readonly postgres: Layer.Layer<A, unknown, SqlClient | DateTime.CurrentTimeZone>
  },
): Layer.Layer<A> => {
  const url = env["DATABASE_URL"]
  const onDatabase =
    url === undefined
      ? Layer.provide(stores.sqlite, DataFolder.layer({ dataDir: env["DATA_DIR"] ?? "" }))
      : Layer.provide(
          stores.postgres,
          Postgres.layer({ url: Redacted.make(url), schema: env["DATABASE_SCHEMA"] ?? "daybook" }),
        )
  return Layer.orDie(Layer.provide(onDatabase, DateTime.layerCurrentZoneNamed("UTC")))
}
