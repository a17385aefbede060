import { type DateRange, dayBounds, isEverything } from "@daybook/kernel"
import { statsOf, Title } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { inDays } from "../journal/index.ts"
import type { Database } from "../sql/database.ts"
import { rowsOf } from "../sql/table.ts"

const readSums = rowsOf(
  Schema.Struct({
    ...Struct.pick(Title.fields, ["directors", "genres", "kind", "year"]),
    watches: Schema.Int,
    episodes: Schema.Int,
    minutes: Schema.Int,
  }),
)

/** The condition that watches lie in a range; one of an unknown time lies in that of all time alone. */
export const watchedIn = (sql: Database["Service"]["sql"], zone: DateTime.TimeZone, range: DateRange) =>
  isEverything(range) ? sql`true` : sql`day is not null and ${inDays(sql, range, zone)}`

/** The condition that a watch is the first one of its film or episode in a range. */
export const isFirstIn = (sql: Database["Service"]["sql"], zone: DateTime.TimeZone, range: DateRange) => {
  const { from } = dayBounds(range, zone)
  return sql.or([
    sql`before is null`,
    ...(from === undefined ? [] : [sql`before_day < ${from.day}`]),
    ...(from?.at === undefined ? [] : [sql`(before_day = ${from.day} and before < ${from.at})`]),
  ])
}

/** The totals of a range, read in the transaction at work. */
export const sumsOfRange = ({ all, sql }: Database["Service"], zone: DateTime.TimeZone, range: DateRange) =>
  statsOf(
    readSums(
      all(sql`select kind, year, genres, directors, watches, episodes,
          minutes + untimed * runtime_minutes as minutes
        from (
          select title_id, count(*) as watches,
            count(*) filter (where ${isFirstIn(sql, zone, range)}) as episodes,
            sum(runtime_minutes) as minutes, count(*) filter (where runtime_minutes = 0) as untimed
          from watches where ${watchedIn(sql, zone, range)} group by title_id
        ) as watched join titles on id = title_id`),
    ),
  )

/** The totals of ranges. */
export const statsIn = (database: Database["Service"], zone: DateTime.TimeZone) =>
  Effect.fn("WatchingStore.stats")((range: DateRange) =>
    database.read(() => sumsOfRange(database, zone, range)),
  )
