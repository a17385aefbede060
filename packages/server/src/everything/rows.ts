import {
  type DatabaseUnusable,
  type FolderInUse,
  type FolderUnusable,
  Pglite,
  Postgres,
  SqlStorage,
} from "@daybook/storage-postgres"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import type { ServerSettings } from "../settings.ts"

/** The rows of the store at `DATABASE_URL`, with none of its domains: no table is made or brought up to date. */
export const layer = ({
  dataDir,
  database,
  databaseTimeout,
  durability,
  schema,
}: Pick<ServerSettings, "dataDir" | "database" | "databaseTimeout" | "durability" | "schema">): Layer.Layer<
  SqlStorage.Everything.StoredRows,
  DatabaseUnusable | FolderInUse | FolderUnusable | SqlError
> =>
  database.kind === "postgres"
    ? Layer.provide(
        SqlStorage.Everything.layer,
        Postgres.layer({ url: database.url, schema, statementLimit: Duration.seconds(databaseTimeout) }),
      )
    : Layer.provide(SqlStorage.Everything.layer, Pglite.layer({ dataDir, schema, durability }))
