import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { CheckIn } from "./model.ts"
import { becameStay, moveTo, Point, Presence, stayOf } from "./stayDetection.ts"

/** The state of a phone between two of its messages. Its latest points wait for late ones. */
export const DeviceTrack = Schema.Struct({
  /** Its place before its latest points, and the time of the last point that is no longer kept. */
  presence: Schema.optionalKey(Presence),
  settledUntil: Schema.optionalKey(EpochMillis),
  /** The latest points, oldest first. */
  recent: Schema.Array(Point),
  /** The ids of the stays found in these. A late point may still remove one. */
  found: Schema.Array(Schema.String),
})
export type DeviceTrack = typeof DeviceTrack.Type

/** The waiting points. Apps store unsent points and send them in order, so few are late. */
const mostRecent = 100

/** A trail after more points, the stays that they show, and the ids of those that they undo. */
export interface TrackUpdate {
  readonly trail: DeviceTrack
  readonly begun: ReadonlyArray<CheckIn>
  readonly gone: ReadonlyArray<string>
}

/** Points in the order of their times, one a moment: which one does not depend on the order of arrival. */
const inOrder = (points: ReadonlyArray<Point>): ReadonlyArray<Point> =>
  points
    .toSorted((one, other) => one.at - other.at || one.lat - other.lat || one.lng - other.lng)
    .filter((point, at, sorted) => sorted[at - 1]?.at !== point.at)

/**
 * Follows a phone by more of its points, in whatever order they came. A point that came before, or that is older than the hundred
 * latest ones, changes nothing.
 */
export const trackDevice = (
  phone: string,
  before: DeviceTrack,
  points: ReadonlyArray<Point>,
): TrackUpdate => {
  const { settledUntil = -Infinity } = before
  const recent = inOrder([...before.recent, ...points.filter(({ at }) => at > settledUntil)])
  const settling = Math.max(0, recent.length - mostRecent)
  let { presence } = before
  let settled = presence
  const stays: Array<CheckIn> = []
  const found: Array<string> = []
  for (const [at, point] of recent.entries()) {
    const next = moveTo(presence, point)
    if (becameStay(presence, next)) {
      const stay = stayOf(phone, next)
      stays.push(stay)
      if (at >= settling) found.push(stay.id)
    }
    presence = next
    if (at < settling) settled = presence
  }
  const last = recent[settling - 1]?.at ?? before.settledUntil
  return {
    trail: {
      ...(settled === undefined ? {} : { presence: settled }),
      ...(last === undefined ? {} : { settledUntil: last }),
      recent: recent.slice(settling),
      found,
    },
    begun: stays.filter(({ id }) => !before.found.includes(id)),
    gone: before.found.filter((id) => !stays.some((stay) => stay.id === id)),
  }
}
