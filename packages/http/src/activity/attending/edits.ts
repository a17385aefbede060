import {
  AttendingStore,
  eventByHand,
  EventId,
  performerByHand,
  PerformerId,
  venueByHand,
  VenueId,
} from "@daybook/attending"
import * as Effect from "effect/Effect"
import { editEndpoints, editHandlers } from "../forRoutes.ts"
import { showEvent, showPerformer, showVenue } from "./lists/handlers.ts"
import { EventAnswer, PerformerAnswer, VenueAnswer } from "./lists/wire.ts"

/** The endpoints of edits of events, venues and performers. */
export const eventEditEndpoints = editEndpoints("Event", "attending", eventByHand, EventAnswer)
export const venueEditEndpoints = editEndpoints("Venue", "attending", venueByHand, VenueAnswer)
export const performerEditEndpoints = editEndpoints(
  "Performer",
  "attending",
  performerByHand,
  PerformerAnswer,
)

/** Their handlers. */
export const editsOfAttending = Effect.gen(function* () {
  const store = Effect.map(AttendingStore, ({ edits }) => edits)
  return {
    ...(yield* editHandlers("Event", eventByHand, {
      store,
      shown: (id) => showEvent(EventId.make(Number(id))),
    })),
    ...(yield* editHandlers("Venue", venueByHand, {
      store,
      shown: (id) => showVenue(VenueId.make(Number(id))),
    })),
    ...(yield* editHandlers("Performer", performerByHand, {
      store,
      shown: (id) => showPerformer(PerformerId.make(Number(id))),
    })),
  }
})
