import { type DaySpan, daysOf, nextBucket, startOfBucket } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { dates, instants } from "../sql/parameters.ts"
import { countAllYears } from "./nameSums.ts"
import { forgetPeriods } from "./periodSums.ts"
import { readTimes } from "./rows.ts"

/**
 * Counts the visible plays of these days, and of their months, again. A sum that stays the same is not written: a sync
 * that reads two weeks again must not write them again.
 */
export const sumUpDays = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  spans: ReadonlyArray<DaySpan>,
) {
  const days = dates(spans.map((span) => span.day))
  const starts = [...new Set(spans.map((span) => startOfBucket(span.day, "month")))]
  const months = dates(starts)
  yield* sql`with counted as materialized (
      select span.day, album_id, count(*)::int as plays, max(played_at) as last_played_at
      from unnest(${days}, ${instants(spans.map((span) => span.start))}, ${instants(spans.map((span) => span.until))})
        as span (day, start, until)
      join scrobbles on played_at >= span.start and played_at < span.until
      where album_id is not null and not hidden group by span.day, album_id
    ), gone as (
      delete from album_days as stored where day = any(${days})
        and not exists (select from counted where counted.day = stored.day and counted.album_id = stored.album_id)
    )
    insert into album_days as stored (day, album_id, plays, last_played_at) select * from counted
    on conflict (day, album_id) do update set plays = excluded.plays, last_played_at = excluded.last_played_at
    where (stored.plays, stored.last_played_at) is distinct from (excluded.plays, excluded.last_played_at)`
  yield* sql`with counted as materialized (
      select span.month, album_id, sum(plays)::int as plays, max(last_played_at) as last_played_at
      from unnest(${months}, ${dates(starts.map((start) => nextBucket(start, "month")))}) as span (month, until)
      join album_days on day >= span.month and day < span.until
      group by span.month, album_id
    ), gone as (
      delete from album_months as stored where month = any(${months})
        and not exists (select from counted where counted.month = stored.month and counted.album_id = stored.album_id)
    )
    insert into album_months as stored (month, album_id, plays, last_played_at) select * from counted
    on conflict (month, album_id) do update set plays = excluded.plays, last_played_at = excluded.last_played_at
    where (stored.plays, stored.last_played_at) is distinct from (excluded.plays, excluded.last_played_at)`
})

/** Counts all plays again, in another time zone. All time is the same in every zone. */
export const rebuildDays = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) {
  const hours = readTimes(yield* sql`select distinct date_trunc('hour', played_at) from scrobbles`)
  yield* sql`truncate album_days, album_months, artist_years, album_years, track_years, listening_years`
  // A day may begin in the middle of an hour, in zones that are half an hour off.
  const instants = hours.flatMap((hour) => [0, 15, 30, 45].map((minutes) => hour + minutes * 60_000))
  yield* sumUpDays(sql, daysOf(instants, zone))
  yield* countAllYears(sql, zone, "all")
  yield* forgetPeriods(sql)
})
