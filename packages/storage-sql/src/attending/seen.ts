import type { Fragment } from "effect/sql/Statement"
import type { Sql } from "../sql.ts"

/** The time when an event counts: its start, else noon of its day in UTC. */
export const eventTime = ({ noonOf, sql }: Sql) => sql.literal(`coalesce(starts_at, ${noonOf("day")})`)

/** Events with the time when they count. */
export const timedEvents = (database: Sql) =>
  database.sql`(select *, ${eventTime(database)} as at from shown_events) as event`

/** The performers of events, and the players. */
export const performances = (database: Sql) =>
  database.sql`shown_performances join ${timedEvents(database)} on id = event_id`
export const appearances = (database: Sql) =>
  database.sql`attending_appearances join ${timedEvents(database)} on id = event_id`

/**
 * How often and when each was seen at the attended events of `from` that fit, as `seen`; `key` is the column of its id
 * there.
 */
export const seenIn = ({ sql }: Sql, from: Fragment, key: string, fitting: Fragment) => sql`(
    select ${sql.literal(key)} as seen_id, count(*) as times, cast(min(day) as text) as first_day,
      cast(max(day) as text) as last_day
    from ${from} where attended and ${fitting} group by 1) as seen`

/** The order of venues, performers and players, as `seen`, by id last. */
export const mostFirst = ({ sql }: Sql) => sql`order by seen.times desc, seen.last_day desc, id`

/** The results of teams in the attended games that fit, as `record`. */
export const recordsIn = (database: Sql, fitting: Fragment) => {
  const { sql } = database
  const side = (own: string, other: string) => sql`
    select ${sql.literal(own)}_team_id as team_id, ${sql.literal(own)}_score as own, ${sql.literal(other)}_score as other, day
    from ${timedEvents(database)} where game_id is not null and attended and ${fitting}`
  return sql`(
    select team_id, count(*) as games, count(*) filter (where own > other) as won,
      count(*) filter (where own < other) as lost, count(*) filter (where own = other) as tied,
      cast(min(day) as text) as first_day, cast(max(day) as text) as last_day
    from (${side("home", "away")} union all ${side("away", "home")}) as side group by team_id) as record`
}

/** The order of the records of teams, as `team`. */
export const bestFirst = ({ byCodeUnits, sql }: Sql) =>
  sql`order by games desc, won desc, name ${sql.literal(byCodeUnits)}, team.id`
