import {
  addDays,
  type DateRange,
  dayOf,
  daysBetween,
  type DaySpan,
  type EpochMillis,
  isEverything,
  type LocalDate,
  startOfDay,
} from "@daybook/kernel"
import { daysOfPeriod } from "@daybook/listening"
import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { forLongWork } from "../sql/longWork.ts"
import { date, instants, ints } from "../sql/parameters.ts"
import { countPeriods, rollingSpans } from "./nameSums.ts"
import { readIds } from "./rows.ts"

const rolling: ReadonlyArray<number> = Object.values(daysOfPeriod)

/** The rolling period that is the range, which ends with today. */
const rollingPeriod = ({ from, until }: DateRange, zone: DateTime.TimeZone) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const tomorrow = addDays(dayOf(now, zone), 1)
    if (from === undefined || until !== startOfDay(tomorrow, zone)) return undefined
    const first = dayOf(from, zone)
    const days = daysBetween(first, tomorrow)
    return from === startOfDay(first, zone) && rolling.includes(days) ? { days, until: tomorrow } : undefined
  })

/** The instants at which the period of so many days before `until` begins and ends. */
const boundsOf = (days: number, until: LocalDate, zone: DateTime.TimeZone) => ({
  key: days,
  start: startOfDay(addDays(until, -days), zone),
  until: startOfDay(until, zone),
})

/** The stretches of time that a period has gained or lost. */
const movedStretches = (
  was: Pick<DaySpan, "start" | "until">,
  is: Pick<DaySpan, "start" | "until">,
): ReadonlyArray<{ readonly from: EpochMillis; readonly until: EpochMillis }> =>
  (
    [
      [was.start, is.start],
      [was.until, is.until],
    ] as const
  ).map(([one, other]) => ({ from: Math.min(one, other), until: Math.max(one, other) }))

/**
 * Moves the rolling periods to the days before `until`, and counts again the artists that were played on a day that came or
 * went. False where a writer of the domain is at work, for which a question does not wait.
 */
const movePeriods = (client: SqlClient.SqlClient, zone: DateTime.TimeZone, until: LocalDate) => {
  const sql = forLongWork(client)
  const periods = rolling.map((days) => boundsOf(days, until, zone))
  const move = Effect.gen(function* () {
    const held = yield* sql`select from data_versions where domain = 'listening' for update skip locked`
    if (held.length === 0) return false
    const known = yield* rollingSpans(sql, sql`true`)
    yield* sql`insert into listening_periods (days, until, starts_at, ends_at)
      select days, ${date(until)}::date, starts_at, ends_at from unnest(${ints(rolling)},
        ${instants(periods.map(({ start }) => start))}, ${instants(periods.map((period) => period.until))})
        as given (days, starts_at, ends_at)
      on conflict (days) do update set until = excluded.until, starts_at = excluded.starts_at, ends_at = excluded.ends_at`
    if (known.length < rolling.length) {
      yield* countPeriods(sql, "all")
      return true
    }
    const moved = known.flatMap((was) =>
      periods.filter(({ key }) => key === was.key).flatMap((is) => movedStretches(was, is)),
    )
    const tracks = readIds(
      yield* sql`select distinct track_id from unnest(${instants(moved.map(({ from }) => from))},
          ${instants(moved.map((one) => one.until))}) as moved (start, until)
        join scrobbles on played_at >= moved.start and played_at < moved.until where not hidden`,
    )
    yield* countPeriods(sql, tracks)
    return true
  })
  return Effect.uninterruptible(sql.withTransaction(move))
}

/**
 * Gives the number of days of the period that the range is, where it is kept summed up: 0 for all time, else that of a
 * rolling period, which the first question of a day moves to that day.
 */
export const keptPeriods = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) =>
  Effect.fnUntraced(function* (range: DateRange) {
    if (isEverything(range)) return 0
    const period = yield* rollingPeriod(range, zone)
    if (period === undefined) return undefined
    const { days, until } = period
    const kept = yield* sql`select 1 from listening_periods where days = ${days} and until = ${date(until)}`
    return kept.length > 0 || (yield* movePeriods(sql, zone, until)) ? days : undefined
  })

/** Forgets the rolling periods, until they are moved to days again. */
export const forgetPeriods = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`delete from listening_periods where days > 0`
  yield* sql`truncate artist_periods, album_periods, track_periods`
})
