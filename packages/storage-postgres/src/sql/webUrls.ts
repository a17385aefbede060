import type * as SqlClient from "effect/sql/SqlClient"

// A whole rule in SQL would be another one than the kernel's: this is what earlier versions let through.
const isNone = "!~* '^https?://.'"

/** Statements of a migration: empties columns of URLs that are not of http or https, which earlier versions stored. */
export const emptyOtherUrls = (sql: SqlClient.SqlClient, table: string, ...columns: ReadonlyArray<string>) =>
  columns.map(
    (column) =>
      sql`update ${sql(table)} set ${sql(column)} = '' where ${sql(column)} <> '' and ${sql(column)} ${sql.literal(isNone)}`,
  )

/** The same for fields of the items that edits touch, as their sources reported them. */
export const emptyOtherReportedUrls = (
  sql: SqlClient.SqlClient,
  domain: string,
  ...fields: ReadonlyArray<string>
) =>
  fields.map(
    (field) =>
      sql`update told_items set item = jsonb_set(item, array[${field}::text], '""')
        where domain = ${domain} and item->>${field}::text <> '' and item->>${field}::text ${sql.literal(isNone)}`,
  )
