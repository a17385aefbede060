import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { forLongWork } from "../sql/longWork.ts"
import { readEverything } from "./readEverything.ts"
import { writeEverything } from "./writeEverything.ts"

export type { Everything, ExportedFile, ExportedTable } from "./readEverything.ts"
export type { FindFile, RestoredHead, RestoreRows } from "./writeEverything.ts"

const make = (client: SqlClient.SqlClient) => {
  const sql = forLongWork(client)
  return { read: readEverything(sql), write: writeEverything(sql) }
}

/**
 * All rows of a store, out and in. An export is rows of tables, in the form that their migrations give them: what is stored
 * is in it, with every id, and of any domain.
 */
export class StoredRows extends Context.Service<StoredRows, ReturnType<typeof make>>()(
  "daybook/storage-postgres/StoredRows",
) {}

/** The rows of the store that the client leads to. Its tables need not be there yet. */
export const layer = Layer.effect(StoredRows, Effect.map(SqlClient.SqlClient, make))
