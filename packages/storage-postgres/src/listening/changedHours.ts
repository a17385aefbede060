import { type DaySpan, daysOf } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { ints } from "../sql/parameters.ts"
import type { PlayCounts } from "./playCounts.ts"
import type { ChangedHour } from "./rows.ts"
import { recount } from "./sums.ts"

/**
 * Columns over the changed plays of an hour, for `readHours`. An hour touches at most two days: its first and its last
 * play's.
 */
export const hourColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`min(played_at) as first, max(played_at) as last, array_agg(distinct track_id) as tracks`)

/** The most days counted at once. */
const daysAtOnce = 400

/** Counts again the days of plays that have changed, and the totals of the artists of their tracks. */
export const countAgain = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  counts: PlayCounts,
  days: ReadonlyArray<DaySpan>,
  tracks: ReadonlyArray<number>,
) {
  for (let at = 0; at < days.length; at += daysAtOnce)
    yield* counts.countAnew(
      sql,
      days.slice(at, at + daysAtOnce).map(({ day }) => day),
    )
  yield* recount(sql, zone, sql`select artist_id from tracks where id = any(${ints(tracks)})`)
})

/** Counts again what the changed plays of some hours are part of. */
export const countHours = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  counts: PlayCounts,
  hours: ReadonlyArray<ChangedHour>,
) {
  if (hours.length === 0) return
  const days = daysOf(
    hours.flatMap(({ first, last }) => [first, last]),
    zone,
  )
  yield* countAgain(sql, zone, counts, days, [...new Set(hours.flatMap(({ tracks }) => tracks))])
})
