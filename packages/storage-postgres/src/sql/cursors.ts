import { cursorsOf } from "@daybook/storage-sql"
import type * as SqlClient from "effect/sql/SqlClient"
import { sqlOf } from "./sql.ts"

/** The cursors of one domain's sources, in its own table `(source text primary key, cursor text not null)`. */
export const cursorsIn = (sql: SqlClient.SqlClient, table: string) => cursorsOf(sqlOf(sql), table)
