import { PlacesStats, Venue, type VisitedVenue } from "@daybook/places"
import * as Schema from "effect/Schema"
import { manyOf, optionalForm, wireAs, wireForm } from "../forRoutes.ts"
import { positionFields } from "../../wire/position.ts"
import { hiddenPlace } from "./lists/wire.ts"

const { category, city, country, id, name, visits } = Venue.fields
const venueFields = { id, name, category, city, country, ...positionFields, visits }

const VenueForm = wireForm(venueFields, {}, hiddenPlace)
const WireVenue = wireAs(VenueForm, (venue: VisitedVenue) => VenueForm.of({ ...venue, ...venue.position }))

const FurthestForm = wireForm(
  {
    ...venueFields,
    miles: Schema.Finite.annotate({
      description: "Miles from the center of the city with the most check-ins, with one decimal",
    }),
  },
  { miles: "distance_mi" },
  hiddenPlace,
)
const Furthest = wireAs(FurthestForm, (venue: VisitedVenue & { readonly miles: number }) =>
  FurthestForm.of({ ...venue, ...venue.position }),
)

const { checkIns, cities, countries, venues } = PlacesStats.fields

/** The own part of places in a year in review. */
export const Review = wireForm({
  checkIns,
  venues,
  cities,
  countries,
  newVenues: Schema.Int.annotate({ description: "Venues whose first check-in was in the year" }),
  newPlaces: manyOf(WireVenue),
  mostVisited: manyOf(WireVenue),
  furthest: optionalForm(Furthest),
})
