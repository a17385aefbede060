import { type DateRange, isEverything } from "@daybook/kernel"
import { statsOf, Title } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Struct from "effect/Struct"
import { inDays } from "../journal/index.ts"
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
export const watchedIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone, range: DateRange) =>
  isEverything(range) ? sql`true` : sql`day is not null and ${inDays(sql, range, zone)}`

/** The sums of ranges. Watches are counted by episode first and summed by title then, which takes no sort. */
export const statsIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) =>
  Effect.fn("WatchingStore.stats")(function* (range: DateRange) {
    const sums = readSums(
      yield* sql`select kind, year, genres, directors, watches, episodes,
          (minutes + untimed * runtime_minutes)::int as minutes
        from (
          select title_id, sum(times)::int as watches, count(*)::int as episodes,
            coalesce(sum(times * runtime_minutes), 0) as minutes,
            coalesce(sum(times) filter (where coalesce(runtime_minutes, 0) = 0), 0) as untimed
          from (
            select title_id, season, episode, count(*) as times from watches where ${watchedIn(sql, zone, range)}
            group by title_id, season, episode
          ) as item left join episodes using (title_id, season, episode)
          group by title_id
        ) as watched join titles on id = title_id`,
    )
    return statsOf(sums)
  }, Effect.orDie)
