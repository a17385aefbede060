import { Position } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/** A position in a response; both fields are omitted if unknown. */
export const positionFields = {
  lat: Schema.optionalKey(Position.fields.lat.annotate({ description: "Degrees, -90 to 90" })),
  lng: Schema.optionalKey(Position.fields.lng.annotate({ description: "Degrees, -180 to 180" })),
}
