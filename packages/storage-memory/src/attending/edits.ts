import {
  asTold,
  type AttendedEvent,
  editedEvents,
  type EditedEvent,
  editedVenues,
  EventId,
  resolveVenue,
  sameByHand,
  toEdited,
  toVenue,
  type Venue,
  VenueId,
} from "@daybook/attending"
import { editItems, foldName, StandingEdits } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { editLogIn, type EditRows } from "../kernel/edits.ts"
import { keepPerformers, type Kept, nextNumber, shownOf } from "./kept.ts"

/** The edits by hand of events, on the data to keep. */
export const editedEventsIn = (kept: Kept, edits: EditRows["Service"]) => {
  const edited = (event: AttendedEvent): EditedEvent => ({ ...event, venueName: undefined })

  const eventAt = (id: string) => [...kept.events.values()].find((event) => String(event.id) === id)

  /** The venue of an event: the one that a person named, added where it is new. */
  const venueOf = ({ venueId, venueName }: EditedEvent): VenueId | undefined => {
    if (venueName === undefined) return venueId
    if (foldName(venueName) === "") return undefined
    const match = resolveVenue(venueName, [...shownOf(kept).venues.values()])
    if (match.is === "known" && match.confidence >= 0.95) return match.venue.id
    const id = VenueId.make(nextNumber(kept, "venue"))
    kept.venues.set(id, { id, name: venueName, aliases: [], city: "", timeZone: "", providerIds: [] })
    kept.byHand.add(id)
    return id
  }

  const put = (event: EditedEvent) => {
    const performers = keepPerformers(kept, event.performers, true)
    kept.events.set(event.id, { ...asTold(event), venueId: venueOf(event), performers })
  }

  return editItems(editLogIn(edits, "attending", kept.told), editedEvents, {
    read: (ids) => Effect.sync(() => ids.flatMap((id) => eventAt(id) ?? []).map(edited)),
    put: (all) => Effect.sync(() => all.forEach(put)),
    remove: (ids) =>
      Effect.sync(() => {
        for (const id of ids) kept.events.delete(EventId.make(Number(id)))
      }),
    nextId: Effect.sync(() => String(nextNumber(kept, "event"))),
    same: (event) =>
      Effect.sync(() => {
        const ofDay = [...kept.events.values()]
          .filter(({ day }) => day === event.day)
          .sort((one, other) => one.id - other.id)
        const known = sameByHand(event, ofDay, ({ venueId }) =>
          venueId === undefined ? "" : (shownOf(kept).venues.get(venueId)?.name ?? ""),
        )
        return known === undefined ? undefined : String(known.id)
      }),
  })
}

/** The edits by hand of venues, on the data to keep. */
export const editedVenuesIn = (kept: Kept, edits: EditRows["Service"]) => {
  const log = editLogIn(edits, "attending", kept.told)
  return editItems(log, editedVenues, {
    read: (ids) =>
      Effect.sync(() =>
        [...shownOf(kept).venues.values()].filter(({ id }) => ids.includes(String(id))).map(toEdited),
      ),
    put: (all) =>
      Effect.sync(() => {
        for (const venue of all) {
          kept.hidden.delete(venue.id)
          if (kept.venues.has(venue.id)) kept.venues.set(venue.id, toVenue(venue))
        }
      }),
    remove: (ids) =>
      Effect.map(log.edits, (all) => {
        const standing = new StandingEdits(all)
        for (const id of ids) {
          const root = standing.rootOf("venue", id)
          kept.hidden.set(VenueId.make(Number(id)), root === id ? undefined : VenueId.make(Number(root)))
        }
      }),
  })
}

/** Removes the venues and performers that came by hand and that no event names any more. */
export const dropUnnamed = (kept: Kept) =>
  Effect.sync(() => {
    const events = [...kept.events.values()]
    for (const one of kept.byHand) {
      const isNamed = events.some(({ performers, venueId }) =>
        typeof one === "string" ? performers.map(foldName).includes(one) : venueId === one,
      )
      const [type, id] =
        typeof one === "string" ? ["performer", kept.performers.get(one)?.id] : ["venue", one]
      if (isNamed || kept.told.get(type)?.has(String(id)) === true) continue
      kept.byHand.delete(one)
      if (typeof one === "string") kept.performers.delete(one)
      else kept.venues.delete(one)
    }
  })

/** Events and venues as sources tell them: those that edits touch, and the ids of those that a person has added. */
export interface ToldEvents {
  readonly kept: Map<EventId, AttendedEvent>
  readonly added: ReadonlySet<string>
  readonly tell: (event: AttendedEvent) => Effect.Effect<void>
  readonly venues: Map<VenueId, Venue>
  readonly tellVenue: (venue: Venue) => Effect.Effect<void>
  readonly forgetVenue: (id: VenueId) => Effect.Effect<void>
}

/** The events and venues that edits touch, in a transaction. */
export const toldEventsIn = Effect.fnUntraced(function* (next: Kept, edits: EditRows["Service"]) {
  const byHand = editedEventsIn(next, edits)
  const venuesByHand = editedVenuesIn(next, edits)
  const keptVenues = new Map((yield* venuesByHand.kept).map((venue) => [venue.id, toVenue(venue)]))
  const kept = new Map((yield* byHand.kept).map((event) => [event.id, asTold(event)]))
  const told: ToldEvents = {
    kept,
    added: new Set(yield* byHand.added),
    tell: Effect.fnUntraced(function* (event: AttendedEvent) {
      kept.set(event.id, event)
      yield* byHand.tell([{ ...event, venueName: undefined }])
    }),
    venues: keptVenues,
    tellVenue: Effect.fnUntraced(function* (venue: Venue) {
      const whole = { ...keptVenues.get(venue.id), ...venue }
      keptVenues.set(venue.id, whole)
      yield* venuesByHand.tell([toEdited(whole)])
    }),
    forgetVenue: Effect.fnUntraced(function* (id: VenueId) {
      keptVenues.delete(id)
      yield* venuesByHand.forget([String(id)])
      next.hidden.delete(id)
    }),
  }
  return told
})
