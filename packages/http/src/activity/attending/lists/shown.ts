import {
  AttendingStore,
  type EventId,
  type EventQuery,
  type PerformerId,
  type VenueId,
} from "@daybook/attending"
import { everything, today, untilToday } from "@daybook/kernel"
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
export const latestOf = Effect.fnUntraced(function* (query: Omit<EventQuery, "range" | "attended">) {
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
