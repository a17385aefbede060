import type { Position } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { decodePolyline, decodeSeries, encodePolyline, encodeSeries } from "./series.ts"

/** A point of a recorded track. Values that were not measured are undefined. */
export interface TrackPoint {
  /** Seconds since the start of the run, with pauses. */
  readonly seconds: number
  /** The way from the start. */
  readonly distanceMm: number
  readonly position?: Position | undefined
  /** Above sea level. */
  readonly elevationMm?: number | undefined
  /** Beats a minute. */
  readonly heartRate?: number | undefined
  /** Steps a minute, of both feet. */
  readonly cadence?: number | undefined
}

/**
 * A recorded track in compact columns, one number a point in each: encoded series, `positions` an encoded polyline. "" is a
 * column that was not measured.
 */
export const Track = Schema.Struct({
  seconds: Schema.String,
  distances: Schema.String,
  positions: Schema.String,
  elevations: Schema.String,
  heartRates: Schema.String,
  cadences: Schema.String,
})
export type Track = typeof Track.Type

/** The most points stored for a track: more than a screen has pixels, and about 15 kB. */
export const maxPoints = 2_000

/** Points in equal steps, with the first and the last. */
const thinned = (points: ReadonlyArray<TrackPoint>): ReadonlyArray<TrackPoint> => {
  const step = (points.length - 1) / (maxPoints - 1)
  return points.length <= maxPoints
    ? points
    : Array.from({ length: maxPoints }, (_, at) => points[Math.round(at * step)] ?? []).flat()
}

/** A column in which points without a value repeat the point before; undefined if no point has one. */
const columnOf = <A>(
  points: ReadonlyArray<TrackPoint>,
  of: (point: TrackPoint) => A | undefined,
): ReadonlyArray<A> => {
  let value = points.map(of).find((one) => one !== undefined)
  if (value === undefined) return []
  const found = value
  return points.map((point) => (value = of(point) ?? value ?? found))
}

const seriesOf = (points: ReadonlyArray<TrackPoint>, of: (point: TrackPoint) => number | undefined): string =>
  encodeSeries(columnOf(points, of).map(Math.round))

/** The track of these points, thinned to `maxPoints`; undefined for fewer than two. */
export const trackOf = (points: ReadonlyArray<TrackPoint>): Track | undefined => {
  if (points.length < 2) return undefined
  const kept = thinned(points)
  return {
    seconds: seriesOf(kept, ({ seconds }) => seconds),
    distances: seriesOf(kept, ({ distanceMm }) => distanceMm),
    positions: encodePolyline(columnOf(kept, ({ position }) => position)),
    elevations: seriesOf(kept, ({ elevationMm }) => elevationMm),
    heartRates: seriesOf(kept, ({ heartRate }) => heartRate),
    cadences: seriesOf(kept, ({ cadence }) => cadence),
  }
}

/** The points of a track. */
export const pointsOf = (track: Track): ReadonlyArray<TrackPoint> => {
  const distances = decodeSeries(track.distances)
  const positions = decodePolyline(track.positions)
  const elevations = decodeSeries(track.elevations)
  const heartRates = decodeSeries(track.heartRates)
  const cadences = decodeSeries(track.cadences)
  return decodeSeries(track.seconds).map((seconds, at) => ({
    seconds,
    distanceMm: distances[at] ?? 0,
    position: positions[at],
    elevationMm: elevations[at],
    heartRate: heartRates[at],
    cadence: cadences[at],
  }))
}
