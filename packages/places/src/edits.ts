import {
  type ByHand,
  type EditedItem,
  type EditFields,
  handName,
  handNumber,
  handText,
  handTime,
  mergeKnown,
  type FieldSetters,
  unknownItem,
  withFields,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { CheckIn, maxShoutLength, normalizeCheckIn } from "./model.ts"
import { venueIdOf } from "./venue.ts"

const where = {
  category: handText().annotate({ description: "The kind of venue, such as Coffee Shop" }),
  city: handText(),
  country: handText(),
  lat: handNumber(-90, 90).annotate({ description: "Degrees, with lng" }),
  lng: handNumber(-180, 180).annotate({ description: "Degrees, with lat" }),
}

const together = [["lat", "lng"]] as const

/** The fields of a check-in that the owner may send. */
export const checkInByHand = {
  type: "check-in",
  needed: { venue: handName.annotate({ description: "The name of the venue" }), checked_in_at: handTime },
  optional: { ...where, shout: handText(maxShoutLength).annotate({ description: "A comment" }) },
  times: ["checked_in_at"],
  together,
  example: {
    venue: "Tin Roof",
    checked_in_at: "2026-05-10T18:00:00Z",
    category: "Coffee Shop",
    city: "Eastport",
  },
} satisfies ByHand

/** The editable fields of a place. */
export const placeEditFields = {
  type: "place",
  needed: { name: handName },
  optional: where,
  together,
  insteadOfAdding: "Places are created with check-ins: add a check-in with POST /v1/admin/places/check-in",
  example: { name: "Tin Roof", category: "Coffee Shop", city: "Eastport", lat: 44.9, lng: -66.98 },
} satisfies ByHand

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** What edited fields set that a check-in has under another name. */
const settings: FieldSetters<CheckIn> = {
  // Another venue is not the one that its source names.
  venue: (value, { venueName }) => (value === venueName ? {} : { venueName: textOf(value), venueRef: "" }),
  name: "venueName",
  lat: (value, { position }) => ({ position: { lng: 0, ...position, lat: Number(value) } }),
  lng: (value, { position }) => ({ position: { lat: 0, ...position, lng: Number(value) } }),
}

const correct = (checkIn: CheckIn, fields: EditFields): CheckIn =>
  normalizeCheckIn(withFields(checkInByHand, settings, checkIn, fields))

/** Check-ins as they are edited, and the places that they mention, by the ids of their venues. */
export const editedCheckIns: EditedItem<CheckIn> = {
  type: "check-in",
  schema: Schema.toType(CheckIn),
  idOf: ({ id }) => id,
  make: (fields) =>
    correct(
      unknownItem(CheckIn, {
        id: `manual:${textOf(fields["checked_in_at"])} ${textOf(fields["venue"])}`,
        checkedInAt: 0,
      }),
      fields,
    ),
  correct,
  combine: mergeKnown,
  groups: [
    {
      type: "place",
      idOf: venueIdOf,
      fieldsOf: ({ category, city, country, position, venueName: name }) => ({
        name,
        category,
        city,
        country,
        ...position,
      }),
      // The id stays the place's, whatever its name becomes.
      correct: (checkIn, fields, id) => ({ ...correct(checkIn, fields), venueRef: id }),
    },
  ],
}
