import type { EpochMillis } from "@daybook/kernel"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { instants } from "../sql/parameters.ts"

/** The version that the transaction at work has raised: the plays that it stores have it. */
export const currentVersion = (sql: SqlClient.SqlClient): Fragment =>
  sql`(select version::int from data_versions where domain = 'listening')`

/**
 * Notes the days in UTC with new plays, an insert; `times` is a select of their instants. An index of plays
 * by version would be an entry for each play of an import, if this is a row for each day of a life.
 */
export const recordTouchedDays = (sql: SqlClient.SqlClient, times: Fragment): Fragment =>
  sql`insert into scrobble_days (starts_at, came_with)
    select distinct date_bin('24 hours', at, '2000-01-01Z'), ${currentVersion(sql)} from (${times}) as given (at)
    on conflict (starts_at) do update set came_with = excluded.came_with`

const dayMillis = 86_400_000

/** Notes the days of these instants. */
export const noteDaysOf = (sql: SqlClient.SqlClient, times: ReadonlyArray<EpochMillis>): Fragment => {
  const days = new Set(times.map((time) => Math.floor(time / dayMillis)))
  return recordTouchedDays(sql, sql`select unnest(${instants([...days].map((day) => day * dayMillis))})`)
}

/** A select of the plays stored after a version: all of them are on days that were noted since. */
export const cameSince = (sql: SqlClient.SqlClient, version: number): Fragment => {
  // Few plays: without statistics a range that is open would be taken for a third of all.
  const isLate = sql`came_with > ${version} and came_with <= 2147483647`
  return sql`select play.* from (select starts_at from scrobble_days where ${isLate} offset 0) as day
    cross join lateral (
      select * from scrobbles
      where played_at >= day.starts_at and played_at < day.starts_at + interval '24 hours' and ${isLate} offset 0
    ) as play`
}
