import { type DateRange, foldName, type LocalDate, type PageRequest } from "@daybook/kernel"
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
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { countRows, inDays, onPage } from "../paging.ts"
import type { StoreParts } from "../parts.ts"
import type { Sql } from "../sql.ts"
import type { StatementRows } from "../table.ts"
import * as Rows from "./listRows.ts"
import * as Stored from "./rows.ts"
import { appearances, bestFirst, performances, recordsIn, seenIn, timedEvents } from "./seen.ts"

type LeadsTo = (id: string) => Effect.Effect<string>

const containsIn =
  (database: Sql) =>
  (column: string, q: string | undefined): Fragment =>
    q === undefined ? database.sql`true` : database.contains(column, foldName(q))

/** The condition for events up to a day. */
const upToIn =
  ({ day, sql }: Sql) =>
  (today: LocalDate) =>
    sql`day <= ${day(today)}`

/** The condition for the events of a query. */
const matchingIn = ({ database, zone }: StoreParts) => {
  const { sql } = database
  const contains = containsIn(database)
  const when = <A>(value: A | undefined, condition: (value: A) => Fragment): ReadonlyArray<Fragment> =>
    value === undefined ? [] : [condition(value)]

  return (query: EventQuery): Fragment =>
    sql.and([
      inDays(database, query.range, zone),
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
}

/** Makes the function that reads the events of some rows, with their positions. */
const shownEventsIn = ({ amongNumbers, sql }: Sql) =>
  Effect.fnUntraced(function* (from: Fragment, end: Fragment) {
    const columns = sql.literal(`${Rows.readEvents.selected}, ${Rows.readPositions.selected}`)
    const rows = yield* sql`select ${columns} from ${from}
        left join attending_venues as venue on venue.id = event.venue_id
        left join attending_teams as home on home.id = event.home_team_id
        left join attending_teams as away on away.id = event.away_team_id
      ${end}`
    const listed = Rows.readEvents(rows)
    const ids = listed.map(({ id }) => id)
    const performers = Rows.readEventPerformers(
      yield* sql`select ${sql.literal(Rows.readEventPerformers.selected)}
        from shown_performances join shown_performers as performer on performer.id = performer_id
        where ${amongNumbers("event_id", ids)} order by event_id, position`,
    )
    const byEvent = Map.groupBy(performers, ({ eventId }) => eventId)
    const items = listed.map((one) => ({
      ...one,
      performers: (byEvent.get(one.id) ?? []).map(({ eventId: _event, ...performer }) => performer),
    }))
    return { rows, items }
  })

/** The list of events, and one of them. */
const eventListsIn = (
  parts: StoreParts,
  readSetlists: (id: EventId) => Effect.Effect<ReadonlyArray<Setlist>, SqlError>,
  eventOf: LeadsTo,
  venueOf: LeadsTo,
  performerOf: LeadsTo,
) => {
  const { database } = parts
  const { byCodeUnits, read, sql } = database
  const tickets = database.tableOf(Stored.tickets)
  const matching = matchingIn(parts)
  const shownEvents = shownEventsIn(database)

  const events = Effect.fn("AttendingLists.events")(function* (asked: EventQuery, page: PageRequest) {
    const { performerId, venueId } = asked
    const query = {
      ...asked,
      venueId: venueId && VenueId.make(Number(yield* venueOf(String(venueId)))),
      performerId: performerId && PerformerId.make(Number(yield* performerOf(String(performerId)))),
    }
    const fitting = matching(query)
    const order = (prefix: string) =>
      sql.literal(
        query.soonestFirst === true
          ? `order by ${prefix}day, ${prefix}starts_at nulls first, ${prefix}id`
          : `order by ${prefix}day desc, ${prefix}starts_at desc nulls last, ${prefix}id desc`,
      )
    const ids = sql`(select id from ${timedEvents(database)} where ${fitting} ${order("")} ${onPage(sql, page)}) as page
      join shown_events as event using (id)`
    return {
      items: (yield* shownEvents(ids, order("event."))).items,
      total: yield* countRows(sql, sql`${timedEvents(database)} where ${fitting}`),
    }
  }, read)

  const event = Effect.fn("AttendingLists.event")(function* (asked: EventId) {
    const id = Number(yield* eventOf(String(asked)))
    const found = yield* shownEvents(sql`shown_events as event`, sql`where event.id = ${id}`)
    const [listed] = found.items
    const [placed] = Rows.readPositions(found.rows)
    if (listed === undefined || placed === undefined) return Option.none()
    const players = Rows.readEventPlayers(
      yield* sql`select ${sql.literal(Rows.readEventPlayers.selected)} from attending_appearances
          join attending_players as player on player.id = player_id
        where event_id = ${id}
        order by team_id <> ${listed.home?.id ?? 0}, name ${sql.literal(byCodeUnits)}, player.id`,
    )
    const held = tickets.read(
      yield* sql`select ${tickets.columns} from attending_tickets where event_id = ${id} order by position`,
    )
    const setlists = yield* readSetlists(listed.id)
    return Option.some({ ...listed, ...placed, players, tickets: held, setlists })
  }, read)

  return { event, events }
}

/** The reads of items that are seen at events. */
const seenListsIn = (database: Sql) => {
  const { day, read, sql } = database
  const contains = containsIn(database)
  const upTo = upToIn(database)
  /** Those seen up to a day, or one of them. */
  const seen = (from: Fragment, key: string, today: LocalDate, id?: number) =>
    seenIn(
      database,
      from,
      key,
      id === undefined ? upTo(today) : sql`${upTo(today)} and ${sql.literal(key)} = ${id}`,
    )

  /** Players as they are stored seen, without upcoming games. */
  const keptPlayers = (today: LocalDate) => sql`(
      select player.id as seen_id, player.times - coalesce(later.times, 0) as times,
        cast(case when player.first_day <= ${day(today)} then player.first_day end as text) as first_day,
        cast(case when later.times is null then player.last_day else (
          select max(day) from ${appearances(database)} where player_id = player.id and attended and ${upTo(today)}
        ) end as text) as last_day
      from attending_players as player left join (
        select * from ${seenIn(database, appearances(database), "player_id", sql`day > ${day(today)}`)}
      ) as later on later.seen_id = player.id
    ) as seen`

  const mostFirst = sql`order by coalesce(seen.times, 0) desc, seen.last_day desc nulls last, id`

  /** The reads of a table whose rows are seen at events: its list, and one of them. */
  const seenOf = <Item>(
    table: string,
    nameKey: string,
    seenUpTo: (today: LocalDate, id?: number) => Fragment,
    readRows: StatementRows<Item>,
  ) => {
    const [from, columns] = [sql.literal(`${table} as item`), sql.literal(readRows.selected)]
    return {
      all: Effect.fn("AttendingLists.seen")(function* (
        today: LocalDate,
        q: string | undefined,
        page: PageRequest,
      ) {
        const named = contains(nameKey, q)
        const rows = yield* sql`select ${columns} from ${from} left join ${seenUpTo(today)} on seen_id = id
          where ${named} ${mostFirst} ${onPage(sql, page)}`
        return { items: readRows(rows), total: yield* countRows(sql, sql`${from} where ${named}`) }
      }, read),
      one: Effect.fn("AttendingLists.seenOne")(function* (id: number, today: LocalDate) {
        const rows =
          yield* sql`select ${columns} from ${from} left join ${seenUpTo(today, id)} on seen_id = id where id = ${id}`
        return Option.fromUndefinedOr(readRows(rows)[0])
      }, read),
    }
  }

  return { keptPlayers, seen, seenOf }
}

/** The reads of teams and their games. */
const teamListsIn = ({ database, zone }: StoreParts) => {
  const { day, read, sql } = database
  const upTo = upToIn(database)

  const teamsOfPlayer = Effect.fn("AttendingLists.teamsOfPlayer")(function* (id: PlayerId, today: LocalDate) {
    return Rows.readPlayerTeams(
      yield* sql`select ${sql.literal(Rows.readPlayerTeams.selected)}
        from attending_appearances join shown_events as event on event.id = event_id
          join attending_teams as team on team.id = team_id
        where player_id = ${id} and attended and day <= ${day(today)}
        group by team.id order by times desc, team.id`,
    )
  }, read)

  const gamesOfPlayer = Effect.fn("AttendingLists.gamesOfPlayer")(function* (id: PlayerId, today: LocalDate) {
    return Rows.readPlayedGames(
      yield* sql`select ${sql.literal(Rows.readGames.selected)} from attending_appearances join shown_events on id = event_id
        where player_id = ${id} and attended and category = 'sports' and day <= ${day(today)}
        order by day desc, id desc`,
    )
  }, read)

  const team = Effect.fn("AttendingLists.team")(function* (id: TeamId, today: LocalDate) {
    const ofTeam = sql`(home_team_id = ${id} or away_team_id = ${id})`
    return Option.fromUndefinedOr(
      Rows.readTeams(
        yield* sql`select ${sql.literal(Rows.readTeams.selected)}
          from attending_teams as team left join attending_venues as home on home.id = home_venue_id
            left join shown_venues as venue on venue.id = coalesce(home.leads_to, home.id)
            left join ${recordsIn(database, sql`${ofTeam} and ${upTo(today)}`)} on team_id = team.id
          where team.id = ${id}`,
      )[0],
    )
  }, read)

  const records = Effect.fn("AttendingLists.records")(function* (
    type: GameType,
    range: DateRange,
    today: LocalDate,
  ) {
    return Rows.readRecords(
      yield* sql`select ${sql.literal(Rows.readRecords.selected)}
        from ${recordsIn(database, sql`type = ${type} and ${inDays(database, range, zone)} and ${upTo(today)}`)}
          join attending_teams as team on team.id = team_id
        ${bestFirst(database)}`,
    )
  }, read)

  return { teamsOfPlayer, gamesOfPlayer, team, records }
}

/** The reads over events and what belongs to them; with the items that ids resolve to. */
export const listsIn = (
  parts: StoreParts,
  readSetlists: (id: EventId) => Effect.Effect<ReadonlyArray<Setlist>, SqlError>,
  eventOf: LeadsTo,
  venueOf: LeadsTo,
  performerOf: LeadsTo,
): AttendingLists => {
  const { database } = parts
  const { read, sql } = database
  const { event, events } = eventListsIn(parts, readSetlists, eventOf, venueOf, performerOf)
  const { keptPlayers, seen, seenOf } = seenListsIn(database)
  const venues = seenOf(
    "shown_venues",
    "name_key",
    (today, id) => seen(sql`shown_events`, "venue_id", today, id),
    Rows.readVenues,
  )
  const performers = seenOf(
    "shown_performers",
    "folded",
    (today, id) => seen(performances(database), "performer_id", today, id),
    Rows.readPerformers,
  )
  const players = seenOf(
    "attending_players",
    "name_key",
    (today, id) =>
      id === undefined ? keptPlayers(today) : seen(appearances(database), "player_id", today, id),
    Rows.readPlayers,
  )

  return {
    events,
    event,
    venues: venues.all,
    venue: (id, today) =>
      read(Effect.flatMap(venueOf(String(id)), (found) => venues.one(Number(found), today))),
    performers: performers.all,
    performer: (id, today) =>
      read(Effect.flatMap(performerOf(String(id)), (found) => performers.one(Number(found), today))),
    players: players.all,
    player: players.one,
    ...teamListsIn(parts),
  }
}
