import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

type Sql = SqlClient.SqlClient

/** The time at which an event counts: its start, else noon of its day in UTC. */
export const eventTime = "coalesce(starts_at, (day + interval '12 hours') at time zone 'UTC')"

/** Events with the time at which they count. */
export const timedEvents = (sql: Sql) => sql`(select *,
    ${sql.literal(eventTime)} as at from shown_events) as event`

/** The performers of events, and the players. */
export const performances = (sql: Sql) => sql`shown_performances join ${timedEvents(sql)} on id = event_id`
export const appearances = (sql: Sql) => sql`attending_appearances join ${timedEvents(sql)} on id = event_id`

/**
 * How often and when each was seen at the attended events of `from` that fit, as `seen`; `key` is the column of its id
 * there.
 */
export const seenIn = (sql: Sql, from: Fragment, key: string, fitting: Fragment) => sql`(
    select ${sql.literal(key)} as seen_id, count(*)::int as times, min(day)::text as first_day,
      max(day)::text as last_day
    from ${from} where attended and ${fitting} group by 1) as seen`

/** The order of venues, performers and players, as `seen`, by id last. */
export const mostFirst = (sql: Sql) => sql`order by seen.times desc, seen.last_day desc, id`

/** The results of teams in the attended games that fit, as `record`. */
export const recordsIn = (sql: Sql, fitting: Fragment) => {
  const side = (own: string, other: string) => sql`
    select ${sql.literal(own)}_team_id as team_id, ${sql.literal(own)}_score as own, ${sql.literal(other)}_score as other, day
    from ${timedEvents(sql)} where game_id is not null and attended and ${fitting}`
  return sql`(
    select team_id, count(*)::int as games, (count(*) filter (where own > other))::int as won,
      (count(*) filter (where own < other))::int as lost, (count(*) filter (where own = other))::int as tied,
      min(day)::text as first_day, max(day)::text as last_day
    from (${side("home", "away")} union all ${side("away", "home")}) as side group by team_id) as record`
}

/** The order of the records of teams, as `team`. */
export const bestFirst = (sql: Sql) => sql`order by games desc, won desc, name collate "C", team.id`
