import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { rowsOf } from "../sql/table.ts"

/*
 * An epoch of the database lasts until it crashes: its number is in an unlogged table, which crash recovery and the promotion
 * of a standby empty. Commits that had not reached the disk are undone then, and their numbers are used again. So whatever a
 * process remembers of the database holds in the epoch that it was read in, and the statement or the transaction that relies
 * on it reads the epoch as well: neither outlives a crash.
 */

const begin = (sql: SqlClient.SqlClient) =>
  sql`insert into epochs (number) values ((random() * 9e15)::bigint) on conflict do nothing`

/**
 * Makes the function that reads items and their epoch by one statement: a query with the column `epoch`, of `epochs`
 * and its left joins. It has no row only if no epoch has started, and is run again in the next one.
 */
export const readerInEpoch = <A>(sql: SqlClient.SqlClient, model: Schema.Schema<A>) => {
  const read = rowsOf(Schema.Struct({ epoch: Schema.Finite, item: Schema.UndefinedOr(model) }), {
    item: { flat: {} },
  })
  return Effect.fnUntraced(function* (query: Effect.Effect<ReadonlyArray<unknown>, SqlError>) {
    for (;;) {
      const rows = read(yield* query)
      const [first] = rows
      if (first !== undefined) {
        return { epoch: first.epoch, items: rows.flatMap(({ item }) => (item === undefined ? [] : [item])) }
      }
      yield* begin(sql)
    }
  })
}
