import * as Schema from "effect/Schema"

/** A position in degrees (WGS 84): latitude -90 to 90, longitude -180 to 180. */
export const Position = Schema.Struct({ lat: Schema.Finite, lng: Schema.Finite })
export type Position = typeof Position.Type

/** A rectangle on the globe, in degrees. East of `west` and west of `east`, across the date line where `west` is larger. */
export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

// The mean radius of the Earth (IUGG), in metres.
const earthRadius = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The distance on the sphere, by the haversine formula, in metres. */
export const metresBetween = (one: Position, other: Position): number => {
  const square = (angle: number): number => Math.sin(angle / 2) ** 2
  const share =
    square(radians(other.lat - one.lat)) +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * square(radians(other.lng - one.lng))
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(share)))
}
