import { type DateRange, dayOf, nextBucket, startOfBucket, startOfDay } from "@daybook/kernel"
import type { PlayedKind } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { date, instant } from "../sql/parameters.ts"
import { keptPeriods } from "./periodSums.ts"
import { playedTables } from "./playedTables.ts"

/** The sums of a range that are kept, by kind. */
export interface KeptSums {
  /** A select of rows `(id, plays, first_played_at, last_played_at)`, which an index may have in the order of plays. */
  readonly rows: (kind: PlayedKind) => Fragment
  /** An expression that gives their number. */
  readonly total: (kind: PlayedKind) => Fragment
}

/** Gives the sums of all time, of a rolling period or of a calendar year; undefined for any other range. */
export const keptSumsIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) => {
  const keptPeriod = keptPeriods(sql, zone)

  /** The year whose plays are those of the range: it may end early where no play follows. */
  const yearOf = Effect.fnUntraced(function* ({ from, until }: DateRange) {
    if (from === undefined || until === undefined) return undefined
    const year = startOfBucket(dayOf(from, zone), "year")
    const end = startOfDay(nextBucket(year, "year"), zone)
    if (from !== startOfDay(year, zone) || until <= from || until > end) return undefined
    if (until === end) return year
    const later = yield* sql`select 1 from scrobbles
      where played_at >= ${instant(until)} and played_at < ${instant(end)} and not hidden limit 1`
    return later.length === 0 ? year : undefined
  })

  const numberIn = (kind: PlayedKind, days: number) =>
    sql`(select ${sql(`${kind}s`)} from listening_periods where days = ${days})`

  const columnsOf = (kind: PlayedKind) =>
    sql`${sql(playedTables[kind].id)} as id, plays, first_played_at, last_played_at`

  return Effect.fnUntraced(function* (range: DateRange): Effect.fn.Return<KeptSums | undefined, SqlError> {
    const days = yield* keptPeriod(range)
    if (days !== undefined)
      return {
        rows: (kind) =>
          days === 0
            ? sql`select * from ${sql(playedTables[kind].totals)}`
            : sql`select ${columnsOf(kind)} from ${sql(playedTables[kind].periods)} where days = ${days}`,
        total: (kind) => numberIn(kind, days),
      }
    const year = yield* yearOf(range)
    if (year === undefined) return undefined
    return {
      rows: (kind) =>
        sql`select ${columnsOf(kind)} from ${sql(playedTables[kind].years)} where year = ${date(year)}`,
      total: (kind) =>
        sql`coalesce((select ${sql(`${kind}s`)} from listening_years where year = ${date(year)}), 0)`,
    }
  })
}
