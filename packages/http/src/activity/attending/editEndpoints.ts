import { eventByHand, performerByHand, venueByHand } from "@daybook/attending"
import { editEndpoints } from "../forRoutes.ts"
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
