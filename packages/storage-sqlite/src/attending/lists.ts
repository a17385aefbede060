import {
  type AttendingLists,
  type EventId,
  type EventQuery,
  type GameType,
  PerformerId,
  type PlayerId,
  type Setlist,
  type TeamId,
  VenueId,
} from "@daybook/attending"
import { type DateRange, foldName, type LocalDate, type PageRequest } from "@daybook/kernel"
import { ListRows as Rows, Rows as Stored } from "@daybook/storage-sql/attending"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { inDays } from "../journal/index.ts"
import type { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { tableOf } from "../sql/table.ts"
import { appearances, bestFirst, performances, recordsIn, seenIn, timedEvents } from "./seen.ts"

type LeadsTo = (id: string) => Effect.Effect<string>

const tickets = tableOf(...Stored.tickets)

/** The reads over events and what belongs to them; with the items that ids lead to. */
export const listsIn = (
  database: Database["Service"],
  zone: DateTime.TimeZone,
  readSetlists: (id: EventId) => Effect.Effect<ReadonlyArray<Setlist>, SqlError>,
  eventOf: LeadsTo,
  venueOf: LeadsTo,
  performerOf: LeadsTo,
): AttendingLists => {
  const { all, read, sql } = database
  const contains = (column: string, q: string | undefined): Fragment =>
    q === undefined ? sql`true` : sql`instr(${sql.literal(column)}, ${foldName(q)}) > 0`

  const when = <A>(value: A | undefined, condition: (value: A) => Fragment): ReadonlyArray<Fragment> =>
    value === undefined ? [] : [condition(value)]

  const within = (range: DateRange) => inDays(sql, range, zone)

  const matching = (query: EventQuery): Fragment =>
    sql.and([
      within(query.range),
      ...when(query.category, (category) => sql`category = ${category}`),
      ...when(query.type, (type) => sql`type = ${type}`),
      ...when(query.venueId, (id) => sql`venue_id = ${id}`),
      ...when(query.teamId, (id) => sql`(home_team_id = ${id} or away_team_id = ${id})`),
      ...when(
        query.performerId,
        (id) => sql`id in (select event_id from shown_performances where performer_id = ${id})`,
      ),
      ...when(
        query.playerId,
        (id) => sql`id in (select event_id from attending_appearances where player_id = ${id})`,
      ),
      ...when(query.attended, (attended) => sql`attended = ${attended}`),
      ...when(
        query.q,
        (q) => sql`(${contains("title_key", q)}
          or venue_id in (select id from attending_venues where ${contains("name_key", q)})
          or home_team_id in (select id from attending_teams where ${contains("name_key", q)})
          or away_team_id in (select id from attending_teams where ${contains("name_key", q)})
          or id in (select event_id from shown_performances
            where performer_id in (select id from shown_performers where ${contains("folded", q)})))`,
      ),
    ])

  const shownEvents = (from: Fragment, end: Fragment) =>
    all(sql`
      select event.id, event.title, event.category, event.type, event.day, event.starts_at,
        event.attended, event.notes, coalesce(event.game_number, 0) as game_number,
        venue.id as venue_id, venue.name as venue_name, venue.city as venue_city, venue.lat, venue.lng,
        home.id as home_id, home.name as home_name, event.home_score,
        away.id as away_id, away.name as away_name, event.away_score, (
          select json_group_array(json_object('id', performer.id, 'name', performer.name) order by position)
          from shown_performances join shown_performers as performer on performer.id = performer_id
          where event_id = event.id
        ) as performers
      from ${from}
        left join attending_venues as venue on venue.id = event.venue_id
        left join attending_teams as home on home.id = event.home_team_id
        left join attending_teams as away on away.id = event.away_team_id
      ${end}`)

  const events = Effect.fn("AttendingLists.events")((asked: EventQuery, page: PageRequest) =>
    read(
      Effect.gen(function* () {
        const { performerId, venueId } = asked
        const query = {
          ...asked,
          venueId: venueId && VenueId.make(Number(yield* venueOf(String(venueId)))),
          performerId: performerId && PerformerId.make(Number(yield* performerOf(String(performerId)))),
        }
        const from = sql`${timedEvents(sql)} where ${matching(query)}`
        const order = (prefix: string) =>
          sql.literal(
            query.soonestFirst === true
              ? `order by ${prefix}day, ${prefix}starts_at nulls first, ${prefix}id`
              : `order by ${prefix}day desc, ${prefix}starts_at desc nulls last, ${prefix}id desc`,
          )
        const ids = sql`(select id from ${from} ${order("")} ${onPage(sql, page)}) as page
          join shown_events as event using (id)`
        return {
          items: Rows.readEvents(shownEvents(ids, order("event."))),
          total: countRows(database, from),
        }
      }),
    ),
  )

  const event = Effect.fn("AttendingLists.event")(function* (asked: EventId) {
    const id = Number(yield* eventOf(String(asked)))
    const rows = shownEvents(sql`shown_events as event`, sql`where event.id = ${id}`)
    const [listed] = Rows.readEvents(rows)
    const [placed] = Rows.readPositions(rows)
    if (listed === undefined || placed === undefined) return Option.none()
    const players = Rows.readEventPlayers(
      all(sql`select player.id, player.name, jersey, team_id from attending_appearances
          join attending_players as player on player.id = player_id
        where event_id = ${id}
        order by team_id <> ${listed.home?.id ?? 0}, name, player.id`),
    )
    const held = tickets.read(
      all(sql`select ${tickets.columns} from attending_tickets where event_id = ${id} order by position`),
    )
    const setlists = yield* Effect.orDie(readSetlists(listed.id))
    return Option.some({ ...listed, ...placed, players, tickets: held, setlists })
  }, read)

  const upTo = (today: LocalDate) => sql`day <= ${today}`

  /** Those seen up to a day, or one of them. */
  const seen = (from: Fragment, key: string, today: LocalDate, id?: number) =>
    seenIn(
      sql,
      from,
      key,
      id === undefined ? upTo(today) : sql`${upTo(today)} and ${sql.literal(key)} = ${id}`,
    )

  /** Players as they are stored seen, without games to come. */
  const keptPlayers = (today: LocalDate) => sql`(
      select player.id as seen_id, player.times - coalesce(later.times, 0) as times,
        iif(player.first_day <= ${today}, player.first_day, null) as first_day,
        case when later.times is null then player.last_day else (
          select max(day) from ${appearances(sql)} where player_id = player.id and attended and ${upTo(today)}
        ) end as last_day
      from attending_players as player left join (
        select * from ${seenIn(sql, appearances(sql), "player_id", sql`day > ${today}`)}
      ) as later on later.seen_id = player.id
    ) as seen`

  const seenColumns = sql`coalesce(seen.times, 0) as times, seen.first_day, seen.last_day`
  const mostFirst = sql`order by coalesce(seen.times, 0) desc, seen.last_day desc nulls last, id`

  /** The reads of a table whose rows are seen at events: its list, and one of them. */
  const seenOf = <Item>(
    table: string,
    columns: string,
    nameKey: string,
    seenUpTo: (today: LocalDate, id?: number) => Fragment,
    readRows: (rows: ReadonlyArray<unknown>) => ReadonlyArray<Item>,
  ) => {
    const from = sql.literal(`(select ${columns}, ${nameKey} from ${table})`)
    return {
      all: Effect.fn("AttendingLists.seen")((today: LocalDate, q: string | undefined, page: PageRequest) =>
        read(() => {
          const named = contains(nameKey, q)
          const rows = all(sql`select ${sql.literal(columns)}, ${seenColumns}
            from ${from} left join ${seenUpTo(today)} on seen_id = id where ${named} ${mostFirst} ${onPage(sql, page)}`)
          return { items: readRows(rows), total: countRows(database, sql`${from} where ${named}`) }
        }),
      ),
      one: (id: number, today: LocalDate) =>
        Option.fromUndefinedOr(
          readRows(
            all(sql`select ${sql.literal(columns)}, ${seenColumns}
              from ${from} left join ${seenUpTo(today, id)} on seen_id = id where id = ${id}`),
          )[0],
        ),
    }
  }

  const venues = seenOf(
    "shown_venues",
    "id, name, city, time_zone, lat, lng",
    "name_key",
    (today, id) => seen(sql`shown_events`, "venue_id", today, id),
    Rows.readVenues,
  )
  const performers = seenOf(
    "shown_performers",
    "id, name",
    "folded",
    (today, id) => seen(performances(sql), "performer_id", today, id),
    Rows.readPerformers,
  )
  const players = seenOf(
    "attending_players",
    "id, name, first_name, last_name",
    "name_key",
    (today, id) => (id === undefined ? keptPlayers(today) : seen(appearances(sql), "player_id", today, id)),
    Rows.readPlayers,
  )

  const teamsOfPlayer = Effect.fn("AttendingLists.teamsOfPlayer")((id: PlayerId, today: LocalDate) =>
    read(() =>
      Rows.readPlayerTeams(
        all(sql`select team.id, team.name, count(*) as times
          from attending_appearances join shown_events as event on event.id = event_id
            join attending_teams as team on team.id = team_id
          where player_id = ${id} and attended and day <= ${today}
          group by team.id order by times desc, team.id`),
      ),
    ),
  )

  const team = Effect.fn("AttendingLists.team")((id: TeamId, today: LocalDate) =>
    read(() => {
      const ofTeam = sql`(home_team_id = ${id} or away_team_id = ${id})`
      return Option.fromUndefinedOr(
        Rows.readTeams(
          all(sql`select team.id, team.name, team.type, team.aliases, coalesce(games, 0) as games,
              coalesce(won, 0) as won, coalesce(lost, 0) as lost, coalesce(tied, 0) as tied,
              coalesce(games, 0) as times, first_day, last_day,
              venue.id as venue_id, venue.name as venue_name, venue.city as venue_city
            from attending_teams as team left join attending_venues as home on home.id = home_venue_id
              left join shown_venues as venue on venue.id = coalesce(home.leads_to, home.id)
              left join ${recordsIn(sql, sql`${ofTeam} and ${upTo(today)}`)} on team_id = team.id
            where team.id = ${id}`),
        )[0],
      )
    }),
  )

  const records = Effect.fn("AttendingLists.records")((type: GameType, range: DateRange, today: LocalDate) =>
    read(() =>
      Rows.readRecords(
        all(sql`select team.id, name, games, won, lost, tied
          from ${recordsIn(sql, sql`type = ${type} and ${within(range)} and ${upTo(today)}`)}
            join attending_teams as team on team.id = team_id
          ${bestFirst(sql)}`),
      ),
    ),
  )

  return {
    events,
    event,
    venues: venues.all,
    venue: (id, today) => read(Effect.map(venueOf(String(id)), (found) => venues.one(Number(found), today))),
    performers: performers.all,
    performer: (id, today) =>
      read(Effect.map(performerOf(String(id)), (found) => performers.one(Number(found), today))),
    players: players.all,
    player: (id, today) => read(() => players.one(id, today)),
    teamsOfPlayer,
    team,
    records,
  }
}
