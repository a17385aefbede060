import { ReviewedVenue, reviewOf, topsOfReview, TypeCount } from "@daybook/attending"
import type { DateRange } from "@daybook/kernel"
import { ListRows } from "@daybook/storage-sql/attending"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import { inDays } from "../journal/index.ts"
import type { Database } from "../sql/database.ts"
import { countRows } from "../sql/paging.ts"
import { rowsOf } from "../sql/table.ts"
import { appearances, bestFirst, mostFirst, performances, recordsIn, seenIn, timedEvents } from "./seen.ts"

const readTypes = rowsOf(TypeCount)
const readVenues = rowsOf(ReviewedVenue, { position: { flat: {} } })

/** Reviews the attended events of ranges. */
export const reviewIn = (database: Database["Service"], zone: DateTime.TimeZone) => {
  const { all, read, sql } = database
  const review = (range: DateRange) => {
    const within = inDays(sql, range, zone)

    /** The ones that were seen most, found before their rows are read. */
    const most = (from: Fragment, key: string, table: string, columns: string) =>
      all(sql`select id, ${sql.literal(columns)}, seen.times, seen.first_day, seen.last_day
        from (select * from ${seenIn(sql, from, key, within)}
            order by times desc, last_day desc, seen_id limit ${topsOfReview}) as seen
          join ${sql.literal(table)} on id = seen_id ${mostFirst(sql)}`)

    const byType = readTypes(
      all(sql`select type, count(*) as count from ${timedEvents(sql)} where attended and ${within}
        group by type order by count desc, type`),
    )
    const venues = readVenues(
      all(sql`select id, name, city, time_zone, lat, lng, times, first_day, last_day, ever.first = first_day as is_new
        from ${seenIn(sql, timedEvents(sql), "venue_id", within)}
          join (select venue_id, min(day) as first from shown_events where attended group by venue_id) as ever
            on ever.venue_id = seen_id
          join attending_venues as venue on id = seen_id ${mostFirst(sql)}`),
    )
    const teams = ListRows.readRecords(
      all(sql`select team.id, name, games, won, lost, tied from ${recordsIn(sql, within)}
        join attending_teams as team on team.id = team_id ${bestFirst(sql)} limit ${topsOfReview}`),
    )
    return reviewOf({
      byType,
      venues,
      performers: countRows(
        database,
        sql`(select distinct performer_id from ${performances(sql)} where attended and ${within})`,
      ),
      topPerformers: ListRows.readPerformers(
        most(performances(sql), "performer_id", "shown_performers", "name"),
      ),
      // A player's totals have the same names as the range's.
      topPlayers: ListRows.readPlayers(
        most(
          appearances(sql),
          "player_id",
          "(select id, name, first_name, last_name from attending_players) as player",
          "name, first_name, last_name",
        ),
      ),
      teams,
    })
  }
  return Effect.fn("AttendingStore.review")((range: DateRange) => read(() => review(range)))
}
