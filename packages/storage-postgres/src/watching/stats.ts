import { type DateRange, dayBounds, isEverything } from "@daybook/kernel"
import { statsOf, Title } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Struct from "effect/Struct"
import { inDays } from "../journal/index.ts"
import { date, instant } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"

const readSums = rowsOf(
  Schema.Struct({
    ...Struct.pick(Title.fields, ["directors", "genres", "kind", "year"]),
    watches: Schema.Int,
    episodes: Schema.Int,
    minutes: Schema.Int,
  }),
)

/** The condition that watches are in a range; an unknown time is only in the range of all time. */
export const watchedIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone, range: DateRange) =>
  isEverything(range) ? sql`true` : sql`day is not null and ${inDays(sql, range, zone)}`

/** The condition that a watch is the first one of its film or episode in a range. */
export const isFirstIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone, range: DateRange) => {
  const { from } = dayBounds(range, zone)
  return sql.or([
    sql`before is null`,
    ...(from === undefined ? [] : [sql`before_day < ${date(from.day)}`]),
    ...(from?.at === undefined
      ? []
      : [sql`(before_day = ${date(from.day)} and before < ${instant(from.at)})`]),
  ])
}

/** The totals of ranges. */
export const statsIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) =>
  Effect.fn("WatchingStore.stats")(function* (range: DateRange) {
    const sums = readSums(
      yield* sql`select kind, year, genres, directors, watches, episodes,
          (minutes + untimed * runtime_minutes)::int as minutes
        from (
          select title_id, count(*)::int as watches,
            (count(*) filter (where ${isFirstIn(sql, zone, range)}))::int as episodes,
            sum(runtime_minutes) as minutes, count(*) filter (where runtime_minutes = 0) as untimed
          from watches where ${watchedIn(sql, zone, range)} group by title_id
        ) as watched join titles on id = title_id`,
    )
    return statsOf(sums)
  }, Effect.orDie)
