import * as Schema from "effect/Schema"
import { Endpoint, dateRange, journalEndpoints, keyedGroup, paging, text } from "../forRoutes.ts"
import { checkInEditEndpoints, placeEditEndpoints } from "./editEndpoints.ts"
import { listEndpoints } from "./lists/endpoints.ts"
import { Review } from "./review.ts"
import { DayAnswer, RecentPlaces } from "./wire.ts"

export class PlacesGroup extends keyedGroup(
  "places",
  "Places",
  Endpoint.get("recent", "/v1/places/recent", {
    query: {
      venue_id: Schema.optionalKey(text("Only check-ins at this venue")),
      ...paging,
      ...dateRange,
    },
    success: RecentPlaces,
    summary: "Recent check-ins",
    description: "Check-ins of all time or of a range, newest first.",
  }),
  Endpoint.get("day", "/v1/places/day", {
    query: { date: dateRange.date },
    success: DayAnswer,
    summary: "A day's stops",
    description:
      "At most 100 check-ins of a day, oldest first, each with its place among the visits to its venue, and the days with " +
      "check-ins before and after. By default the newest day that has one.",
  }),
  ...listEndpoints,
  ...checkInEditEndpoints,
  ...placeEditEndpoints,
  ...journalEndpoints("places", Review),
) {}
