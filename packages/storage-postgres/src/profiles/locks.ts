import type * as SqlClient from "effect/sql/SqlClient"

/**
 * The first key of advisory locks of profiles. Databases hold other locks, and several schemas of ours: `lane` locks are
 * held by those who apply or erase, `acceptance` locks by those who accept.
 */
export const lockClass = (sql: SqlClient.SqlClient, schema: string, kind: "lane" | "acceptance") =>
  sql`hashtext(${`${schema} profiles ${kind}`})`
