import { CollectingStore } from "@daybook/collecting"
import { Pglite, Postgres, SqlStorage } from "@daybook/storage-postgres"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Environment } from "./daybook.ts"
import type { Copy } from "./discogsStandIn.ts"

const utc = Layer.orDie(DateTime.layerCurrentZoneNamed("UTC"))

/** The copies that a store has, by instance; no server has it open. */
export const copiesIn = (env: Environment): Promise<ReadonlyArray<Copy>> => {
  const schema = env["DATABASE_SCHEMA"] ?? "daybook"
  const url = env["DATABASE_URL"]
  const client: Layer.Layer<SqlClient, unknown> =
    url === undefined
      ? Pglite.layer({ dataDir: env["DATA_DIR"] ?? "", schema })
      : Postgres.layer({ url: Redacted.make(url), schema })
  const read = Effect.flatMap(CollectingStore, (store) => store.recordsBeside("discogs", new Set()))
  return Effect.runPromise(
    Effect.map(read, (records) =>
      records.map(({ instanceId, releaseId }) => ({ release: releaseId, instance: instanceId })),
    ).pipe(Effect.provide(SqlStorage.Collecting.layer().pipe(Layer.provide([client, utc])))),
  )
}

export const byInstance = (copies: ReadonlyArray<Copy>) => copies.toSorted((a, b) => a.instance - b.instance)
