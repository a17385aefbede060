import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { mustFind } from "@daybook/storage-sql"
import { valuesOf } from "../sql/table.ts"

const readTables = valuesOf(Schema.String)

/**
 * The tables of our schema whose rows are in responses, as an array of object ids; none where PostgreSQL does not count
 * changes (`track_counts`). Versions and cursors are in no response.
 */
const findTables = (sql: SqlClient.SqlClient) =>
  sql`select coalesce(array_agg(oid), '{}')::text as tables from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'data_versions'
    and relname not like '%cursors' and current_setting('track_counts')::boolean`.pipe(
    Effect.map((rows) => mustFind(readTables(rows)[0], "tables of", "our schema")),
  )

/**
 * Defines `changedRows`, an expression: the rows that this session has inserted, updated and deleted since it last reported them,
 * which it never does within a transaction. Two equal numbers in one transaction mean that nothing was changed between them. It is
 * null where PostgreSQL does not count. Tables are looked up with the first call: each is made before it is written to.
 */
export const makeChangedRows = () => {
  let tables: string | undefined
  return Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
    tables ??= yield* findTables(sql)
    return sql`(select sum(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
      + pg_stat_get_xact_tuples_deleted(oid))::float8 from unnest(${tables}::oid[]) as oid)`
  })
}
