import { cursorsOf } from "@daybook/storage-sql"
import type * as SqlClient from "effect/sql/SqlClient"
import { sqlOf } from "./sql.ts"

/** The cursors of one domain's sources, in a table `(source text primary key, cursor text not null)` of its own. */
export const cursorsIn = (sql: SqlClient.SqlClient, table: string) => cursorsOf(sqlOf(sql), table)
