import { type EditLog, Edits } from "@daybook/kernel"
import { allEdits, editLogOf } from "@daybook/storage-sql/kernel"
import type * as SqlClient from "effect/sql/SqlClient"
import { sqlOf } from "../sql/sql.ts"
import { layerOf } from "../sharedStores.ts"
import { migrateEdits } from "./migrations.ts"

/** All edits. */
export const layer = layerOf(Edits, migrateEdits, allEdits)

/** The edits of a domain, to be used in transactions of the domain's writer. */
export const editLogIn = (sql: SqlClient.SqlClient, domain: string): EditLog => editLogOf(sqlOf(sql), domain)
