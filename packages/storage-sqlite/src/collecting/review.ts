import { Tally, topsOfReview } from "@daybook/collecting"
import type { DateRange } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { countRows, inRange } from "../sql/paging.ts"
import { rowsOf } from "../sql/table.ts"

const readTallies = rowsOf(Tally)

/** Reviews the additions of ranges. */
export const reviewIn = (database: Database["Service"]) => {
  const { all, read, sql } = database
  return Effect.fn("CollectingStore.review")((range: DateRange) =>
    read(() => {
      const within = sql`added_at is not null and ${inRange(sql, "added_at", range)}`
      const tally = (column: "artist" | "format", table: "owned_records" | "owned_films") => {
        const name = sql(column)
        return readTallies(
          all(sql`select ${name} as name, count(*) as count from ${sql(table)} where ${within} and ${name} <> ''
            group by ${name} order by count desc, ${name} limit ${topsOfReview}`),
        )
      }
      return {
        records: countRows(database, sql`owned_records where ${within}`),
        media: countRows(database, sql`owned_films where ${within}`),
        artists: tally("artist", "owned_records"),
        formats: tally("format", "owned_records"),
        mediaFormats: tally("format", "owned_films"),
      }
    }),
  )
}
