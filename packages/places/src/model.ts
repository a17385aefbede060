import { type EpochMillis, longestName, storableInstant, storableText } from "@daybook/kernel"

/** Where something is, in degrees: latitude -90 to 90, longitude -180 to 180. */
export interface Position {
  readonly lat: number
  readonly lng: number
}

/** One visit of the person to a place. What a source does not know is "". */
export interface CheckIn {
  /** What its source calls it: the same for the same check-in, and for no other one. */
  readonly id: string
  readonly venueName: string
  /** What kind of venue it is, such as `Coffee Shop`. */
  readonly category: string
  readonly city: string
  readonly country: string
  /** Undefined where it is not known, or hidden: services do that to homes. */
  readonly position: Position | undefined
  readonly checkedInAt: EpochMillis
  /** What the person said of it. */
  readonly shout: string
}

const longestShout = 5_000

const isWithin = (value: number, most: number): boolean => Math.abs(value) <= most

/** A check-in with texts of a bounded length, and a position that is one. */
export const tidyCheckIn = (checkIn: CheckIn): CheckIn => {
  const { position } = checkIn
  return {
    id: storableText(checkIn.id, longestName),
    venueName: storableText(checkIn.venueName, longestName),
    category: storableText(checkIn.category, longestName),
    city: storableText(checkIn.city, longestName),
    country: storableText(checkIn.country, longestName),
    shout: storableText(checkIn.shout, longestShout),
    checkedInAt: storableInstant(checkIn.checkedInAt),
    position:
      position !== undefined && isWithin(position.lat, 90) && isWithin(position.lng, 180)
        ? position
        : undefined,
  }
}
