import {
  type AttendedEvent,
  type AttendingTransaction,
  type EventFields,
  EventId,
  type EventType,
  type GamePlayer,
  PlayerId,
  PlayerNames,
  type ProviderId,
  type Setlist,
  type Team,
  TeamId,
  type Ticket,
  type Venue,
  type VenueId,
} from "@daybook/attending"
import { type EpochMillis, foldName, dedupeByKey, type LocalDate, mergeKnown } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import type { Fragment } from "effect/sql/Statement"
import * as Struct from "effect/Struct"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import { valuesOf } from "../table.ts"
import type { SourceEvents } from "./edits.ts"
import { putPerformers } from "./performers.ts"
import * as Rows from "./rows.ts"
import { idOf, rowsIn } from "./sharedRows.ts"

/** The names of a player as they are stored. */
const namesOf = (player: PlayerNames) => ({
  ...Struct.pick(player, Struct.keys(PlayerNames.fields)),
  nameKey: foldName(player.name),
})

/** Renames known players: an unknown name leaves the known one. */
const renamePlayers = Effect.fnUntraced(function* (
  { amongNumbers, sql, tableOf }: Sql,
  players: ReadonlyArray<PlayerNames & { readonly id: string }>,
  known: ReadonlyMap<string, PlayerId>,
) {
  if (known.size === 0) return
  const told = new Map(players.map((player) => [known.get(player.id), player]))
  const table = tableOf(Rows.players)
  const stored = table.read(
    yield* sql`select ${table.columns} from attending_players where ${amongNumbers("id", [...known.values()])}`,
  )
  const renamed = stored.flatMap((player) => {
    const names = told.get(player.id)
    const merged = names === undefined ? player : mergeKnown(player, { id: player.id, ...namesOf(names) })
    return Equal.equals(merged, player) ? [] : [merged]
  })
  // Each update runs the triggers of the table, even if no name has changed.
  if (renamed.length > 0) yield* table.update(renamed, "id")
})

const readEventIds = valuesOf(EventId)
const teamIdOf = idOf(TeamId)
const eventIdOf = idOf(EventId)

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
    putSetlist: Effect.fnUntraced(function* (id: EventId, setlist: Setlist) {
      const row = { event_id: id, ...setlistTable.record(setlist) }
      yield* sql`insert into attending_setlists ${sql.insert(row)} on conflict (ref) do update set ${sql.update(row)}`
    }, Effect.orDie),
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
  const [appearanceTable, playerTable] = [tableOf(Rows.appearances), tableOf(Rows.players)]
  const idTable = tableOf(Rows.playerIds)

  const playersKnown = Effect.fnUntraced(function* (provider: string, ids: ReadonlyArray<string>) {
    const known = idTable.read(
      yield* sql`select ${idTable.columns} from attending_player_ids
        where provider = ${provider} and ${amongTexts("external_id", ids)}`,
    )
    return new Map(known.map(({ externalId, playerId }) => [externalId, playerId]))
  })

  return {
    appearances: Effect.fnUntraced(function* (id: EventId) {
      const appeared = Rows.readAppearances(
        yield* sql`select ${sql.literal(Rows.readAppearances.selected)}
          from attending_appearances a join attending_players p on p.id = a.player_id
          where a.event_id = ${id} order by a.player_id`,
      )
      const players = appeared.map(({ playerId }) => playerId)
      const ids = idTable.read(
        yield* sql`select ${idTable.columns} from attending_player_ids
          where ${amongNumbers("player_id", players)} order by provider`,
      )
      const byPlayer = Map.groupBy(ids, ({ playerId }) => playerId)
      return appeared.map((one) => ({
        ...one,
        providerIds: (byPlayer.get(one.playerId) ?? []).map(({ externalId, provider }) => ({
          provider,
          id: externalId,
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
      yield* renamePlayers(database, players, known)
      const added = players.filter(({ id }) => !known.has(id))
      const ids = yield* playerTable.add(
        added.map((player) => ({ id: PlayerId.make(0), ...namesOf(player) })),
      )
      const made = added.map(({ id }, at) => ({
        provider,
        externalId: id,
        playerId: PlayerId.make(mustFind(ids[at], "id", id)),
      }))
      yield* idTable.insert(made)
      for (const { externalId, playerId } of made) known.set(externalId, playerId)
      const appeared = players.map(({ numbers, ...player }) => ({
        ...player,
        eventId,
        playerId: mustFind(known.get(player.id), "player", player.id),
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
