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
import { editHandlers } from "../forRoutes.ts"
import { showEvent, showPerformer, showVenue } from "./lists/shown.ts"
import { EventAnswer, PerformerAnswer, VenueAnswer } from "./lists/wire.ts"

/** The handlers of edits of events, venues and performers. */
export const editsOfAttending = Effect.gen(function* () {
  const store = Effect.map(AttendingStore, ({ edits }) => edits)
  return {
    ...(yield* editHandlers("Event", eventByHand, {
      store,
      form: EventAnswer,
      shown: (id) => showEvent(EventId.make(Number(id))),
    })),
    ...(yield* editHandlers("Venue", venueByHand, {
      store,
      form: VenueAnswer,
      shown: (id) => showVenue(VenueId.make(Number(id))),
    })),
    ...(yield* editHandlers("Performer", performerByHand, {
      store,
      form: PerformerAnswer,
      shown: (id) => showPerformer(PerformerId.make(Number(id))),
    })),
  }
})
