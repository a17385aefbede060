import { addDays, clockOf, type EpochMillis, startOfDay } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { countsOf } from "../journal/index.ts"
import { inRange } from "../sql/paging.ts"
import { instants } from "../sql/parameters.ts"
import { readCountedTimes } from "./rows.ts"

/**
 * Visible plays by day and hour. Triggers that note touched days would have each batch of an import read its days
 * again: new plays are added instead, and anyone who moves or hides plays counts their days again.
 */
export const playCounts = Effect.gen(function* () {
  const zone = yield* DateTime.CurrentTimeZone
  const counts = yield* countsOf("listening", (sql, range, days) => {
    const ofDays =
      days === undefined
        ? sql`scrobbles`
        : sql`unnest(${instants(days.map((day) => startOfDay(day, zone)))},
            ${instants(days.map((day) => startOfDay(addDays(day, 1), zone)))}) as span (start, until)
            join scrobbles on played_at >= span.start and played_at < span.until`
    // Since 1973 every zone is a whole number of quarter hours from UTC: plays of one share their hour and their day.
    const rows = sql`select at, count(*)::int as count from (
        select case when played_at < '1973-01-01Z' then played_at
          else date_bin('15 minutes', played_at, '1973-01-01Z') end as at
        from ${ofDays} where not hidden and ${inRange(sql, "played_at", range)}
      ) as play group by at order by at`
    return Effect.map(rows, (found) => {
      const clock = clockOf(zone)
      return readCountedTimes(found).map(({ at, count }) => ({
        at,
        day: clock(at).day,
        dayOnly: false,
        count,
      }))
    })
  })
  return {
    ...counts,
    /** Adds new visible plays at these times. */
    addPlays: (times: ReadonlyArray<EpochMillis>) => {
      const clock = clockOf(zone)
      return counts.add(times.map((at) => ({ at, day: clock(at).day, dayOnly: false, count: 1 })))
    },
  }
})

export type PlayCounts = Effect.Success<typeof playCounts>
