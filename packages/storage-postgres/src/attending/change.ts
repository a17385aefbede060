import { type EpochMillis, foldName, type LocalDate } from "@daybook/kernel"
import {
  type AttendedEvent,
  type AttendingTransaction,
  type EventFields,
  EventId,
  type EventType,
  type GamePlayer,
  type PlayerId,
  type ProviderId,
  type SourceRowId,
  type Team,
  TeamId,
  type Ticket,
  type Venue,
  VenueId,
} from "@daybook/attending"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import {
  decodeAppearances,
  decodeEvents,
  decodeSources,
  decodeTeams,
  decodeTickets,
  decodeVenues,
  toAppearance,
  toEvent,
  toSource,
  toTeam,
  toTicket,
  toVenue,
} from "./rows.ts"
import { overKnown } from "../sql/overKnown.ts"
import { mustFind } from "../sql/mustFind.ts"
import { date, instant, ints, texts } from "../sql/parameters.ts"

/** The columns of an event as its rows are decoded. */
export const eventColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`e.id, e.title, e.category, e.type, e.day::text as day, e.starts_at, e.venue_id, e.attended, e.notes,
    e.provider, e.game_id, e.home_team_id, e.away_team_id, e.home_score, e.away_score, e.game_number,
    array(select p.name from attending_event_performers ep join attending_performers p on p.id = ep.performer_id
      where ep.event_id = e.id order by ep.position) as performers`)

/** All venues, by id. */
export const readVenues = (sql: SqlClient.SqlClient) =>
  sql`select * from attending_venues order by id`.pipe(
    Effect.flatMap(decodeVenues),
    Effect.map((rows) => rows.map(toVenue)),
    Effect.orDie,
  )

/** All teams, by id. */
export const readTeams = (sql: SqlClient.SqlClient) =>
  sql`select * from attending_teams order by id`.pipe(
    Effect.flatMap(decodeTeams),
    Effect.map((rows) => rows.map(toTeam)),
    Effect.orDie,
  )

/** The source row of this number. */
export const readSource = (sql: SqlClient.SqlClient, id: SourceRowId) =>
  sql`select * from attending_sources where id = ${id}`.pipe(
    Effect.flatMap(decodeSources),
    Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toSource)),
    Effect.orDie,
  )

const jsonOf = (ids: ReadonlyArray<ProviderId>): string =>
  JSON.stringify(ids.map(({ id, provider }) => ({ provider, id })))

/** Attending's tables inside the transaction of a change. */
export const transactionOn = (sql: SqlClient.SqlClient): AttendingTransaction => {
  const columns = eventColumns(sql)

  const only = Effect.fnUntraced(function* <A>(rows: ReadonlyArray<A>) {
    const [row] = rows
    return row ?? (yield* Effect.die("an inserted row was not returned"))
  })

  const events = (rows: ReadonlyArray<unknown>) => Effect.map(decodeEvents(rows), (all) => all.map(toEvent))

  const eventValues = (event: EventFields) => ({
    title: event.title,
    category: event.category,
    type: event.type,
    day: date(event.day),
    starts_at: instant(event.startsAt ?? null),
    venue_id: event.venueId ?? null,
    attended: event.attended,
    notes: event.notes,
    provider: event.game?.provider ?? null,
    game_id: event.game?.id ?? null,
    home_team_id: event.game?.homeTeamId ?? null,
    away_team_id: event.game?.awayTeamId ?? null,
    home_score: event.game?.homeScore ?? null,
    away_score: event.game?.awayScore ?? null,
    game_number: event.game?.number ?? null,
  })

  const putPerformers = Effect.fnUntraced(function* (event: EventId, given: ReadonlyArray<string>) {
    if (given.length === 0) return
    const spelled = new Map<string, string>()
    for (const name of given) if (!spelled.has(foldName(name))) spelled.set(foldName(name), name)
    const folded = texts([...spelled.keys()])
    yield* sql`insert into attending_performers (name, folded)
      select * from unnest(${texts([...spelled.values()])}, ${folded}) on conflict do nothing`
    yield* sql`insert into attending_event_performers (event_id, position, performer_id)
      select ${event}::int, named.position, p.id
      from unnest(${folded}) with ordinality as named (folded, position)
      join attending_performers p using (folded)`
  })

  const addVenue = Effect.fnUntraced(function* (venue: Omit<Venue, "id">) {
    const { id } = yield* only(
      yield* sql<{ id: number }>`
        insert into attending_venues (name, aliases, city, time_zone, provider_ids)
        values (${venue.name}, ${texts(venue.aliases)}, ${venue.city}, ${venue.timeZone},
          ${jsonOf(venue.providerIds)}::jsonb)
        returning id`,
    )
    return VenueId.make(id)
  }, Effect.orDie)

  const putVenue = Effect.fnUntraced(function* (venue: Venue) {
    yield* sql`update attending_venues set name = ${venue.name}, aliases = ${texts(venue.aliases)},
      city = ${venue.city}, time_zone = ${venue.timeZone}, provider_ids = ${jsonOf(venue.providerIds)}::jsonb
      where id = ${venue.id}`
  }, Effect.orDie)

  const addTeam = Effect.fnUntraced(function* (team: Omit<Team, "id">) {
    const { id } = yield* only(
      yield* sql<{ id: number }>`
        insert into attending_teams (type, name, aliases, provider_ids, home_venue_id)
        values (${team.type}, ${team.name}, ${texts(team.aliases)}, ${jsonOf(team.providerIds)}::jsonb,
          ${team.homeVenueId ?? null})
        returning id`,
    )
    return TeamId.make(id)
  }, Effect.orDie)

  const putTeam = Effect.fnUntraced(function* (team: Team) {
    yield* sql`update attending_teams set type = ${team.type}, name = ${team.name},
      aliases = ${texts(team.aliases)}, provider_ids = ${jsonOf(team.providerIds)}::jsonb,
      home_venue_id = ${team.homeVenueId ?? null} where id = ${team.id}`
  }, Effect.orDie)

  const event = Effect.fnUntraced(function* (id: EventId) {
    const [found] = yield* events(yield* sql`select ${columns} from attending_events e where e.id = ${id}`)
    return Option.fromUndefinedOr(found)
  }, Effect.orDie)

  const eventOfGame = Effect.fnUntraced(function* (type: EventType, game: ProviderId) {
    const [found] = yield* events(
      yield* sql`select ${columns} from attending_events e
        where e.type = ${type} and e.provider = ${game.provider} and e.game_id = ${game.id}`,
    )
    return Option.fromUndefinedOr(found)
  }, Effect.orDie)

  const eventsOn = Effect.fnUntraced(function* (day: LocalDate) {
    return yield* events(
      yield* sql`select ${columns} from attending_events e where e.day = ${date(day)} order by e.id`,
    )
  }, Effect.orDie)

  const eventsAt = Effect.fnUntraced(function* (venue: VenueId) {
    return yield* events(
      yield* sql`select ${columns} from attending_events e where e.venue_id = ${venue} order by e.id`,
    )
  }, Effect.orDie)

  const addEvent = Effect.fnUntraced(function* (fields: EventFields) {
    const { id } = yield* only(
      yield* sql<{
        id: number
      }>`insert into attending_events ${sql.insert(eventValues(fields))} returning id`,
    )
    const eventId = EventId.make(id)
    yield* putPerformers(eventId, fields.performers)
    return eventId
  }, Effect.orDie)

  const putEvent = Effect.fnUntraced(function* ({ id, ...fields }: AttendedEvent) {
    yield* sql`update attending_events set ${sql.update(eventValues(fields))} where id = ${id}`
    yield* sql`delete from attending_event_performers where event_id = ${id}`
    yield* putPerformers(id, fields.performers)
  }, Effect.orDie)

  const addTickets = Effect.fnUntraced(function* (id: EventId, tickets: ReadonlyArray<Ticket>) {
    for (const { number, reservation, row, seat, section } of tickets) {
      yield* sql`insert into attending_tickets
        ${sql.insert({ event_id: id, reservation, number, section, row_name: row, seat })} on conflict do nothing`
    }
  }, Effect.orDie)

  const tickets = Effect.fnUntraced(function* (id: EventId) {
    const rows = yield* decodeTickets(
      yield* sql`select reservation, number, section, row_name, seat from attending_tickets
        where event_id = ${id} order by position`,
    )
    return rows.map(toTicket)
  }, Effect.orDie)

  const appearances = Effect.fnUntraced(function* (id: EventId) {
    const rows = yield* decodeAppearances(
      yield* sql`select a.player_id, p.name, p.first_name, p.last_name, a.jersey, a.team_id,
          (select json_agg(json_build_object('provider', i.provider, 'id', i.external_id) order by i.provider)
            from attending_player_ids i where i.player_id = p.id) as provider_ids
        from attending_appearances a join attending_players p on p.id = a.player_id
        where a.event_id = ${id} order by a.player_id`,
    )
    return rows.map(toAppearance)
  }, Effect.orDie)

  const playersKnown = Effect.fnUntraced(function* (provider: string, ids: ReadonlyArray<string>) {
    const rows = yield* sql<{ external_id: string; player_id: number }>`
      select external_id, player_id from attending_player_ids
      where provider = ${provider} and external_id = any(${texts(ids)})`
    return new Map(rows.map((row) => [row.external_id, row.player_id]))
  })

  const putPlayers = Effect.fnUntraced(function* (
    eventId: EventId,
    provider: string,
    given: ReadonlyArray<Omit<GamePlayer, "teamId"> & { readonly teamId: TeamId }>,
  ) {
    const players = [...new Map(given.map((player) => [player.id, player])).values()]
    const known = yield* playersKnown(
      provider,
      players.map(({ id }) => id),
    )
    for (const { firstName, id, lastName, name } of players) {
      const values = { name, first_name: firstName, last_name: lastName }
      const playerId = known.get(id)
      if (playerId !== undefined) {
        yield* sql`update attending_players set name = coalesce(nullif(${name}, ''), name),
            first_name = coalesce(nullif(${firstName}, ''), first_name),
            last_name = coalesce(nullif(${lastName}, ''), last_name)
          where id = ${playerId} and (name, first_name, last_name) is distinct from (${name}, ${firstName}, ${lastName})`
        continue
      }
      const added = yield* only(
        yield* sql<{ id: number }>`insert into attending_players ${sql.insert(values)} returning id`,
      )
      yield* sql`insert into attending_player_ids ${sql.insert({ provider, external_id: id, player_id: added.id })}`
      known.set(id, added.id)
    }
    yield* sql`insert into attending_appearances (event_id, player_id, team_id, jersey)
      select ${eventId}::int, * from unnest(
        ${ints(players.map(({ id }) => mustFind(known.get(id), "player", id)))}, ${ints(players.map(({ teamId }) => teamId))},
        ${texts(players.map(({ jersey }) => jersey))}
      )
      on conflict (event_id, player_id)
      ${overKnown(sql, "attending_appearances", { team_id: "none", jersey: "''" })}`
  }, Effect.orDie)

  const addPlayerId = Effect.fnUntraced(function* (player: PlayerId, { id, provider }: ProviderId) {
    const given = yield* sql`
      insert into attending_player_ids ${sql.insert({ provider, external_id: id, player_id: player })}
      on conflict do nothing returning 1`
    return given.length > 0
  }, Effect.orDie)

  return {
    venues: readVenues(sql),
    addVenue,
    putVenue,
    removeVenue: (id) => Effect.orDie(Effect.asVoid(sql`delete from attending_venues where id = ${id}`)),
    teams: readTeams(sql),
    addTeam,
    putTeam,
    event,
    eventOfGame,
    eventsOn,
    eventsAt,
    addEvent,
    putEvent,
    addTickets,
    tickets,
    appearances,
    putPlayers,
    addPlayerId,
    markLookedUp: (id, at: EpochMillis) =>
      Effect.orDie(
        Effect.asVoid(sql`update attending_events set looked_up_at = ${instant(at)} where id = ${id}`),
      ),
    source: (id) => readSource(sql, id),
    linkSource: (id, eventId) =>
      Effect.orDie(Effect.asVoid(sql`update attending_sources set event_id = ${eventId} where id = ${id}`)),
  }
}
