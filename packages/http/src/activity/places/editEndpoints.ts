import { checkInByHand, placeEditFields } from "@daybook/places"
import { editEndpoints } from "../forRoutes.ts"
import { VenueAnswer } from "./lists/wire.ts"
import { WireCheckIn } from "./wire.ts"

/** The endpoints of edits of check-ins and places. */
export const checkInEditEndpoints = editEndpoints("CheckIn", "places", checkInByHand, WireCheckIn)
export const placeEditEndpoints = editEndpoints("Place", "places", placeEditFields, VenueAnswer)
