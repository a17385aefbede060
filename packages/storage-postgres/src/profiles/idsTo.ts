import type { Place } from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { valuesOf } from "../sql/table.ts"

const readIds = valuesOf(Schema.String)

/** Makes the function that returns the ids that resolve to another one, by code point. */
export const makeIdsTo =
  (sql: SqlClient.SqlClient) =>
  ({ version, workspace }: Place, id: string) =>
    Effect.map(
      sql`select distinct_id from profile_aliases where workspace = ${workspace} and version = ${version}
        and target = ${id} order by distinct_id`,
      readIds,
    )
