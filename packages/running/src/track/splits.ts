import { normalizerOf } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { kinds, normalizeRate } from "../model.ts"
import type { TrackPoint } from "./track.ts"

const partOfRun = {
  distanceMm: Schema.Int,
  elapsedSeconds: Schema.Int,
  movingSeconds: Schema.Int,
  /** The average, in beats a minute. */
  heartRate: Schema.optionalKey(Schema.Finite),
}

/** A mile or a kilometre of a run. */
export const Split = Schema.Struct({
  ...partOfRun,
  /** How much higher it ends than it begins; negative downhill. */
  riseMm: Schema.Int,
})
export type Split = typeof Split.Type

/** A part of a run from one press of the lap button to the next, with the watch's name for it. */
export const Lap = Schema.Struct({
  ...partOfRun,
  name: Schema.String,
  /** The sum of all rises. */
  climbMm: Schema.Int,
})
export type Lap = typeof Lap.Type

// 8,849 m and back.
const maxRise = 18_000_000

/** A split that every store can keep. */
export const normalizeSplit = normalizerOf(
  Split,
  {
    heartRate: normalizeRate,
    // Adding 0 makes 0 of the -0 that rounding gives.
    riseMm: (rise) => (Math.abs(rise) <= maxRise ? Math.round(rise) + 0 : 0),
  },
  kinds,
)

/** A lap that every store can keep. */
export const normalizeLap = normalizerOf(Lap, { heartRate: normalizeRate }, kinds)

// A mile in half an hour: anyone slower on a run has stopped. Millimetres a second.
const slowest = 1_609_344 / 1_800

// The shortest stretch to be judged. From second to second a receiver lying still seems to walk.
const stretchSeconds = 10

/** The moving time up to each point: of all stretches before it that are faster than a mile in half an hour. */
const movingTimes = (points: ReadonlyArray<TrackPoint>): ReadonlyArray<number> => {
  const times: Array<number> = []
  let [start] = points
  let stretch: Array<number> = []
  let before = 0
  for (const [at, { distanceMm, seconds }] of points.entries()) {
    if (start === undefined) break
    const since = seconds - start.seconds
    stretch.push(since)
    if (since < stretchSeconds && at < points.length - 1) continue
    const isMoving = distanceMm - start.distanceMm >= slowest * since
    const base = before
    times.push(...stretch.map((time) => (isMoving ? base + time : base)))
    if (isMoving) before += since
    start = points[at]
    stretch = []
  }
  return times
}

/** A track at a distance, between two of its points. */
interface Place {
  readonly seconds: number
  readonly moving: number
  readonly elevationMm: number
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share

/**
 * The splits of a track, each of one unit of length; the last one is the rest. A rest below a hundredth of the unit is
 * dropped. Time and height between two points are taken as even.
 */
export const splitsOf = (points: ReadonlyArray<TrackPoint>, unitMm: number): ReadonlyArray<Split> => {
  const moving = movingTimes(points)
  const placeBefore = (at: number, distanceMm: number): Place => {
    const [from, to] = [points[at - 1] ?? points[at], points[at]]
    if (from === undefined || to === undefined) return { seconds: 0, moving: 0, elevationMm: 0 }
    const way = to.distanceMm - from.distanceMm
    const share = way > 0 ? Math.min(1, Math.max(0, (distanceMm - from.distanceMm) / way)) : 1
    return {
      seconds: between(from.seconds, to.seconds, share),
      moving: between(moving[at - 1] ?? 0, moving[at] ?? 0, share),
      elevationMm: between(from.elevationMm ?? 0, to.elevationMm ?? 0, share),
    }
  }
  const [first] = points
  if (first === undefined) return []
  const splits: Array<Split> = []
  let start: Place = { seconds: first.seconds, moving: 0, elevationMm: first.elevationMm ?? 0 }
  let startMm = first.distanceMm
  let beats = { sum: 0, count: 0 }
  const close = (endMm: number, end: Place) => {
    splits.push(
      normalizeSplit({
        distanceMm: endMm - startMm,
        elapsedSeconds: end.seconds - start.seconds,
        movingSeconds: end.moving - start.moving,
        riseMm: end.elevationMm - start.elevationMm,
        ...(beats.count === 0 ? {} : { heartRate: beats.sum / beats.count }),
      }),
    )
    start = end
    startMm = endMm
    beats = { sum: 0, count: 0 }
  }
  for (const [at, point] of points.entries()) {
    while (point.distanceMm - startMm >= unitMm) close(startMm + unitMm, placeBefore(at, startMm + unitMm))
    if (point.heartRate !== undefined) beats = { sum: beats.sum + point.heartRate, count: beats.count + 1 }
  }
  const last = points.at(-1) ?? first
  if (last.distanceMm - startMm >= unitMm / 100)
    close(last.distanceMm, placeBefore(points.length - 1, last.distanceMm))
  return splits
}
