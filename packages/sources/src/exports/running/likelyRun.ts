import type { TrackPoint } from "@daybook/running"
import type { RecordedTrack } from "./recordedTrack.ts"
import type { RunReading } from "./values.ts"

/** Seconds of the stretches whose speed is judged: a jump of the receiver spoils one of them, not the run. */
const stretchSeconds = 30

// Speeds in metres a second. Slower than a mile in half an hour is standing still, and a walk ends at 6.5 km/h.
const standing = 1_609.344 / 1_800
const walking = 1.8
// A kilometre in 2:23: the pace of records over a mile.
const fastest = 7
/** The slowest average of a run, over all stretches in motion: a mile in 14:07. */
const slowestAverage = 1.9

/**
 * The fastest averages of a run by its seconds in motion, close to a good club runner's: 3:05, 3:24, 3:37 and 3:53 a
 * kilometre.
 */
const fastestAverages: ReadonlyArray<readonly [seconds: number, average: number]> = [
  [20 * 60, 5.4],
  [60 * 60, 4.9],
  [120 * 60, 4.6],
  [Infinity, 4.3],
]

// Watches record a point each second, or at every bend. Logs of a phone's position have one every few minutes.
const farthestApart = 60

const shortest = 120
const longest = 36 * 3_600
// A hundred miles, with a margin.
const farthest = 170_000

interface Stretch {
  readonly seconds: number
  readonly metres: number
}

const stretchesOf = (points: ReadonlyArray<TrackPoint>): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  let from = points[0]
  for (const point of points) {
    if (from === undefined || point.seconds - from.seconds < stretchSeconds) continue
    stretches.push({
      seconds: point.seconds - from.seconds,
      metres: (point.distanceMm - from.distanceMm) / 1000,
    })
    from = point
  }
  return stretches
}

const secondsIn = (stretches: ReadonlyArray<Stretch>): number =>
  stretches.reduce((sum, { seconds }) => sum + seconds, 0)

const speedOf = ({ metres, seconds }: Stretch): number => metres / seconds

const medianGap = (points: ReadonlyArray<TrackPoint>): number => {
  const gaps = points.slice(1).map(({ seconds }, at) => seconds - (points[at]?.seconds ?? seconds))
  return gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? 0
}

/** Why a track does not look like a run; undefined if it does. */
export const doubtOf = (points: ReadonlyArray<TrackPoint>): string | undefined => {
  const stretches = stretchesOf(points)
  const moving = stretches.filter((stretch) => speedOf(stretch) >= standing)
  const inMotion = secondsIn(moving)
  const elapsed = points.at(-1)?.seconds ?? 0
  if (medianGap(points) > farthestApart) return "its points are minutes apart"
  if (elapsed > shortest && inMotion < elapsed / 4) return "it stands still for most of its time"
  if (inMotion < shortest) return "it moves for less than two minutes"
  if (elapsed > longest || (points.at(-1)?.distanceMm ?? 0) > farthest * 1000)
    return "it is longer than anyone runs"
  const tooFast = secondsIn(moving.filter((stretch) => speedOf(stretch) > fastest))
  if (tooFast > Math.max(60, inMotion / 20)) return "it is faster than a run"
  const possible = moving.filter((stretch) => speedOf(stretch) <= fastest)
  const average = possible.reduce((sum, { metres }) => sum + metres, 0) / secondsIn(possible)
  const [, most = 0] = fastestAverages.find(([seconds]) => inMotion <= seconds) ?? []
  if (average > most) return "it is faster than a run"
  const walked = secondsIn(moving.filter((stretch) => speedOf(stretch) < walking))
  return average < slowestAverage || walked > inMotion / 2 ? "it is slower than a run" : undefined
}

/** The run of a track without a sport, if it looks like a run; else it waits for the owner's decision. */
export const ifLikely = (reading: RunReading, { kept }: RecordedTrack): RunReading => {
  if (!("item" in reading)) return reading
  const doubt = doubtOf(kept)
  return doubt === undefined
    ? reading
    : { skipped: `it names no sport, and ${doubt}`, doubtful: reading.item }
}
