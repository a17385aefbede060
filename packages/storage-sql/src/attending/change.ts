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
  type Team,
  TeamId,
  type Ticket,
  type Venue,
  type VenueId,
} from "@daybook/attending"
import { type EpochMillis, foldName, dedupeByKey, type LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import { valuesOf } from "../table.ts"
import type { SourceEvents } from "./edits.ts"
import { putPerformers } from "./performers.ts"
import * as Rows from "./rows.ts"
import { idOf, rowsIn } from "./sharedRows.ts"

/** A player of a game as a provider has reported it last, with the stored one. */
interface KnownPlayer {
  readonly playerId: PlayerId
  readonly name: string
  readonly firstName: string
  readonly lastName: string
}

/** Renames known players: an unknown name leaves the known one. */
const renamePlayers = ({ given, sql }: Sql, players: ReadonlyArray<KnownPlayer>) => {
  // One statement for all: each runs the triggers of the table, even if no name has changed.
  if (players.length === 0) return Effect.void
  const told = given("told", {
    id: ["int", players.map(({ playerId }) => playerId)],
    name: ["text", players.map(({ name }) => name)],
    name_key: ["text", players.map(({ name }) => foldName(name))],
    first_name: ["text", players.map(({ firstName }) => firstName)],
    last_name: ["text", players.map(({ lastName }) => lastName)],
  })
  const known = (column: string) =>
    sql`coalesce(nullif(told.${sql(column)}, ''), known.${sql(column)}) as ${sql(column)}`
  const columns = ["name", "name_key", "first_name", "last_name"]
  return sql`update attending_players set name = given.name, name_key = given.name_key,
      first_name = given.first_name, last_name = given.last_name
    from (
      select known.id, ${sql.csv(columns.map(known))} from ${told} join attending_players as known on known.id = told.id
    ) as given
    where attending_players.id = given.id
      and (attending_players.name, attending_players.first_name, attending_players.last_name)
        is distinct from (given.name, given.first_name, given.last_name)`
}

const readEventIds = valuesOf(EventId)
const teamIdOf = idOf(TeamId)
const eventIdOf = idOf(EventId)
const playerIdOf = idOf(PlayerId)

/** The venues that events name, as sources report them, and the teams of games. */
const venuesAndTeams = (database: Sql, { forgetVenue, tellVenue, venues }: SourceEvents) => {
  const { sql, tableOf } = database
  const stored = rowsIn(database)
  const [venueTable, teamTable] = [tableOf(Rows.venues), tableOf(Rows.teams)]
  const teamRow = (team: Omit<Team, "id">) => ({ ...teamTable.record(team), name_key: foldName(team.name) })
  return {
    venues: Effect.suspend(() => Effect.orDie(stored.venues(venues))),
    addVenue: (venue) => Effect.orDie(stored.addVenue(venue, false)),
    putVenue: Effect.fnUntraced(function* (venue: Venue) {
      if (venues.has(venue.id)) return yield* tellVenue(venue)
      const row = { ...venueTable.record(venue), name_key: foldName(venue.name) }
      yield* sql`update attending_venues set ${sql.update(row)} where id = ${venue.id}`
    }, Effect.orDie),
    removeVenue: Effect.fnUntraced(function* (id: VenueId) {
      yield* forgetVenue(id)
      yield* sql`delete from attending_venues where id = ${id}`
    }, Effect.orDie),
    teams: Effect.orDie(stored.teams),
    addTeam: Effect.fnUntraced(function* (team: Omit<Team, "id">) {
      return teamIdOf(yield* sql`insert into attending_teams ${sql.insert(teamRow(team))} returning id`)
    }, Effect.orDie),
    putTeam: Effect.fnUntraced(function* (team: Team) {
      yield* sql`update attending_teams set ${sql.update(teamRow(team))} where id = ${team.id}`
    }, Effect.orDie),
  } satisfies Partial<AttendingTransaction>
}

/** Events as sources report them. */
const toldEvents = (database: Sql, { added, kept, tell }: SourceEvents) => {
  const { day: dayOf, sql, tableOf } = database
  const { columns, read, record } = tableOf(Rows.eventsOf(database).told)
  const stored = rowsIn(database)

  /** The row of an event. The venue that it names is a source's from now on. */
  const rowOf = Effect.fnUntraced(function* (fields: EventFields) {
    const venue = yield* stored.namedVenue(fields.venueId)
    // An update that finds no row still runs the triggers of titles.
    if (venue?.isByHand === true)
      yield* sql`update attending_venues set is_by_hand = ${false} where id = ${fields.venueId}`
    return {
      ...record(fields),
      title_key: foldName(fields.title),
      shown_venue_id: venue?.shownId ?? null,
    }
  })

  /** The events that match, by id, as sources report them: rows without edits, and others. */
  const told = Effect.fnUntraced(function* (where: Fragment, is: (event: AttendedEvent) => boolean) {
    const rows = read(yield* sql`select ${columns} from attending_events where ${where} order by id`)
    const untouched = rows.filter(({ id }) => !kept.has(id) && !added.has(String(id)))
    return [...untouched, ...[...kept.values()].filter(is)].sort((one, other) => one.id - other.id)
  })

  const event = Effect.fnUntraced(function* (id: EventId) {
    return Option.fromUndefinedOr((yield* told(sql`id = ${id}`, (one) => one.id === id))[0])
  }, Effect.orDie)

  return {
    event,
    eventOfGame: Effect.fnUntraced(function* (type: EventType, { id, provider }: ProviderId) {
      const found = yield* told(
        sql`type = ${type} and provider = ${provider} and game_id = ${id}`,
        ({ game, type: other }) => other === type && game?.provider === provider && game.id === id,
      )
      return Option.fromUndefinedOr(found[0])
    }, Effect.orDie),
    eventsOn: (day: LocalDate) => Effect.orDie(told(sql`day = ${dayOf(day)}`, (one) => one.day === day)),
    eventsAt: (venue: VenueId) =>
      Effect.orDie(told(sql`venue_id = ${venue}`, ({ venueId }) => venueId === venue)),
    addEvent: Effect.fnUntraced(function* (fields: EventFields) {
      const row = yield* rowOf(fields)
      const id = eventIdOf(yield* sql`insert into attending_events ${sql.insert(row)} returning id`)
      yield* putPerformers(database, id, fields.performers, false)
      return id
    }, Effect.orDie),
    putEvent: Effect.fnUntraced(function* (whole: AttendedEvent) {
      const { id, ...fields } = whole
      const row = yield* rowOf(fields)
      if (kept.has(id)) return yield* tell(whole)
      yield* sql`update attending_events set ${sql.update(row)} where id = ${id}`
      yield* sql`delete from attending_event_performers where event_id = ${id}`
      yield* putPerformers(database, id, fields.performers, false)
    }, Effect.orDie),
    eventOfSetlist: Effect.fnUntraced(function* (ref: string) {
      const [id] = readEventIds(yield* sql`select event_id from attending_setlists where ref = ${ref}`)
      return id === undefined ? Option.none() : yield* event(id)
    }, Effect.orDie),
  } satisfies Partial<AttendingTransaction>
}

/** What stands with an event: its tickets, its setlists and the row of its source. */
const besideEvents = (database: Sql) => {
  const { instant, sql, tableOf } = database
  const stored = rowsIn(database)
  const [ticketTable, setlistTable] = [tableOf(Rows.tickets), tableOf(Rows.setlists)]
  return {
    addTickets: Effect.fnUntraced(function* (id: EventId, tickets: ReadonlyArray<Ticket>) {
      for (const ticket of tickets)
        yield* sql`insert into attending_tickets ${sql.insert({ event_id: id, ...ticketTable.record(ticket) })}
          on conflict do nothing`
    }, Effect.orDie),
    tickets: Effect.fnUntraced(function* (id: EventId) {
      return ticketTable.read(
        yield* sql`select ${ticketTable.columns} from attending_tickets where event_id = ${id} order by position`,
      )
    }, Effect.orDie),
    putSetlist: (id: EventId, setlist: Setlist) =>
      sql`insert into attending_setlists ${sql.insert({ event_id: id, ...setlistTable.record(setlist) })}
        on conflict (ref) do update set event_id = excluded.event_id, performer = excluded.performer,
          tour = excluded.tour, url = excluded.url, songs = excluded.songs`.pipe(Effect.asVoid, Effect.orDie),
    setlists: (id) => Effect.orDie(stored.setlists(id)),
    markLookedUp: (id, at: EpochMillis) =>
      sql`update attending_events set looked_up_at = ${instant(at)} where id = ${id}`.pipe(
        Effect.asVoid,
        Effect.orDie,
      ),
    source: (id) => Effect.orDie(stored.source(id)),
    linkSource: (id, eventId) =>
      sql`update attending_sources set event_id = ${eventId} where id = ${id}`.pipe(
        Effect.asVoid,
        Effect.orDie,
      ),
  } satisfies Partial<AttendingTransaction>
}

/** The players of games. */
const playersOn = (database: Sql) => {
  const { amongNumbers, amongTexts, sql, tableOf } = database
  const appearanceTable = tableOf(Rows.appearances)

  const playersKnown = Effect.fnUntraced(function* (provider: string, ids: ReadonlyArray<string>) {
    const known = Rows.readPlayerIds(
      yield* sql`select external_id, player_id from attending_player_ids
        where provider = ${provider} and ${amongTexts("external_id", ids)}`,
    )
    return new Map(known.map(({ externalId, playerId }) => [externalId, playerId]))
  })

  return {
    appearances: Effect.fnUntraced(function* (id: EventId) {
      const appeared = Rows.readAppearances(
        yield* sql`select a.player_id, p.name, p.first_name, p.last_name, a.jersey, a.team_id
          from attending_appearances a join attending_players p on p.id = a.player_id
          where a.event_id = ${id} order by a.player_id`,
      )
      const players = appeared.map(({ playerId }) => playerId)
      const ids = Rows.readProviderIds(
        yield* sql`select player_id, provider, external_id from attending_player_ids
          where ${amongNumbers("player_id", players)} order by provider`,
      )
      const byPlayer = Map.groupBy(ids, ({ playerId }) => playerId)
      return appeared.map((one) => ({
        ...one,
        providerIds: (byPlayer.get(one.playerId) ?? []).map(({ id: own, provider }) => ({
          provider,
          id: own,
        })),
      }))
    }, Effect.orDie),
    putPlayers: Effect.fnUntraced(function* (
      eventId: EventId,
      provider: string,
      given: ReadonlyArray<Omit<GamePlayer, "teamId"> & { readonly teamId: TeamId }>,
    ) {
      const players = dedupeByKey(given, ({ id }) => id)
      const known = yield* playersKnown(
        provider,
        players.map(({ id }) => id),
      )
      yield* renamePlayers(
        database,
        players.flatMap((player) => {
          const playerId = known.get(player.id)
          return playerId === undefined ? [] : [{ ...player, playerId }]
        }),
      )
      for (const { firstName, id, lastName, name } of players) {
        if (known.has(id)) continue
        const row = { name, first_name: firstName, last_name: lastName, name_key: foldName(name) }
        const player = playerIdOf(yield* sql`insert into attending_players ${sql.insert(row)} returning id`)
        yield* sql`insert into attending_player_ids ${sql.insert({ provider, external_id: id, player_id: player })}`
        known.set(id, player)
      }
      const appeared = players.map(({ id, jersey, numbers, teamId }) => ({
        eventId,
        playerId: mustFind(known.get(id), "player", id),
        teamId,
        jersey,
        numbers: numbers === undefined ? "" : Rows.writeNumbers(numbers),
      }))
      yield* appearanceTable.mergeKnown(appeared, "eventId", "playerId")
    }, Effect.orDie),
    addPlayerId: Effect.fnUntraced(function* (player: PlayerId, { id, provider }: ProviderId) {
      const given = yield* sql`
        insert into attending_player_ids ${sql.insert({ provider, external_id: id, player_id: player })}
        on conflict do nothing returning player_id`
      return given.length > 0
    }, Effect.orDie),
  } satisfies Partial<AttendingTransaction>
}

/** Attending's tables inside the transaction of a change, which knows events as sources report them. */
export const transactionOn = (database: Sql, told: SourceEvents): AttendingTransaction => ({
  ...venuesAndTeams(database, told),
  ...toldEvents(database, told),
  ...besideEvents(database),
  ...playersOn(database),
})
