import { ReviewedVenue, reviewOf, topsOfReview, TypeCount } from "@daybook/attending"
import type { DateRange } from "@daybook/kernel"
import { ListRows } from "@daybook/storage-sql/attending"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { inDays } from "../journal/index.ts"
import { countRows } from "../sql/paging.ts"
import { rowsOf } from "../sql/table.ts"
import { appearances, bestFirst, mostFirst, performances, recordsIn, seenIn, timedEvents } from "./seen.ts"

const readTypes = rowsOf(TypeCount)
const readVenues = rowsOf(ReviewedVenue, { position: { flat: {} } })

/** Reviews the attended events of ranges. */
export const reviewIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) =>
  Effect.fn("AttendingStore.review")(function* (range: DateRange) {
    const within = inDays(sql, range, zone)

    /** The ones that were seen most, found before their rows are read. */
    const most = (from: Fragment, key: string, table: string, columns: string) => sql`
      select id, ${sql.literal(columns)}, seen.times, seen.first_day, seen.last_day
      from (select * from ${seenIn(sql, from, key, within)}
          order by times desc, last_day desc, seen_id limit ${topsOfReview}) as seen
        join ${sql.literal(table)} on id = seen_id ${mostFirst(sql)}`

    const byType = readTypes(
      yield* sql`select type, count(*)::int as count from ${timedEvents(sql)} where attended and ${within}
        group by type order by count desc, (type collate "C")`,
    )
    const venues = readVenues(
      yield* sql`select id, name, city, time_zone, lat, lng, times, first_day, last_day,
          ever.first = first_day::date as is_new
        from ${seenIn(sql, timedEvents(sql), "venue_id", within)}
          join (select venue_id, min(day) as first from shown_events where attended group by venue_id) as ever
            on ever.venue_id = seen_id
          join attending_venues as venue on id = seen_id ${mostFirst(sql)}`,
    )
    const teams = ListRows.readRecords(
      yield* sql`select team.id, name, games, won, lost, tied from ${recordsIn(sql, within)}
          join attending_teams as team on team.id = team_id ${bestFirst(sql)} limit ${topsOfReview}`,
    )
    return reviewOf({
      byType,
      venues,
      performers: yield* countRows(
        sql,
        sql`(select distinct performer_id from ${performances(sql)} where attended and ${within}) as performer`,
      ),
      topPerformers: ListRows.readPerformers(
        yield* most(performances(sql), "performer_id", "shown_performers", "name"),
      ),
      topPlayers: ListRows.readPlayers(
        yield* most(appearances(sql), "player_id", "attending_players", "name, first_name, last_name"),
      ),
      teams,
    })
  }, Effect.orDie)
