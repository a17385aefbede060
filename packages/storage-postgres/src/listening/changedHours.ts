import { daysOf } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { countNameSums } from "./nameSums.ts"
import { inParts, type PlayCounts } from "./playCounts.ts"
import { sumUpDays } from "./playSums.ts"
import type { ChangedHour } from "./rows.ts"
import { countTotals } from "./totals.ts"

/** Columns over the changed plays of an hour, for `readHours`. An hour touches at most two days: those of its first and its last play. */
export const hourColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`min(played_at) as first, max(played_at) as last, array_agg(distinct track_id) as tracks`)

/** Counts and sums up again what the changed plays of some hours are part of. */
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
  // The sums of some hundred days fit into the memory of one sort.
  yield* inParts(days, (some) =>
    Effect.andThen(
      sumUpDays(sql, some),
      counts.countAnew(
        sql,
        some.map(({ day }) => day),
      ),
    ),
  )
  const tracks = [...new Set(hours.flatMap((hour) => hour.tracks))]
  yield* countTotals(sql, tracks)
  yield* countNameSums(sql, zone, tracks, days)
})
