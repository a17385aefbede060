import { LocalDate } from "@daybook/kernel"
import { CheckIn, type Stop, venueIdOf } from "@daybook/places"
import * as Schema from "effect/Schema"
import { positionFields } from "../../wire/position.ts"
import {
  type HiddenBy,
  Instant,
  InstantOrEmpty,
  listOf,
  manyOf,
  optional,
  wireAs,
  wireForm,
} from "../forRoutes.ts"

const checkInFields = {
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
}

/** A check-in is hidden as one, or with its place. */
const hiddenCheckIn: HiddenBy<{ readonly id: string; readonly venueId: string }> = {
  domain: "places",
  by: ({ id, venueId }) => [
    { type: "check-in", id },
    { type: "place", id: venueId },
  ],
}

const CheckInForm = wireForm(checkInFields, {}, hiddenCheckIn)

/** A check-in. */
export const WireCheckIn = wireAs(CheckInForm, (checkIn: CheckIn) =>
  CheckInForm.of({ ...checkIn, ...checkIn.position, venueId: venueIdOf(checkIn) }),
)

export const RecentPlaces = listOf(WireCheckIn)

const StopForm = wireForm(
  {
    ...checkInFields,
    visit: optional(Schema.Int, "Which visit to the venue it was, from 1"),
    previousAt: InstantOrEmpty.annotate({ description: "The visit before; empty for the first" }),
  },
  {},
  hiddenCheckIn,
)

const DayOrNone = wireAs(
  Schema.String.annotate({ description: "YYYY-MM-DD; empty if there is none" }),
  (day: LocalDate | undefined) => day ?? "",
)

/** The stops of a day. */
export const DayAnswer = wireForm(
  {
    day: LocalDate.annotate({ description: "YYYY-MM-DD" }),
    previous: DayOrNone,
    next: DayOrNone,
    stops: manyOf(
      wireAs(StopForm, (stop: Stop) => StopForm.of({ ...stop, ...stop.position, venueId: venueIdOf(stop) })),
    ),
  },
  { day: "date" },
)
