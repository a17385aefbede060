import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** Makes a client of a node of Citus, whose statements have this limit. */
export type NodeClient = (
  place: { readonly name: string; readonly port: number },
  schema: string,
  statementLimit: Duration.Duration,
  maxConnections: number,
) => Effect.Effect<SqlClient.SqlClient, SqlError, Scope.Scope>

interface WithNodes extends SqlClient.SqlClient {
  readonly nodeClient: NodeClient
}

const hasNodes = (sql: SqlClient.SqlClient): sql is WithNodes => "nodeClient" in sql

/** Adds to a client the way to the nodes of its database, if that is Citus. */
export const withNodes = <Client extends SqlClient.SqlClient>(
  client: Client,
  nodeClient: NodeClient,
): Client => Object.assign(client, { nodeClient })

/** The way to nodes. A host's own client has none. */
export const nodeClientOf = (sql: SqlClient.SqlClient): NodeClient | undefined =>
  hasNodes(sql) ? sql.nodeClient : undefined
