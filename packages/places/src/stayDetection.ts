import { EpochMillis, metresBetween, type Position } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { CheckIn } from "./model.ts"
import { stayPrefix } from "./duplicateVisits.ts"

/** The position of a phone at a time. */
export const Point = Schema.Struct({ at: EpochMillis, lat: Schema.Finite, lng: Schema.Finite })
export type Point = typeof Point.Type

/** A time during which a phone has been near one point. */
export const Presence = Schema.Struct({
  from: EpochMillis,
  until: EpochMillis,
  /** The middle of the points of its first ten minutes. */
  lat: Schema.Finite,
  lng: Schema.Finite,
  /** The number of these points. */
  points: Schema.Int,
  /** A first point elsewhere: the next one tells whether the phone has left. */
  away: Schema.optionalKey(Point),
})
export type Presence = typeof Presence.Type

/** How far from the middle a phone may be while it stays: that is how wrong positions in houses are. */
const reachMetres = 100

/** The shortest stay. */
export const shortestStay = 600_000

const begin = ({ at, lat, lng }: Point): Presence => ({ from: at, until: at, lat, lng, points: 1 })

/** A longitude from -180 to 180. */
const wrapped = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180

const extend = (presence: Presence, { at, lat, lng }: Point): Presence => {
  const here = { ...Struct.omit(presence, ["away"]), until: at }
  // From then on the place of the stay is known, and stays as it is.
  if (at - presence.from >= shortestStay) return here
  const points = presence.points + 1
  return {
    ...here,
    points,
    lat: presence.lat + (lat - presence.lat) / points,
    lng: wrapped(presence.lng + wrapped(lng - presence.lng) / points),
  }
}

/**
 * The place of a phone after its next point. One point elsewhere does not end a presence, since positions in houses
 * jump, unless the phone was gone for ten minutes. Silence does not end it: a phone at rest sends nothing.
 */
export const moveTo = (before: Presence | undefined, point: Point): Presence => {
  if (before === undefined) return begin(point)
  const { away } = before
  const isNear = metresBetween(before, point) <= reachMetres
  if (isNear && (away === undefined || point.at - away.at < shortestStay)) return extend(before, point)
  return away === undefined ? { ...before, away: point } : moveTo(begin(away), point)
}

const isStay = ({ from, until }: Presence): boolean => until - from >= shortestStay

/** True if this step has made a stay of the presence. */
export const becameStay = (before: Presence | undefined, after: Presence): boolean =>
  isStay(after) && !(before?.from === after.from && isStay(before))

/** A stay as a check-in at no venue yet: its id says which phone began it when. */
export const stayOf = (phone: string, { from, lat, lng }: Presence): CheckIn => ({
  id: `${stayPrefix}${phone} ${Math.floor(from / 1000)}`,
  venueName: "",
  category: "",
  city: "",
  country: "",
  position: { lat, lng } satisfies Position,
  checkedInAt: Math.floor(from / 1000) * 1000,
  shout: "",
  venueRef: "",
})

/** True for a stay whose venue is still to be found. */
export const isUnnamedStay = ({ id, venueName }: CheckIn): boolean =>
  venueName === "" && id.startsWith(stayPrefix)

/**
 * Finds the stays in the points of a file, phone by phone: each point is skipped, except for the one that makes a stay. Points that
 * are older than those before them change nothing.
 */
export const makeStayFinder = () => {
  const presences = new Map<string, Presence>()
  return ({ phone, ...point }: Point & { readonly phone: string }): CheckIn | undefined => {
    const before = presences.get(phone)
    if (before !== undefined && point.at <= (before.away?.at ?? before.until)) return undefined
    const after = moveTo(before, point)
    presences.set(phone, after)
    return becameStay(before, after) ? stayOf(phone, after) : undefined
  }
}
