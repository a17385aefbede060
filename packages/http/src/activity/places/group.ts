import * as Schema from "effect/Schema"
import {
  dateRange,
  editEndpoints,
  Endpoint,
  journalEndpoints,
  keyedGroup,
  NotFound,
  paging,
  sorting,
  text,
} from "../forRoutes.ts"
import { Review } from "./review.ts"
import { DayAnswer, RecentPlaces, WireCheckIn } from "./wire.ts"
import { checkInByHand, placeEditFields, placeSorts } from "@daybook/places"
import { bbox } from "../../wire/position.ts"
import { Cities, Groups, MapAnswer, StatsAnswer, VenueAnswer, Venues } from "./lists/wire.ts"

const placeQuery = { ...sorting(placeSorts), ...paging }

const named = (what: string) => Schema.optionalKey(text(`Only venues of this ${what}, in any case`))

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
  Endpoint.get("stats", "/v1/places/stats", {
    query: dateRange,
    success: StatsAnswer,
    summary: "Places stats",
    description: "Check-ins, venues, cities and countries, all time or in a range.",
  }),
  Endpoint.get("venues", "/v1/places/venues", {
    query: {
      q: Schema.optionalKey(text("Part of the name, city or country, ignoring case and accents")),
      city: named("city"),
      country: named("country"),
      category: named("category"),
      ...placeQuery,
    },
    success: Venues,
    summary: "Venues",
    description: "Each as described by its latest check-in; most check-ins first by default.",
  }),
  Endpoint.get("venue", "/v1/places/venues/:id", {
    params: { id: text("The id of a venue") },
    success: VenueAnswer,
    error: NotFound,
    summary: "One venue",
    description: "With its 20 latest check-ins; /v1/places/recent?venue_id= lists all.",
  }),
  Endpoint.get("cities", "/v1/places/cities", {
    query: placeQuery,
    success: Cities,
    summary: "Cities",
    description: "Most check-ins first by default. Cities of the same name differ by country.",
  }),
  Endpoint.get("countries", "/v1/places/countries", {
    query: placeQuery,
    success: Groups,
    summary: "Countries",
    description: "By default those with the most check-ins first.",
  }),
  Endpoint.get("categories", "/v1/places/categories", {
    query: placeQuery,
    success: Groups,
    summary: "Kinds of venues",
    description: "By default those with the most check-ins first.",
  }),
  Endpoint.get("map", "/v1/places/map", {
    query: {
      bbox: bbox("venues"),
      ...dateRange,
    },
    success: MapAnswer,
    summary: "Places on a map",
    description:
      "Venues with check-ins, all time or in a range, as points. More than 2,000 are clustered: each cell of a " +
      "grid over them is one point, at your most frequent position.",
  }),
  ...editEndpoints("CheckIn", "places", checkInByHand, WireCheckIn),
  ...editEndpoints("Place", "places", placeEditFields, VenueAnswer),
  ...journalEndpoints("places", Review),
) {}
