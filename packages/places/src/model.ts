import type { EpochMillis } from "@daybook/kernel"

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

// Longer names are mistakes or attacks; the same bound as in the other domains.
const longestName = 500
const longestShout = 5_000

// Cut by characters and not by code units: half a character cannot be stored, and nor can NUL.
const tidyText = (text: string, longest: number): string =>
  [...text.replaceAll("\0", "").toWellFormed()].slice(0, longest).join("")

const isWithin = (value: number, most: number): boolean => Math.abs(value) <= most

/** A check-in with texts of a bounded length, and a position that is one. */
export const tidyCheckIn = (checkIn: CheckIn): CheckIn => {
  const { position } = checkIn
  return {
    ...checkIn,
    venueName: tidyText(checkIn.venueName, longestName),
    category: tidyText(checkIn.category, longestName),
    city: tidyText(checkIn.city, longestName),
    country: tidyText(checkIn.country, longestName),
    shout: tidyText(checkIn.shout, longestShout),
    position:
      position !== undefined && isWithin(position.lat, 90) && isWithin(position.lng, 180)
        ? position
        : undefined,
  }
}
