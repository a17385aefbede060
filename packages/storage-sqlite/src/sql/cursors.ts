import { cursorsOf } from "@daybook/storage-sql"
import type { Database } from "./database.ts"
import { sqlOf } from "./sql.ts"

/** The cursors of one domain's sources, in a table `(source text primary key, cursor text not null)` of this domain. */
export const cursorsIn = (database: Database["Service"], table: string) => cursorsOf(sqlOf(database), table)
