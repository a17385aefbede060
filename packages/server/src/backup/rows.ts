import type { DatabaseUnusable } from "@daybook/storage-postgres"
import type { Everything } from "@daybook/storage-sql"
import { DataFolder, type DatabaseUnusable as FileUnusable, SqliteStorage } from "@daybook/storage-sqlite"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import type { ServerSettings } from "../settings.ts"
import { onPostgres } from "../onPostgres.ts"
import type { ServedDomain } from "../serving/servedDomain.ts"
import { restoring } from "./restoring.ts"

/** The rows of the store at `DATABASE_URL`, with no store open. A restore creates the tables of these domains too. */
export const layer = (
  {
    dataDir,
    database,
    databaseTimeout,
    schema,
  }: Pick<ServerSettings, "dataDir" | "database" | "databaseTimeout" | "schema">,
  domains: ReadonlyArray<ServedDomain> = [],
): Layer.Layer<
  Everything.StoredRows,
  DatabaseUnusable | FileUnusable | DataFolder.FolderInUse | DataFolder.FolderUnusable | SqlError
> =>
  database.kind === "postgres"
    ? onPostgres(({ Postgres, SqlStorage }) =>
        Layer.provide(
          SqlStorage.Everything.layer(restoring(domains).postgres),
          Postgres.layer({ url: database.url, schema, statementLimit: Duration.seconds(databaseTimeout) }),
        ),
      )
    : Layer.provide(
        SqliteStorage.Everything.layer(restoring(domains).sqlite),
        DataFolder.layer({ dataDir, besideEarlier: true }),
      )
