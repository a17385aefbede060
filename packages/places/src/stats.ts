import { EpochMillis, optionalField } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/** The totals of some check-ins. Unknown venues, cities and countries are not counted. */
export const PlacesStats = Schema.Struct({
  checkIns: Schema.Int,
  venues: Schema.Int,
  cities: Schema.Int,
  countries: Schema.Int,
  /** Undefined if there is no check-in. */
  firstAt: optionalField(EpochMillis),
  lastAt: optionalField(EpochMillis),
})
export type PlacesStats = typeof PlacesStats.Type
