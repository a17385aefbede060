import { Pglite, Postgres } from "@daybook/storage-postgres"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** The database that is measured. */
export type Place =
  | { readonly kind: "postgres"; readonly url: string }
  | { readonly kind: "pglite"; readonly dataDir: string }

/** A client of the database, with tables in this schema. */
export const clientOf = (place: Place, schema: string) =>
  place.kind === "postgres"
    ? // A measurement on a busy machine may pause within a transaction.
      Layer.orDie(Postgres.layer({ url: Redacted.make(place.url), schema, statementLimit: "10 minutes" }))
    : Layer.orDie(Pglite.layer({ dataDir: place.dataDir, schema }))
