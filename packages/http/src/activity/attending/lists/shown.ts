import {
  AttendingStore,
  type EventId,
  type EventQuery,
  type PerformerId,
  type PlayerId,
  playerSeasons,
  type TeamId,
  type VenueId,
} from "@daybook/attending"
import { everything, itemsOfAllPages, today, untilToday } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { notFound } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"

const latest = { page: 1, limit: 20 }

/** The item, or a 404 with what it is and its id. */
export const found = <A>(what: string, id: number, item: Option.Option<A>) =>
  Effect.fromOption(item, () => notFound(`There is no ${what} ${id}`))

/** The response with the event that an id resolves to. */
export const showEvent = Effect.fnUntraced(function* (id: EventId) {
  const { lists } = yield* AttendingStore
  const event = yield* found("event", id, yield* lists.event(id))
  return yield* (yield* ItemImages).shown({ ...event, ...event.position })
})

/** The latest attended events of a venue, team, performer or player. */
const latestOf = Effect.fnUntraced(function* (query: Omit<EventQuery, "range" | "attended">) {
  const { lists } = yield* AttendingStore
  const range = yield* untilToday(everything)
  const { items } = yield* lists.events({ ...query, range, attended: true }, latest)
  return yield* (yield* ItemImages).shown(items)
})

/** The same for a venue, with its latest events. */
export const showVenue = Effect.fnUntraced(function* (id: VenueId) {
  const { lists } = yield* AttendingStore
  const venue = yield* found("venue", id, yield* lists.venue(id, yield* today))
  return { ...venue, ...venue.position, events: yield* latestOf({ venueId: id }) }
})

/** The same for a performer, with the latest events. */
export const showPerformer = Effect.fnUntraced(function* (id: PerformerId) {
  const { lists } = yield* AttendingStore
  const performer = yield* found("performer", id, yield* lists.performer(id, yield* today))
  return { ...performer, events: yield* latestOf({ performerId: id }) }
})

/** The same for a team. */
export const showTeam = Effect.fnUntraced(function* (id: TeamId) {
  const { lists } = yield* AttendingStore
  const team = yield* found("team", id, yield* lists.team(id, yield* today))
  return { ...team, events: yield* latestOf({ teamId: id }) }
})

/** The same for a player, with the teams and the seasons. */
export const showPlayer = Effect.fnUntraced(function* (id: PlayerId) {
  const { lists } = yield* AttendingStore
  const day = yield* today
  const player = yield* found("player", id, yield* lists.player(id, day))
  return {
    ...player,
    teams: yield* lists.teamsOfPlayer(id, day),
    seasons: playerSeasons(yield* lists.gamesOfPlayer(id, day)),
    events: yield* latestOf({ playerId: id }),
  }
})

const maxOnMap = 2_000

/** The visited venues whose position is known. */
export const showMap = Effect.gen(function* () {
  const { lists } = yield* AttendingStore
  const now = yield* today
  const venues = yield* itemsOfAllPages(maxOnMap, (page) => lists.venues(now, undefined, page))
  const placed = venues.flatMap(({ position, ...venue }) =>
    position === undefined || venue.times === 0 ? [] : [{ ...venue, position }],
  )
  return { type: "FeatureCollection" as const, features: placed.slice(0, maxOnMap) }
})
