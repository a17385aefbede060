import { reviewOf, topsOfReview, TypeCount } from "@daybook/attending"
import type { DateRange } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import { countRows, inDays } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { rowsOf, type StatementRows } from "../table.ts"
import * as ListRows from "./listRows.ts"
import { appearances, bestFirst, mostFirst, performances, recordsIn, seenIn, timedEvents } from "./seen.ts"

const readTypes = rowsOf(TypeCount)

/** Reviews the attended events of ranges. */
export const reviewIn = (database: Sql, zone: DateTime.TimeZone) =>
  Effect.fn("AttendingStore.review")(function* (range: DateRange) {
    const { byCodeUnits, sql } = database
    const within = inDays(database, range, zone)

    /** The most seen ones, found before their rows are read. */
    const most = (from: Fragment, key: string, table: string, { selected }: StatementRows<unknown>) => sql`
      select ${sql.literal(selected)}
      from (select * from ${seenIn(database, from, key, within)}
          order by times desc, last_day desc, seen_id limit ${topsOfReview}) as seen
        join ${sql(table)} as item on id = seen_id ${mostFirst(database)}`

    const byType = readTypes(
      yield* sql`select type, count(*) as count from ${timedEvents(database)} where attended and ${within}
        group by type order by count desc, type ${sql.literal(byCodeUnits)}`,
    )
    const venues = ListRows.readReviewedVenues(
      yield* sql`select ${sql.literal(ListRows.readReviewedVenues.selected)}
        from ${seenIn(database, timedEvents(database), "venue_id", within)}
          join (select venue_id, min(day) as first from shown_events where attended group by venue_id) as ever
            on ever.venue_id = seen_id
          join attending_venues as item on id = seen_id ${mostFirst(database)}`,
    )
    const teams = ListRows.readRecords(
      yield* sql`select ${sql.literal(ListRows.readRecords.selected)} from ${recordsIn(database, within)}
          join attending_teams as team on team.id = team_id ${bestFirst(database)} limit ${topsOfReview}`,
    )
    return reviewOf({
      byType,
      venues,
      performers: yield* countRows(
        sql,
        sql`(select distinct performer_id from ${performances(database)} where attended and ${within}) as performer`,
      ),
      topPerformers: ListRows.readPerformers(
        yield* most(performances(database), "performer_id", "shown_performers", ListRows.readPerformers),
      ),
      topPlayers: ListRows.readPlayers(
        yield* most(appearances(database), "player_id", "attending_players", ListRows.readPlayers),
      ),
      teams,
    })
  }, database.read)
