import { type EpochMillis, foldName, lastOfEach, type LocalDate } from "@daybook/kernel"
import {
  type AttendedEvent,
  type AttendingTransaction,
  type EventFields,
  EventId,
  type EventType,
  type GamePlayer,
  PlayerId,
  type ProviderId,
  type Setlist,
  type SourceRowId,
  type Team,
  TeamId,
  type Ticket,
  type Venue,
  VenueId,
} from "@daybook/attending"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "@daybook/storage-sql"
import { date, instant, ints, texts } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import type { ToldEvents } from "./edits.ts"
import * as Rows from "./rows.ts"

/** All venues, by id, as sources tell them: `kept` are those that edits touch. */
export const readVenues = (sql: SqlClient.SqlClient, kept: ReadonlyMap<VenueId, Venue>) =>
  sql`select ${Rows.venues.columns} from attending_venues order by id`.pipe(
    Effect.map((rows) => Rows.venues.read(rows).map((venue) => kept.get(venue.id) ?? venue)),
    Effect.orDie,
  )

/** All teams, by id. */
export const readTeams = (sql: SqlClient.SqlClient) =>
  sql`select ${Rows.teams.columns} from attending_teams order by id`.pipe(
    Effect.map(Rows.teams.read),
    Effect.orDie,
  )

/** A source row by its id. */
export const readSource = (sql: SqlClient.SqlClient, id: SourceRowId) =>
  sql`select ${Rows.sources.columns} from attending_sources where id = ${id}`.pipe(
    Effect.map((rows) => Option.fromUndefinedOr(Rows.sources.read(rows)[0])),
    Effect.orDie,
  )

/** The setlists of an event: the longest first, then by id. */
export const readSetlists = (sql: SqlClient.SqlClient, id: EventId) =>
  sql`select ${Rows.setlists.columns} from attending_setlists where event_id = ${id}
    order by jsonb_array_length(songs) desc, ref`.pipe(Effect.map(Rows.setlists.read), Effect.orDie)

const readEventIds = valuesOf(EventId)

/** The id that an insert of one row returned. */
const idOf = <Id>(id: Schema.Schema<Id>) => {
  const read = valuesOf(id)
  return (rows: ReadonlyArray<unknown>): Id => mustFind(read(rows)[0], "row", "an insert")
}

const venueIdOf = idOf(VenueId)
const teamIdOf = idOf(TeamId)
const eventIdOf = idOf(EventId)
const playerIdOf = idOf(PlayerId)

/** Stores the performers of an event without any. Those that came by hand are spelled as a source spells them. */
export const putPerformersIn = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  event: EventId,
  given: ReadonlyArray<string>,
  isByHand: boolean,
) {
  if (given.length === 0) return
  const spelled = new Map<string, string>()
  for (const name of given) if (!spelled.has(foldName(name))) spelled.set(foldName(name), name)
  const folded = texts([...spelled.keys()])
  const names = texts([...spelled.values()])
  const byHand = isByHand
    ? []
    : yield* sql`select 1 from attending_performers where is_by_hand and folded = any(${folded}) limit 1`
  if (byHand.length > 0) {
    yield* sql`update attending_performers as known set name = given.name, is_by_hand = false
      from unnest(${names}, ${folded}) as given (name, folded) where known.folded = given.folded and is_by_hand`
  }
  yield* sql`insert into attending_performers (name, folded, is_by_hand)
    select name, folded, ${isByHand} from unnest(${names}, ${folded}) with ordinality as given (name, folded, place)
    where not exists (select from attending_performers as known where known.folded = given.folded) order by place`
  yield* sql`insert into attending_event_performers (event_id, position, performer_id, shown_id)
    select ${event}::int, position, id, ${sql.literal(Rows.shownOnce)}
    from (
      select ${event}::int as event_id, named.position, p.id, ${sql.literal(Rows.shownId)} as leads_to
      from unnest(${folded}) with ordinality as named (folded, position)
      join attending_performers p using (folded)
    ) as named`
})

/** Adds a venue. */
export const addVenueTo = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  venue: Omit<Venue, "id">,
  isByHand: boolean,
) {
  const row = { ...Rows.venues.record(venue), name_key: foldName(venue.name), is_by_hand: isByHand }
  return venueIdOf(yield* sql`insert into attending_venues ${sql.insert(row)} returning id`)
})

/** A venue that an event names: the one that it is shown at, and whether it came by hand alone. */
export const namedVenueIn = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, id: VenueId | undefined) {
  if (id === undefined) return undefined
  return Rows.readNamedVenues(
    yield* sql`select is_by_hand, ${sql.literal(Rows.shownId)} as shown_id from attending_venues where id = ${id}`,
  )[0]
})

/** Attending's tables inside the transaction of a change, which knows events as sources tell them. */
export const transactionOn = (
  sql: SqlClient.SqlClient,
  { added, forgetVenue, kept, tell, tellVenue, venues }: ToldEvents,
): AttendingTransaction => {
  const { columns, read, record } = Rows.events

  /** The row of an event. The venue that it names is a source's from now on. */
  const rowOf = Effect.fnUntraced(function* (fields: EventFields) {
    const venue = yield* namedVenueIn(sql, fields.venueId)
    // An update that finds no row still runs the triggers of titles.
    if (venue?.isByHand === true)
      yield* sql`update attending_venues set is_by_hand = false where id = ${fields.venueId}`
    return { ...record(fields), title_key: foldName(fields.title), shown_venue_id: venue?.shownId ?? null }
  })

  /** The events of which this is true, by id, as sources tell them: those of the rows that no edit touches, and others. */
  const told = Effect.fnUntraced(function* (where: Fragment, is: (event: AttendedEvent) => boolean) {
    const rows = read(yield* sql`select ${columns} from attending_events where ${where} order by id`)
    const untouched = rows.filter(({ id }) => !kept.has(id) && !added.has(String(id)))
    return [...untouched, ...[...kept.values()].filter(is)].sort((one, other) => one.id - other.id)
  })

  const addVenue = (venue: Omit<Venue, "id">) => Effect.orDie(addVenueTo(sql, venue, false))

  const putVenue = Effect.fnUntraced(function* (venue: Venue) {
    if (venues.has(venue.id)) return yield* tellVenue(venue)
    const row = { ...Rows.venues.record(venue), name_key: foldName(venue.name) }
    yield* sql`update attending_venues set ${sql.update(row)} where id = ${venue.id}`
  }, Effect.orDie)

  const addTeam = Effect.fnUntraced(function* (team: Omit<Team, "id">) {
    return teamIdOf(
      yield* sql`insert into attending_teams ${sql.insert({ ...Rows.teams.record(team), name_key: foldName(team.name) })} returning id`,
    )
  }, Effect.orDie)

  const putTeam = Effect.fnUntraced(function* (team: Team) {
    const row = { ...Rows.teams.record(team), name_key: foldName(team.name) }
    yield* sql`update attending_teams set ${sql.update(row)} where id = ${team.id}`
  }, Effect.orDie)

  const event = Effect.fnUntraced(function* (id: EventId) {
    return Option.fromUndefinedOr((yield* told(sql`id = ${id}`, (one) => one.id === id))[0])
  }, Effect.orDie)

  const eventOfGame = Effect.fnUntraced(function* (type: EventType, { id, provider }: ProviderId) {
    const found = yield* told(
      sql`type = ${type} and provider = ${provider} and game_id = ${id}`,
      ({ game, type: other }) => other === type && game?.provider === provider && game.id === id,
    )
    return Option.fromUndefinedOr(found[0])
  }, Effect.orDie)

  const eventsOn = (day: LocalDate) => Effect.orDie(told(sql`day = ${date(day)}`, (one) => one.day === day))

  const eventsAt = (venue: VenueId) =>
    Effect.orDie(told(sql`venue_id = ${venue}`, ({ venueId }) => venueId === venue))

  const addEvent = Effect.fnUntraced(function* (fields: EventFields) {
    const row = yield* rowOf(fields)
    const id = eventIdOf(yield* sql`insert into attending_events ${sql.insert(row)} returning id`)
    yield* putPerformersIn(sql, id, fields.performers, false)
    return id
  }, Effect.orDie)

  const putEvent = Effect.fnUntraced(function* (whole: AttendedEvent) {
    const { id, ...fields } = whole
    const row = yield* rowOf(fields)
    if (kept.has(id)) return yield* tell(whole)
    yield* sql`update attending_events set ${sql.update(row)} where id = ${id}`
    yield* sql`delete from attending_event_performers where event_id = ${id}`
    yield* putPerformersIn(sql, id, fields.performers, false)
  }, Effect.orDie)

  const addTickets = Effect.fnUntraced(function* (id: EventId, tickets: ReadonlyArray<Ticket>) {
    const rows = tickets.map((ticket) => ({ event_id: id, ...Rows.tickets.record(ticket) }))
    if (Arr.isArrayNonEmpty(rows)) {
      yield* sql`insert into attending_tickets ${sql.insert(rows)} on conflict do nothing`
    }
  }, Effect.orDie)

  const tickets = Effect.fnUntraced(function* (id: EventId) {
    return Rows.tickets.read(
      yield* sql`select ${Rows.tickets.columns} from attending_tickets where event_id = ${id} order by position`,
    )
  }, Effect.orDie)

  const eventOfSetlist = Effect.fnUntraced(function* (ref: string) {
    const [id] = readEventIds(yield* sql`select event_id from attending_setlists where ref = ${ref}`)
    return id === undefined ? Option.none() : yield* event(id)
  }, Effect.orDie)

  const putSetlist = (id: EventId, setlist: Setlist) =>
    sql`insert into attending_setlists ${sql.insert({ event_id: id, ...Rows.setlists.record(setlist) })}
      on conflict (ref) do update set event_id = excluded.event_id, performer = excluded.performer,
        tour = excluded.tour, url = excluded.url, songs = excluded.songs`.pipe(Effect.asVoid, Effect.orDie)

  const appearances = Effect.fnUntraced(function* (id: EventId) {
    return Rows.readAppearances(
      yield* sql`select a.player_id, p.name, p.first_name, p.last_name, a.jersey, a.team_id,
          (select json_agg(json_build_object('provider', i.provider, 'id', i.external_id) order by i.provider)
            from attending_player_ids i where i.player_id = p.id) as provider_ids
        from attending_appearances a join attending_players p on p.id = a.player_id
        where a.event_id = ${id} order by a.player_id`,
    )
  }, Effect.orDie)

  const playersKnown = Effect.fnUntraced(function* (provider: string, ids: ReadonlyArray<string>) {
    const known = Rows.readPlayerIds(
      yield* sql`select external_id, player_id from attending_player_ids
        where provider = ${provider} and external_id = any(${texts(ids)})`,
    )
    return new Map(known.map(({ externalId, playerId }) => [externalId, playerId]))
  })

  const putPlayers = Effect.fnUntraced(function* (
    eventId: EventId,
    provider: string,
    given: ReadonlyArray<Omit<GamePlayer, "teamId"> & { readonly teamId: TeamId }>,
  ) {
    const players = lastOfEach(given, ({ id }) => id)
    const known = yield* playersKnown(
      provider,
      players.map(({ id }) => id),
    )
    const again = players.flatMap((player) => {
      const playerId = known.get(player.id)
      return playerId === undefined ? [] : [{ ...player, playerId }]
    })
    // One statement for all: each runs the triggers of the table, also where no name has changed.
    if (again.length > 0)
      yield* sql`update attending_players as player set name = given.name, name_key = given.name_key,
          first_name = given.first_name, last_name = given.last_name
        from (
          select id, coalesce(nullif(told.name, ''), known.name) as name,
            coalesce(nullif(told.name_key, ''), known.name_key) as name_key,
            coalesce(nullif(told.first_name, ''), known.first_name) as first_name,
            coalesce(nullif(told.last_name, ''), known.last_name) as last_name
          from unnest(${ints(again.map(({ playerId }) => playerId))}, ${texts(again.map(({ name }) => name))},
            ${texts(again.map(({ name }) => foldName(name)))}, ${texts(again.map(({ firstName }) => firstName))},
            ${texts(again.map(({ lastName }) => lastName))}) as told (id, name, name_key, first_name, last_name)
          join attending_players as known using (id)
        ) as given
        where player.id = given.id and (player.name, player.first_name, player.last_name)
          is distinct from (given.name, given.first_name, given.last_name)`
    for (const { firstName, id, lastName, name } of players) {
      if (known.has(id)) continue
      const added = playerIdOf(
        yield* sql`insert into attending_players
          ${sql.insert({ name, first_name: firstName, last_name: lastName, name_key: foldName(name) })} returning id`,
      )
      yield* sql`insert into attending_player_ids ${sql.insert({ provider, external_id: id, player_id: added })}`
      known.set(id, added)
    }
    const appeared = players.map(({ id, jersey, teamId }) => {
      return { eventId, playerId: mustFind(known.get(id), "player", id), teamId, jersey }
    })
    yield* sql`${Rows.appearances.insert(appeared)} on conflict (event_id, player_id)
      ${Rows.appearances.overKnown("eventId", "playerId")}`
  }, Effect.orDie)

  const addPlayerId = Effect.fnUntraced(function* (player: PlayerId, { id, provider }: ProviderId) {
    const given = yield* sql`
      insert into attending_player_ids ${sql.insert({ provider, external_id: id, player_id: player })}
      on conflict do nothing returning 1`
    return given.length > 0
  }, Effect.orDie)

  return {
    venues: Effect.suspend(() => readVenues(sql, venues)),
    addVenue,
    putVenue,
    removeVenue: Effect.fnUntraced(function* (id: VenueId) {
      yield* forgetVenue(id)
      yield* sql`delete from attending_venues where id = ${id}`
    }, Effect.orDie),
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
    eventOfSetlist,
    putSetlist,
    setlists: (id) => readSetlists(sql, id),
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
