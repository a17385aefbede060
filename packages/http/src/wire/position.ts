import { type Bounds, Position } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { optional } from "./query.ts"
import { badRequest } from "./errors.ts"

/** A position in a response; both fields are omitted if unknown. */
export const positionFields = {
  lat: optional(Position.fields.lat, "Degrees, -90 to 90"),
  lng: optional(Position.fields.lng, "Degrees, -180 to 180"),
}

/** The part of a map in a query: "Only venues within …". */
export const bbox = (what: string) =>
  optional(
    Schema.String,
    `Only ${what} within west,south,east,north in degrees; west is larger than east across the date line`,
  )

const degrees = /^\s*[+-]?\d{1,3}(?:\.\d{1,20})?\s*$/

/** The bounds of a map (RFC 7946, section 5). */
export const boundsOf = Effect.fnUntraced(function* (
  bbox: string,
): Effect.fn.Return<Bounds, ReturnType<typeof badRequest>> {
  const parts = bbox.split(",")
  const [west = NaN, south = NaN, east = NaN, north = NaN] = parts.map((part) =>
    degrees.test(part) ? Number(part) : NaN,
  )
  const isBox =
    Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north
  if (parts.length === 4 && isBox) return { west, south, east, north }
  return yield* Effect.fail(
    badRequest(
      "bbox: must be west,south,east,north in degrees, such as -9.5,38.6,-9,38.8, with south at or below north",
    ),
  )
})
