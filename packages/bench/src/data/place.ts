import { Postgres } from "@daybook/storage-postgres"
import { DataFolder, type Sqlite } from "@daybook/storage-sqlite"
import type { CurrentTimeZone } from "effect/DateTime"
import * as DateTime from "effect/DateTime"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { SqlClient } from "effect/sql/SqlClient"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Pool } from "pg"

/** The database that is measured. */
export type Place =
  | { readonly kind: "postgres"; readonly url: string }
  | { readonly kind: "sqlite"; readonly dataDir: string }

/** A store's layer on each database. */
interface Stores<Ports> {
  readonly postgres: Layer.Layer<Ports, unknown, SqlClient | CurrentTimeZone>
  readonly sqlite: Layer.Layer<Ports, unknown, Sqlite.Database | CurrentTimeZone>
}

/** A client of PostgreSQL, with tables in this schema. A measurement on a busy machine may pause within a transaction. */
export const clientOf = (url: string, schema: string) =>
  Layer.orDie(Postgres.layer({ url: Redacted.make(url), schema, statementLimit: "10 minutes" }))

/** The stores in the database, of the owner in UTC. On PostgreSQL their tables are in the schema. */
export const storesAt = <Ports>(
  place: Place,
  { postgres, sqlite }: Stores<Ports>,
  schema = "daybook",
): Layer.Layer<Ports> =>
  (place.kind === "postgres"
    ? Layer.provide(postgres, clientOf(place.url, schema))
    : Layer.provide(sqlite, DataFolder.layer({ dataDir: place.dataDir }))
  ).pipe(Layer.provide(DateTime.layerCurrentZoneNamed("UTC")), Layer.orDie)

/** Runs bare statements on the database, without a store. */
export interface BareClient {
  readonly ask: (statement: string) => Promise<ReadonlyArray<unknown>>
  readonly end: () => Promise<void>
}

/** Opens a bare client of the database, by its own driver. */
export const openBare = async (place: Place, schema = "daybook"): Promise<BareClient> => {
  if (place.kind === "sqlite") {
    const database = new DatabaseSync(join(place.dataDir, "daybook.db"), { readOnly: true })
    return { ask: async (statement) => database.prepare(statement).all(), end: async () => database.close() }
  }
  const pool = new Pool({ connectionString: place.url, options: `-c search_path=${schema}` })
  return { ask: async (statement) => (await pool.query(statement)).rows, end: () => pool.end() }
}
