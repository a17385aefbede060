import type { CheckIn } from "@daybook/places"
import * as Schema from "effect/Schema"
import { optional } from "../optional.ts"
import { Text, TextId } from "../text.ts"

const Location = Schema.Struct({
  // In the location of a check-in without a venue.
  name: optional(Text),
  lat: optional(Schema.Finite),
  lng: optional(Schema.Finite),
  city: optional(Text),
  country: optional(Text),
  cc: optional(Text),
})

const Category = Schema.Struct({ name: optional(Text), primary: optional(Schema.Boolean) })

const Venue = Schema.Struct({
  id: optional(Text),
  name: optional(Text),
  location: optional(Location),
  categories: optional(Schema.Array(Category)),
})

/** The fields that we keep of Foursquare's check-in. */
export const Item = Schema.Struct({
  id: TextId,
  // Unix seconds up to the end of the year 9999, the last with four digits in ISO 8601.
  createdAt: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 253_402_300_799 })),
  shout: optional(Text),
  // Missing for a check-in without a venue, which may have a location instead.
  venue: optional(Venue),
  location: optional(Location),
})

/** The check-in of an item. */
export const checkInOf = (item: typeof Item.Type): CheckIn => {
  const { venue } = item
  const { cc, city, country, lat, lng, name } = venue?.location ?? item.location ?? {}
  const categories = venue?.categories ?? []
  const category = categories.find(({ primary }) => primary === true) ?? categories[0]
  return {
    id: item.id,
    venueName: venue?.name ?? name ?? "",
    category: category?.name ?? "",
    city: city ?? "",
    country: country ?? cc ?? "",
    position: typeof lat === "number" && typeof lng === "number" ? { lat, lng } : undefined,
    checkedInAt: item.createdAt * 1000,
    shout: item.shout ?? "",
    venueRef: venue?.id ?? "",
  }
}
