import { foldName } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { forLongWork, waitingForLocks } from "../sql/longWork.ts"
import { ints, texts } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"

const readNames = rowsOf(Schema.Struct({ id: Schema.Int, name: Schema.String }))

const atOnce = 1_000

/** The tables whose names are searched: the columns of the name and of its folded form. */
const folded = [
  ["attending_events", "title", "title_key"],
  ["attending_venues", "name", "name_key"],
  ["attending_teams", "name", "name_key"],
  ["attending_players", "name", "name_key"],
] as const

/** Folds the names that an earlier version stored. Servers that start together may do the same work twice. */
export const foldNames = Effect.gen(function* () {
  const sql = forLongWork(yield* SqlClient.SqlClient)
  for (const [table, name, key] of folded) {
    const fold = Effect.gen(function* () {
      const rows = readNames(
        yield* sql`select id, ${sql(name)} as name from ${sql(table)} where ${sql(key)} is null
          order by id limit ${atOnce} for update`,
      )
      if (rows.length === 0) return false
      yield* sql`update ${sql(table)} set ${sql(key)} = given.folded
        from unnest(${ints(rows.map(({ id }) => id))}, ${texts(rows.map((row) => foldName(row.name)))})
          as given (id, folded)
        where ${sql(table)}.id = given.id`
      return true
    })
    yield* waitingForLocks(`folding the names of ${table}`, sql.withTransaction(fold)).pipe(
      Effect.repeat({ while: (more) => more }),
    )
  }
})
