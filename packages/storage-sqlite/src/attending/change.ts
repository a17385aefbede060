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
import { type EpochMillis, foldName, lastOfEach, type LocalDate } from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { jsonList, valuesOf } from "../sql/table.ts"
import type { ToldEvents } from "./edits.ts"
import * as Rows from "./rows.ts"

/** All venues, by id, as sources tell them: `kept` are those that edits touch. */
export const readVenues = ({ all, sql }: Database["Service"], kept: ReadonlyMap<VenueId, Venue>) =>
  Rows.venues
    .read(all(sql`select ${Rows.venues.columns} from attending_venues order by id`))
    .map((venue) => kept.get(venue.id) ?? venue)

/** All teams, by id. */
export const readTeams = ({ all, sql }: Database["Service"]) =>
  Rows.teams.read(all(sql`select ${Rows.teams.columns} from attending_teams order by id`))

/** A source row by its id. */
export const readSource = ({ all, sql }: Database["Service"], id: SourceRowId) =>
  Option.fromUndefinedOr(
    Rows.sources.read(all(sql`select ${Rows.sources.columns} from attending_sources where id = ${id}`))[0],
  )

/** The setlists of an event: the longest first, then by id. */
export const readSetlists = ({ all, sql }: Database["Service"], id: EventId) =>
  Rows.setlists.read(
    all(sql`select ${Rows.setlists.columns} from attending_setlists where event_id = ${id}
      order by json_array_length(songs) desc, ref`),
  )

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
export const putPerformers = (
  { all, many, sql }: Database["Service"],
  event: EventId,
  given: ReadonlyArray<string>,
  isByHand: boolean,
): void => {
  const spelled = new Map<string, string>()
  for (const name of given) if (!spelled.has(foldName(name))) spelled.set(foldName(name), name)
  if (spelled.size === 0) return
  if (!isByHand)
    many({
      text: "update attending_performers set name = ?, is_by_hand = 0 where folded = ? and is_by_hand",
      rows: Array.from(spelled, ([folded, name]) => [name, folded]),
    })
  many({
    text: "insert into attending_performers (name, folded, is_by_hand) values (?, ?, ?) on conflict (folded) do nothing",
    rows: Array.from(spelled, ([folded, name]) => [name, folded, isByHand]),
  })
  all(sql`insert into attending_event_performers (event_id, position, performer_id, shown_id)
    select event_id, position, performer_id, ${sql.literal(Rows.shownOnce)} from (
      select ${event} as event_id, named.key + 1 as position, performer.id as performer_id, performer.leads_to
      from json_each(${jsonList([...spelled.keys()])}) as named
      join (select id, folded, ${sql.literal(Rows.shownId)} as leads_to from attending_performers) as performer
        on performer.folded = named.value
    )`)
}

/** Adds a venue. */
export const addVenueTo = (
  { all, sql }: Database["Service"],
  venue: Omit<Venue, "id">,
  isByHand: boolean,
): VenueId => {
  const row = { ...Rows.venues.record(venue), name_key: foldName(venue.name), is_by_hand: isByHand }
  return venueIdOf(all(sql`insert into attending_venues ${sql.insert(row)} returning id`))
}

/** A venue that an event names: the one that it is shown at, and whether it came by hand alone. */
export const namedVenue = ({ all, sql }: Database["Service"], id: VenueId | undefined) =>
  id === undefined
    ? undefined
    : Rows.readNamedVenues(
        all(
          sql`select is_by_hand, ${sql.literal(Rows.shownId)} as shown_id from attending_venues where id = ${id}`,
        ),
      )[0]

/** Attending's tables inside the transaction of a change, which knows events as sources tell them. */
export const transactionOn = (
  database: Database["Service"],
  { added, forgetVenue, kept, tell, tellVenue, venues }: ToldEvents,
): AttendingTransaction => {
  const { all, many, sql } = database
  const { columns, read, record } = Rows.events

  /** The row of an event. The venue that it names is a source's from now on. */
  const rowOf = (fields: EventFields) => {
    const venue = namedVenue(database, fields.venueId)
    if (venue?.isByHand === true)
      all(sql`update attending_venues set is_by_hand = 0 where id = ${fields.venueId}`)
    return { ...record(fields), title_key: foldName(fields.title), shown_venue_id: venue?.shownId ?? null }
  }

  /** The events of which this is true, by id, as sources tell them: those of the rows that no edit touches, and others. */
  const told = (where: Fragment, is: (event: AttendedEvent) => boolean) => {
    const rows = read(all(sql`select ${columns} from attending_events where ${where} order by id`))
    const untouched = rows.filter(({ id }) => !kept.has(id) && !added.has(String(id)))
    return [...untouched, ...[...kept.values()].filter(is)].sort((one, other) => one.id - other.id)
  }

  const eventOf = (id: EventId) => Option.fromUndefinedOr(told(sql`id = ${id}`, (one) => one.id === id)[0])

  const playersKnown = (provider: string, ids: ReadonlyArray<string>) =>
    new Map(
      Rows.readPlayerIds(
        all(sql`select external_id, player_id from attending_player_ids
          where provider = ${provider} and external_id in (select value from json_each(${jsonList(ids)}))`),
      ).map(({ externalId, playerId }) => [externalId, playerId]),
    )

  const putPlayers = (
    eventId: EventId,
    provider: string,
    given: ReadonlyArray<Omit<GamePlayer, "teamId"> & { readonly teamId: TeamId }>,
  ): void => {
    const players = lastOfEach(given, ({ id }) => id)
    const known = playersKnown(
      provider,
      players.map(({ id }) => id),
    )
    for (const { firstName, id, lastName, name } of players) {
      const playerId = known.get(id)
      const row = { name, first_name: firstName, last_name: lastName, name_key: foldName(name) }
      if (playerId !== undefined) {
        const told = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""))
        const names = Object.keys(told)
        if (names.length > 0)
          all(sql`update attending_players set ${sql.update(told)} where id = ${playerId}
            and ${sql.or(names.map((column) => sql`${sql(column)} <> ${told[column]}`))}`)
        continue
      }
      const added = playerIdOf(all(sql`insert into attending_players ${sql.insert(row)} returning id`))
      all(
        sql`insert into attending_player_ids ${sql.insert({ provider, external_id: id, player_id: added })}`,
      )
      known.set(id, added)
    }
    const appeared = players.map(({ id, jersey, teamId }) => {
      return { eventId, playerId: mustFind(known.get(id), "player", id), teamId, jersey }
    })
    many(Rows.appearances.insert(appeared, Rows.appearances.overKnown("eventId", "playerId")))
  }

  return {
    venues: Effect.sync(() => readVenues(database, venues)),
    addVenue: (venue) => Effect.sync(() => addVenueTo(database, venue, false)),
    putVenue: (venue) =>
      Effect.suspend(() => {
        if (venues.has(venue.id)) return tellVenue(venue)
        const row = { ...Rows.venues.record(venue), name_key: foldName(venue.name) }
        all(sql`update attending_venues set ${sql.update(row)} where id = ${venue.id}`)
        return Effect.void
      }),
    removeVenue: (id) =>
      Effect.map(forgetVenue(id), () => {
        all(sql`delete from attending_venues where id = ${id}`)
      }),
    teams: Effect.sync(() => readTeams(database)),
    addTeam: (team: Omit<Team, "id">) =>
      Effect.sync(() => {
        const row = { ...Rows.teams.record(team), name_key: foldName(team.name) }
        return teamIdOf(all(sql`insert into attending_teams ${sql.insert(row)} returning id`))
      }),
    putTeam: (team) =>
      Effect.sync(() => {
        const row = { ...Rows.teams.record(team), name_key: foldName(team.name) }
        all(sql`update attending_teams set ${sql.update(row)} where id = ${team.id}`)
      }),
    event: (id) => Effect.sync(() => eventOf(id)),
    eventOfGame: (type: EventType, { id, provider }: ProviderId) =>
      Effect.sync(() =>
        Option.fromUndefinedOr(
          told(
            sql`type = ${type} and provider = ${provider} and game_id = ${id}`,
            ({ game, type: other }) => other === type && game?.provider === provider && game.id === id,
          )[0],
        ),
      ),
    eventsOn: (day: LocalDate) => Effect.sync(() => told(sql`day = ${day}`, (one) => one.day === day)),
    eventsAt: (venue: VenueId) =>
      Effect.sync(() => told(sql`venue_id = ${venue}`, ({ venueId }) => venueId === venue)),
    addEvent: (fields) =>
      Effect.sync(() => {
        const id = eventIdOf(all(sql`insert into attending_events ${sql.insert(rowOf(fields))} returning id`))
        putPerformers(database, id, fields.performers, false)
        return id
      }),
    putEvent: (whole) =>
      Effect.suspend(() => {
        const { id, ...fields } = whole
        const row = rowOf(fields)
        if (kept.has(id)) return tell(whole)
        all(sql`update attending_events set ${sql.update(row)} where id = ${id}`)
        all(sql`delete from attending_event_performers where event_id = ${id}`)
        putPerformers(database, id, fields.performers, false)
        return Effect.void
      }),
    addTickets: (id: EventId, tickets: ReadonlyArray<Ticket>) =>
      Effect.sync(() => {
        for (const ticket of tickets)
          all(sql`insert into attending_tickets ${sql.insert({ event_id: id, ...Rows.tickets.record(ticket) })}
            on conflict do nothing`)
      }),
    tickets: (id) =>
      Effect.sync(() =>
        Rows.tickets.read(
          all(
            sql`select ${Rows.tickets.columns} from attending_tickets where event_id = ${id} order by position`,
          ),
        ),
      ),
    eventOfSetlist: (ref) =>
      Effect.sync(() => {
        const [id] = readEventIds(all(sql`select event_id from attending_setlists where ref = ${ref}`))
        return id === undefined ? Option.none() : eventOf(id)
      }),
    putSetlist: (id: EventId, setlist: Setlist) =>
      Effect.sync(() => {
        all(sql`insert or replace into attending_setlists
          ${sql.insert({ event_id: id, ...Rows.setlists.record(setlist) })}`)
      }),
    setlists: (id) => Effect.sync(() => readSetlists(database, id)),
    appearances: (id) =>
      Effect.sync(() =>
        Rows.readAppearances(
          all(sql`select a.player_id, p.name, p.first_name, p.last_name, a.jersey, a.team_id, (
              select json_group_array(json_object('provider', i.provider, 'id', i.external_id) order by i.provider)
              from attending_player_ids i where i.player_id = p.id
            ) as provider_ids
            from attending_appearances a join attending_players p on p.id = a.player_id
            where a.event_id = ${id} order by a.player_id`),
        ),
      ),
    putPlayers: (event, provider, players) => Effect.sync(() => putPlayers(event, provider, players)),
    addPlayerId: (player, { id, provider }) =>
      Effect.sync(
        () =>
          all(sql`insert into attending_player_ids ${sql.insert({ provider, external_id: id, player_id: player })}
            on conflict do nothing returning player_id`).length > 0,
      ),
    markLookedUp: (id, at: EpochMillis) =>
      Effect.sync(() => {
        all(sql`update attending_events set looked_up_at = ${at} where id = ${id}`)
      }),
    source: (id) => Effect.sync(() => readSource(database, id)),
    linkSource: (id, eventId) =>
      Effect.sync(() => {
        all(sql`update attending_sources set event_id = ${eventId} where id = ${id}`)
      }),
  }
}
