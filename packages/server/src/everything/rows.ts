import { DatabaseUnusable, Postgres, SqlStorage } from "@daybook/storage-postgres"
import type { DataFolder } from "@daybook/storage-sqlite"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import type { ServerSettings } from "../settings.ts"

/** The rows of the store at `DATABASE_URL`, with none of its domains: no table is made or brought up to date. */
export const layer = ({
  database,
  databaseTimeout,
  schema,
}: Pick<ServerSettings, "dataDir" | "database" | "databaseTimeout" | "schema">): Layer.Layer<
  SqlStorage.Everything.StoredRows,
  DatabaseUnusable | DataFolder.FolderInUse | DataFolder.FolderUnusable | SqlError
> =>
  database.kind === "postgres"
    ? Layer.provide(
        SqlStorage.Everything.layer,
        Postgres.layer({ url: database.url, schema, statementLimit: Duration.seconds(databaseTimeout) }),
      )
    : Layer.effect(
        SqlStorage.Everything.StoredRows,
        Effect.fail(new DatabaseUnusable({ message: "The database file cannot be exported yet" })),
      )
