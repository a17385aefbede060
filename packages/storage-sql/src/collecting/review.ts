import { type CollectingReview, Tally, topsOfReview } from "@daybook/collecting"
import type { DateRange } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { countRows, inRange } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"

const readTallies = rowsOf(Tally)

/** Reviews the additions of ranges. */
export const reviewOf = (database: Sql) =>
  Effect.fn("CollectingStore.review")(function* (range: DateRange) {
    const { byCodeUnits, sql } = database
    const within = sql`added_at is not null and ${inRange(database, "added_at", range)}`
    const tally = (column: "artist" | "format", table: "owned_records" | "owned_films") => {
      const name = sql(column)
      return Effect.map(
        sql`select ${name} as name, count(*) as count from ${sql(table)}
          where ${within} and ${name} <> '' group by ${name}
          order by count desc, ${name} ${sql.literal(byCodeUnits)} limit ${topsOfReview}`,
        readTallies,
      )
    }
    const review: CollectingReview = {
      records: yield* countRows(sql, sql`owned_records where ${within}`),
      media: yield* countRows(sql, sql`owned_films where ${within}`),
      artists: yield* tally("artist", "owned_records"),
      formats: yield* tally("format", "owned_records"),
      mediaFormats: yield* tally("format", "owned_films"),
    }
    return review
  }, database.read)
