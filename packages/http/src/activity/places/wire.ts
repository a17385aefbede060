import { CheckIn, venueIdOf } from "@daybook/places"
import * as Schema from "effect/Schema"
import { positionFields } from "../../wire/position.ts"
import { Instant, listOf, wireAs, wireForm } from "../forRoutes.ts"

const CheckInForm = wireForm({
  id: CheckIn.fields.id.annotate({ description: "The id at its source" }),
  venueName: CheckIn.fields.venueName,
  category: CheckIn.fields.category.annotate({
    description: "The kind of venue, such as Coffee Shop",
  }),
  city: CheckIn.fields.city,
  country: CheckIn.fields.country,
  ...positionFields,
  checkedInAt: Instant,
  shout: CheckIn.fields.shout.annotate({ description: "Your comment" }),
  venueId: Schema.String.annotate({ description: "The venue in /v1/places/venues; empty without one" }),
})

/** A check-in. */
export const WireCheckIn = wireAs(CheckInForm, (checkIn: CheckIn) =>
  CheckInForm.of({ ...checkIn, ...checkIn.position, venueId: venueIdOf(checkIn) }),
)

export const RecentPlaces = listOf(WireCheckIn)
