import { type Countable, field } from "../../assistants/counts/countable.ts"

/** Check-ins, as assistants count them. */
export const placesCounts: ReadonlyArray<Countable> = [
  {
    of: "check_ins",
    list: { path: "/v1/places/recent" },
    at: "checked_in_at",
    dimensions: {
      venue: field("venue_name"),
      category: field("category"),
      city: field("city"),
      country: field("country"),
    },
  },
]
