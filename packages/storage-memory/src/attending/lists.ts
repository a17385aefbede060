import { foldName, type LocalDate, pageIn, type PageRequest } from "@daybook/kernel"
import {
  type AttendedEvent,
  type AttendingLists,
  EventId,
  type EventQuery,
  type ListedEvent,
  type PerformerId,
  type TeamId,
  type Venue,
  type VenueId,
} from "@daybook/attending"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { appearancesIn, type Kept, setlistsIn } from "./kept.ts"
import { isIn, mostFirst, performersOf, recordOf, recordsOf, seenOn } from "./seen.ts"

const contains = (q: string | undefined, ...names: ReadonlyArray<string>): boolean =>
  q === undefined || names.some((name) => foldName(name).includes(foldName(q)))

const eventVenue = ({ city, id, name }: Venue) => ({ id, name, city })

/** The latest first, by day, then by start, then by id. */
const latestFirst = (one: ListedEvent, other: ListedEvent): number =>
  byCodePoints(other.day, one.day) ||
  (other.startsAt ?? -Infinity) - (one.startsAt ?? -Infinity) ||
  other.id - one.id

/** The reads over events and what belongs to them, in memory; with the items that ids lead to. */
export const listsOf = (
  read: () => Kept,
  zone: DateTime.TimeZone,
  eventOf: (id: string) => Effect.Effect<string>,
  venueAt: (id: VenueId) => VenueId,
  performerAt: (id: PerformerId) => PerformerId,
): AttendingLists => {
  const venueOf = (id: VenueId | undefined) => (id === undefined ? undefined : read().venues.get(id))

  const sideOf = (id: TeamId | undefined, score: number | undefined) => {
    const team = id === undefined ? undefined : read().teams.get(id)
    return team && { id: team.id, name: team.name, score }
  }

  const listed = (event: AttendedEvent): ListedEvent => {
    const { attended, category, day, game, id, notes, startsAt, title, type } = event
    const venue = venueOf(event.venueId)
    return {
      id,
      title,
      category,
      type,
      day,
      startsAt,
      attended,
      notes,
      venue: venue && eventVenue(venue),
      performers: performersOf(read(), event),
      home: sideOf(game?.homeTeamId, game?.homeScore),
      away: sideOf(game?.awayTeamId, game?.awayScore),
      gameNumber: game?.number ?? 0,
    }
  }

  const fits = (query: EventQuery, event: AttendedEvent): boolean => {
    const { attended, category, performerId, playerId, q, range, teamId, type, venueId } = query
    const { away, home, performers, venue } = listed(event)
    const is = <A>(asked: A | undefined, ...values: ReadonlyArray<A | undefined>) =>
      asked === undefined || values.includes(asked)
    return (
      isIn(range, zone, event) &&
      is(category, event.category) &&
      is(type, event.type) &&
      is(venueId && venueAt(venueId), event.venueId) &&
      is(teamId, home?.id, away?.id) &&
      is(performerId && performerAt(performerId), ...performers.map(({ id }) => id)) &&
      is(playerId, ...appearancesIn(read(), event.id).map((one) => one.playerId)) &&
      is(attended, event.attended) &&
      contains(q, event.title, ...[venue, home, away, ...performers].map((one) => one?.name ?? ""))
    )
  }

  /** The attended events up to a day. */
  const seenEvents = (today: LocalDate) =>
    [...read().events.values()].filter(({ attended, day }) => attended && day <= today)

  /** A list of what was seen at events, and one of it. */
  const seenOf = <Item extends { readonly id: number; readonly name: string }>(
    all: () => ReadonlyArray<Item>,
    isAt: (item: Item, event: AttendedEvent) => boolean,
  ) => {
    const withTimes = (items: ReadonlyArray<Item>, today: LocalDate) => {
      const events = seenEvents(today)
      return items.map((item) => ({
        ...item,
        ...seenOn(events.filter((event) => isAt(item, event)).map(({ day }) => day)),
      }))
    }
    return {
      all: (today: LocalDate, q: string | undefined, page: PageRequest) =>
        Effect.sync(() => {
          const named = all().filter(({ name }) => contains(q, name))
          return pageIn(withTimes(named, today).sort(mostFirst), page)
        }),
      one: (id: number, today: LocalDate) =>
        Effect.sync(() => {
          const found = all().filter((item) => item.id === id)
          return Option.fromUndefinedOr(withTimes(found, today)[0])
        }),
    }
  }

  const venues = seenOf(
    () =>
      [...read().venues.values()].map(({ city, id, name, position, timeZone }) => ({
        id,
        name,
        city,
        timeZone,
        position,
      })),
    ({ id }, { venueId }) => venueId === id,
  )
  const performers = seenOf(
    () => [...new Set(read().performers.values())],
    ({ id }, event) => performersOf(read(), event).some((one) => one.id === id),
  )
  const players = seenOf(
    () =>
      [...read().players.values()].map(({ firstName, lastName, name, playerId: id }) => ({
        id,
        name,
        firstName,
        lastName,
      })),
    ({ id }, event) => appearancesIn(read(), event.id).some(({ playerId }) => playerId === id),
  )

  return {
    events: (query, page) =>
      Effect.sync(() => {
        const found = [...read().events.values()].filter((event) => fits(query, event)).map(listed)
        found.sort((one, other) =>
          query.soonestFirst === true ? latestFirst(other, one) : latestFirst(one, other),
        )
        return pageIn(found, page)
      }),
    event: (asked) =>
      Effect.map(eventOf(String(asked)), (found) => {
        const id = EventId.make(Number(found))
        const event = read().events.get(id)
        if (event === undefined) return Option.none()
        const home = event.game?.homeTeamId
        const appeared = appearancesIn(read(), id)
          .map(({ jersey, name, playerId, teamId }) => ({ id: playerId, name, jersey, teamId }))
          .sort(
            (one, other) =>
              Number(one.teamId !== home) - Number(other.teamId !== home) ||
              byCodePoints(one.name, other.name) ||
              one.id - other.id,
          )
        return Option.some({
          ...listed(event),
          position: venueOf(event.venueId)?.position,
          players: appeared,
          tickets: read().tickets.get(id) ?? [],
          setlists: setlistsIn(read(), id),
        })
      }),
    venues: venues.all,
    venue: (id, today) => venues.one(venueAt(id), today),
    performers: performers.all,
    performer: (id, today) => performers.one(performerAt(id), today),
    players: players.all,
    player: players.one,
    teamsOfPlayer: (id, today) =>
      Effect.sync(() => {
        const teams = seenEvents(today).flatMap((event) =>
          appearancesIn(read(), event.id).flatMap(({ playerId, teamId }) =>
            playerId === id ? [teamId] : [],
          ),
        )
        return [...Map.groupBy(teams, (team) => team)]
          .map(([team, { length: times }]) => ({ id: team, name: read().teams.get(team)?.name ?? "", times }))
          .sort((one, other) => other.times - one.times || one.id - other.id)
      }),
    team: (id, today) =>
      Effect.sync(() => {
        const team = read().teams.get(id)
        if (team === undefined) return Option.none()
        const { record, seen } = recordOf(read(), id, seenEvents(today))
        const home = venueOf(team.homeVenueId)
        return Option.some({
          ...record,
          ...seen,
          type: team.type,
          aliases: team.aliases,
          homeVenue: home && eventVenue(home),
        })
      }),
    records: (type, range, today) =>
      Effect.sync(() => {
        const events = seenEvents(today).filter((event) => event.type === type && isIn(range, zone, event))
        return recordsOf(read(), events)
      }),
  }
}
