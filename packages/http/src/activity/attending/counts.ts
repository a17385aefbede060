import { allOf, type Countable, each, field } from "../../assistants/counts/countable.ts"

/** Events attended, as assistants count them. */
export const attendingCounts: ReadonlyArray<Countable> = [
  {
    of: "events",
    list: { path: "/v1/attending/recent" },
    at: "event_date",
    dimensions: {
      category: field("category"),
      type: field("event_type"),
      venue: field("venue.name"),
      city: field("venue.city"),
      performer: each("performers", "name"),
      team: allOf(field("home_team.name"), field("away_team.name")),
    },
  },
]
