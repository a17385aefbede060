import { type DateRange, dayBounds, isEverything } from "@daybook/kernel"
import { statsOf, Title } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { inDays } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"

const readSums = rowsOf(
  Schema.Struct({
    ...Struct.pick(Title.fields, ["directors", "genres", "kind", "year"]),
    watches: Schema.Int,
    episodes: Schema.Int,
    minutes: Schema.Int,
  }),
)

/** The condition that watches are in a range; an unknown time is only in the range of all time. */
export const watchedIn = (database: Sql, zone: DateTime.TimeZone, range: DateRange) =>
  isEverything(range)
    ? database.sql`true`
    : database.sql`day is not null and ${inDays(database, range, zone)}`

/** The condition that a watch is the first one of its film or episode in a range. */
export const isFirstIn = (database: Sql, zone: DateTime.TimeZone, range: DateRange) => {
  const { day, instant, sql } = database
  const { from } = dayBounds(range, zone)
  return sql.or([
    sql`before is null`,
    ...(from === undefined ? [] : [sql`before_day < ${day(from.day)}`]),
    ...(from?.at === undefined
      ? []
      : [sql`(before_day = ${day(from.day)} and before < ${instant(from.at)})`]),
  ])
}

/** The totals of ranges. */
export const statsIn = (database: Sql, zone: DateTime.TimeZone) =>
  Effect.fn("WatchingStore.stats")(function* (range: DateRange) {
    const { sql } = database
    const sums = readSums(
      yield* sql`select kind, year, genres, directors, watches, episodes,
          minutes + untimed * runtime_minutes as minutes
        from (
          select title_id, count(*) as watches,
            count(*) filter (where ${isFirstIn(database, zone, range)}) as episodes,
            sum(runtime_minutes) as minutes, count(*) filter (where runtime_minutes = 0) as untimed
          from watches where ${watchedIn(database, zone, range)} group by title_id
        ) as watched join titles on id = title_id`,
    )
    return statsOf(sums)
  }, database.read)
