import { type EpochMillis, longestName, storableInstant, storableText } from "@daybook/kernel"

/** A position in degrees: latitude -90 to 90, longitude -180 to 180. */
export interface Position {
  readonly lat: number
  readonly lng: number
}

/** A visit of the person to a place. Unknown fields are "". */
export interface CheckIn {
  /** The source's id, unique and stable. */
  readonly id: string
  readonly venueName: string
  /** The kind of venue, such as `Coffee Shop`. */
  readonly category: string
  readonly city: string
  readonly country: string
  /** Undefined where it is unknown or hidden: services hide homes. */
  readonly position: Position | undefined
  readonly checkedInAt: EpochMillis
  /** The person's comment. */
  readonly shout: string
}

const longestShout = 5_000

const isWithin = (value: number, most: number): boolean => Math.abs(value) <= most

/** A check-in that every store can keep: bounded texts, and no position that is off the globe. */
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
