import { type EditLog, Edits } from "@daybook/kernel"
import { allEdits, editLogOf } from "@daybook/storage-sql/kernel"
import type { Database } from "../sql/database.ts"
import { sqlOf } from "../sql/sql.ts"
import { layerOf } from "../sharedStores.ts"
import { migrateEdits } from "./migrations.ts"

/** All edits. */
export const layer = layerOf(Edits, migrateEdits, allEdits)

/** The edits of a domain, to be used in transactions of the domain's writer. */
export const editLogIn = (database: Database["Service"], domain: string): EditLog =>
  editLogOf(sqlOf(database), domain)
