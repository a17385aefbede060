import {
  type ByHand,
  type EditedItem,
  type EditFields,
  handName,
  handNumber,
  handText,
  Position,
  type FieldSetters,
  unknownItem,
  withFields,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { Venue, VenueId } from "./model.ts"

/** `DateTime` would tell it too, and make every page with a client of attending larger. */
const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** The editable fields of a venue. */
export const venueByHand = {
  type: "venue",
  needed: { name: handName },
  optional: {
    city: handText(),
    time_zone: handText()
      .annotate({ description: "Such as America/Chicago" })
      .check(
        Schema.makeFilter(
          (zone: string) => zone === "" || isTimeZone(zone) || "must be a time zone such as America/Chicago",
        ),
      ),
    lat: handNumber(-90, 90).annotate({ description: "Degrees, with lng" }),
    lng: handNumber(-180, 180).annotate({ description: "Degrees, with lat" }),
  },
  together: [["lat", "lng"]],
  insteadOfAdding: "Venues are created with events: add an event with POST /v1/admin/attending/event",
  example: { name: "Park Hall", city: "Eastport", time_zone: "America/New_York" },
} satisfies ByHand

/** The editable form of a venue. */
export const EditedVenue = Schema.Struct({ ...Venue.fields, position: Schema.UndefinedOr(Position) })
export type EditedVenue = typeof EditedVenue.Type

export const toEdited = (venue: Venue): EditedVenue => ({ position: undefined, ...venue })
export const toVenue = ({ position, ...venue }: EditedVenue): Venue =>
  position === undefined ? venue : { ...venue, position }

/** Where a venue is, which two edited fields set. */
const settings: FieldSetters<EditedVenue> = {
  lat: (value, { position }) => ({ position: { lng: 0, ...position, lat: Number(value) } }),
  lng: (value, { position }) => ({ position: { lat: 0, ...position, lng: Number(value) } }),
}

const correct = (venue: EditedVenue, fields: EditFields): EditedVenue =>
  withFields(venueByHand, settings, venue, fields)

/** Venues as they are edited. Events name them as their sources do, and are shown at the venues that these lead to. */
export const editedVenues: EditedItem<EditedVenue> = {
  type: "venue",
  schema: EditedVenue,
  idOf: ({ id }) => String(id),
  make: (fields, given) =>
    correct(unknownItem(EditedVenue, { id: VenueId.make(Number(given ?? 0)), providerIds: [] }), fields),
  correct,
  // The reported version is made from the known one already.
  combine: (_known, told) => told,
  own: ["id", "aliases", "providerIds"],
}
