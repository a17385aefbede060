import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** The version that the transaction at work has raised: the plays that it stores come with it. */
export const versionNow = (sql: SqlClient.SqlClient): Fragment =>
  sql`(select version::int from data_versions where domain = 'listening')`
