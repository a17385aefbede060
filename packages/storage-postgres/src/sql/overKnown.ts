import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** The name of a column, and the value of it that says nothing: none for a column of which each value says something. */
export type Columns = Readonly<Record<string, "''" | "0" | "null" | "'epoch'" | "none">>

const told = (table: string, column: string, unknown: Columns[string]): string => {
  switch (unknown) {
    case "none":
      return `excluded.${column}`
    case "null":
      return `coalesce(excluded.${column}, ${table}.${column})`
    default:
      return `coalesce(nullif(excluded.${column}, ${unknown}), ${table}.${column})`
  }
}

/**
 * The end of an upsert, from `do update` on: the kernel's `overKnown` in SQL. What is unknown never replaces what is
 * known, and a row that stays the same is not written, so that the rows returned are those that changed.
 */
export const overKnown = (sql: SqlClient.SqlClient, table: string, columns: Columns): Fragment => {
  const all = Object.entries(columns)
  const before = all.map(([column]) => `${table}.${column}`).join(", ")
  const after = all.map(([column, unknown]) => told(table, column, unknown))
  const assignments = all.map(([column], at) => `${column} = ${after[at]}`).join(", ")
  return sql.literal(`do update set ${assignments} where (${before}) is distinct from (${after.join(", ")})`)
}
