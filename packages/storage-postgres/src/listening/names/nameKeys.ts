import { nameKey } from "@daybook/listening"
import { playedTables } from "@daybook/storage-sql/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { forLongWork } from "../../sql/longWork.ts"
import { ints, texts } from "../../sql/parameters.ts"
import { readNamesToKey } from "../rows.ts"

const atOnce = 5_000

/** Adds to names of an earlier version the keys with which they are found and sorted. */
export const keyNames = Effect.fnUntraced(function* (client: SqlClient.SqlClient) {
  const sql = forLongWork(client)
  for (const { names: table } of Object.values(playedTables)) {
    for (;;) {
      const names = readNamesToKey(
        yield* sql`select id, name from ${sql(table)} where name_key is null order by id limit ${atOnce}`,
      )
      if (names.length === 0) break
      yield* sql`update ${sql(table)} as named set name_key = given.name_key
        from unnest(${ints(names.map(({ id }) => id))}, ${texts(names.map(({ name }) => nameKey(name)))}) as given (id, name_key)
        where named.id = given.id`
    }
  }
})
