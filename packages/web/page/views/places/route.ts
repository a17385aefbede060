/** A stop of a day, as the API has it. */
interface Placed {
  readonly lat?: number
  readonly lng?: number
  readonly checked_in_at: string
}

export interface At {
  readonly lng: number
  readonly lat: number
  /** Milliseconds. */
  readonly time: number
  /** Its place among all stops of the day, from 0. */
  readonly index: number
}

/** The stops that have a position, in the order of their times. */
export const placedStops = (stops: ReadonlyArray<Placed>): ReadonlyArray<At> =>
  stops.flatMap(({ checked_in_at: at, lat, lng }, index) =>
    lat === undefined || lng === undefined ? [] : [{ lat, lng, time: Date.parse(at), index }],
  )

/** The position at a time, moving evenly between stops; before the first and after the last, that stop. */
export const spotAt = (
  stops: ReadonlyArray<At>,
  time: number,
): readonly [lng: number, lat: number] | undefined => {
  const after = stops.findIndex((stop) => stop.time >= time)
  const [from, to] = [stops[after === -1 ? stops.length - 1 : after - 1], stops[after]]
  if (from === undefined || to === undefined) {
    const only = from ?? to
    return only === undefined ? undefined : [only.lng, only.lat]
  }
  const share = to.time === from.time ? 1 : (time - from.time) / (to.time - from.time)
  return [from.lng + share * (to.lng - from.lng), from.lat + share * (to.lat - from.lat)]
}

const metresOfDegree = 111_195

/** The way from stop to stop in a straight line, in metres. */
export const metresOf = (stops: ReadonlyArray<At>): number =>
  stops.reduce((sum, { lat, lng }, at) => {
    const before = stops[at - 1]
    if (before === undefined) return sum
    const narrowing = Math.cos(((lat + before.lat) * Math.PI) / 360)
    return sum + Math.hypot((lng - before.lng) * narrowing, lat - before.lat) * metresOfDegree
  }, 0)
