import { type CheckIn, type MapPoint, PlaceGroup, PlacesStats, Venue } from "@daybook/places"
import * as Schema from "effect/Schema"
import { hiddenAs, Instant, InstantOrEmpty, listOf, manyOf, wireAs, wireForm } from "../../forRoutes.ts"
import { featureCollection } from "../../../wire/geoJson.ts"
import { positionFields } from "../../../wire/position.ts"
import { WireCheckIn } from "../wire.ts"

const visitFields = {
  visits: Venue.fields.visits.annotate({ description: "Check-ins" }),
  firstVisitedAt: Instant,
  lastVisitedAt: Instant,
}

const venueFields = {
  id: Venue.fields.id.annotate({ description: "The source's id of the venue, else its name and city" }),
  name: Venue.fields.name,
  category: Venue.fields.category,
  city: Venue.fields.city,
  country: Venue.fields.country,
  ...positionFields,
  ...visitFields,
}

/** A place with this id is hidden with it. */
export const hiddenPlace = hiddenAs("places", "place")

const VenueForm = wireForm(venueFields, {}, hiddenPlace)

/** A page of venues. */
export const Venues = listOf(
  wireAs(VenueForm, (venue: Venue) => VenueForm.of({ ...venue, ...venue.position })),
)

const WholeVenueForm = wireForm({ ...venueFields, checkIns: manyOf(WireCheckIn) }, {}, hiddenPlace)

/** A venue with its latest check-ins. */
export const VenueAnswer = wireAs(
  WholeVenueForm,
  (venue: Venue & { readonly checkIns: ReadonlyArray<CheckIn> }) =>
    WholeVenueForm.of({ ...venue, ...venue.position }),
)

const { country, id, name, venues } = PlaceGroup.fields
const groupFields = { id, name, venues, ...visitFields }

/** A page of cities. */
export const Cities = listOf(wireForm({ ...groupFields, country }))

/** A page of countries or categories. */
export const Groups = listOf(wireForm(groupFields))

const { checkIns, cities, countries } = PlacesStats.fields

/** The totals of places. */
export const StatsAnswer = wireForm({
  checkIns,
  venues,
  cities,
  countries,
  firstAt: InstantOrEmpty,
  lastAt: InstantOrEmpty,
})

const Point = Schema.Struct({ type: Schema.Literal("Point"), coordinates: Schema.Array(Schema.Finite) })

const PointProperties = wireForm({
  visits: Venue.fields.visits,
  venues: Schema.Int.annotate({ description: "1, or the venues of a cluster" }),
  cluster: Schema.Boolean,
  venueId: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(Venue.fields.name),
  category: Schema.optionalKey(Venue.fields.category),
  city: Schema.optionalKey(Venue.fields.city),
  country: Schema.optionalKey(Venue.fields.country),
})

/** Venues and clusters of them as GeoJSON. */
export const MapAnswer = featureCollection(
  Schema.Struct({
    type: Schema.Literal("Feature"),
    geometry: Point,
    properties: PointProperties,
  }),
  ({ lat, lng, venue, venues: count, visits }: MapPoint) => ({
    type: "Feature" as const,
    geometry: { type: "Point" as const, coordinates: [lng, lat] },
    properties: PointProperties.of({
      visits,
      venues: count,
      cluster: venue === undefined,
      venueId: venue?.id,
      name: venue?.name,
      category: venue?.category,
      city: venue?.city,
      country: venue?.country,
    }),
  }),
  {
    domain: "places",
    by: ({ venue }) => (venue === undefined ? [] : [{ type: "place", id: venue.id }]),
  },
)
