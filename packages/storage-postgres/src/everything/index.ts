import { Everything } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { DatabaseUnusable } from "../errors.ts"
import { forLongWork } from "../sql/longWork.ts"
import { findTables } from "./tables.ts"
import { readEverything } from "./readEverything.ts"
import type { TextOf } from "./recount.ts"
import { writeEverything } from "./writeEverything.ts"

export interface RestoreOptions {
  /** The text of an article's HTML, whose words a search finds: `PlainText` of reading. */
  readonly textOf: TextOf
  /** Makes the tables of domains that Daybook does not bring. */
  readonly others?: Effect.Effect<void, DatabaseUnusable, SqlClient.SqlClient>
}

/** All rows of the store that the client leads to, out and in. A restore makes the missing tables. */
export const layer = ({ others = Effect.void, textOf }: RestoreOptions) =>
  Layer.effect(
    Everything.StoredRows,
    Effect.map(SqlClient.SqlClient, (client) => {
      const sql = forLongWork(client)
      return {
        forms: Effect.map(findTables(sql), (tables) =>
          Object.fromEntries(
            tables.flatMap(({ columns, name }) => (Everything.isExported(name) ? [[name, columns]] : [])),
          ),
        ),
        read: readEverything(sql),
        write: writeEverything(sql, others, textOf),
      }
    }),
  )
