import * as Schema from "effect/Schema"

/** A position in degrees (WGS 84): latitude -90 to 90, longitude -180 to 180. */
export const Position = Schema.Struct({ lat: Schema.Finite, lng: Schema.Finite })
export type Position = typeof Position.Type
