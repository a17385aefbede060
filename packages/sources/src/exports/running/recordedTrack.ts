import { type EpochMillis, metresBetween, type Position } from "@daybook/kernel"
import type { TrackPoint } from "@daybook/running"

/** A point of a recorded track: degrees (WGS 84), metres above sea level where measured, and its time. */
export interface RecordedPoint {
  /** Absent on a treadmill, and until a receiver has found itself. */
  readonly position: Position | undefined
  readonly elevation: number | undefined
  readonly time: EpochMillis
  /** Metres from the start, where the device measures them itself. */
  readonly distance?: number | undefined
  /** Beats and steps a minute. */
  readonly heartRate: number | undefined
  readonly cadence: number | undefined
}

/** A point that cannot be read, with its line. */
export interface BadPoint {
  readonly line: number
  readonly problem: string
}

/** The way from one point to the next: as the device measured it, else along the sphere. */
const wayBetween = (a: RecordedPoint, b: RecordedPoint): number => {
  if (a.distance !== undefined && b.distance !== undefined) return Math.max(0, b.distance - a.distance)
  return a.position === undefined || b.position === undefined ? 0 : metresBetween(a.position, b.position)
}

// A mile in half an hour: anyone slower on a run has stopped. In metres per millisecond.
const slowest = 1_609.344 / 1_800_000

// The shortest stretch to be judged. From second to second a receiver lying still seems to walk.
const stretchMillis = 10_000

// Smaller rises between two turns are noise of the barometer or receiver.
const leastRise = 3

/** The rises of a track, each from a low point to the next high one, without noise. */
class Climb {
  total = 0
  #low: number | undefined
  #high = 0
  #rising = false

  add(elevation: number): void {
    if (this.#low === undefined) {
      this.#low = elevation
    } else if (this.#rising) {
      this.#high = Math.max(this.#high, elevation)
      if (this.#high - elevation >= leastRise) this.#turn(elevation)
    } else if (elevation < this.#low) {
      this.#low = elevation
    } else if (elevation - this.#low >= leastRise) {
      this.#rising = true
      this.#high = elevation
    }
  }

  /** The next point is not connected with the last. */
  cut(): void {
    this.#turn(undefined)
  }

  #turn(low: number | undefined): void {
    if (this.#rising) this.total += this.#high - (this.#low ?? this.#high)
    this.#rising = false
    this.#low = low
  }
}

// Fourteen hours of a point each second. A longer track keeps every other point, or every fourth.
const maxPoints = 50_000

/**
 * Measures a track point by point. Nothing counts between two segments: no distance, moving time or rise. It keeps the
 * points of a track of any length in bounded memory.
 */
export class RecordedTrack {
  points = 0
  startedAt: EpochMillis | undefined
  /** Metres, of all points. */
  distance = 0
  /** Milliseconds of the stretches faster than a mile in half an hour. */
  moving = 0
  /** Points of the track, in even steps. */
  kept: Array<TrackPoint> = []
  #step = 1
  readonly #climb = new Climb()
  #last: RecordedPoint | undefined
  #endedAt: EpochMillis | undefined
  #bad = 0
  #firstBad: BadPoint | undefined
  #stretch = { distance: 0, millis: 0 }

  /** Metres of rise. */
  get climb(): number {
    return this.#climb.total
  }

  /** Milliseconds from the first point to the last. */
  get elapsed(): number {
    return Math.max(0, (this.#endedAt ?? 0) - (this.startedAt ?? 0))
  }

  /** The first bad point of a track with fewer than two good ones, or with fewer good ones than bad ones. */
  get problem(): BadPoint | undefined {
    return this.points < Math.max(2, this.#bad) ? this.#firstBad : undefined
  }

  /** Leaves out a point without a time or a position that can be read. */
  leaveOut(point: BadPoint): void {
    this.#bad += 1
    this.#firstBad ??= point
  }

  add(point: RecordedPoint): void {
    this.#measure(point)
    this.#endedAt = Math.max(point.time, this.#endedAt ?? point.time)
    if ((this.points - 1) % this.#step === 0) this.#keep(point, this.#endedAt)
  }

  #keep({ cadence, elevation, heartRate, position }: RecordedPoint, time: EpochMillis): void {
    this.kept.push({
      seconds: Math.round((time - (this.startedAt ?? time)) / 1000),
      distanceMm: Math.round(this.distance * 1000),
      position,
      elevationMm: elevation === undefined ? undefined : elevation * 1000,
      heartRate,
      cadence,
    })
    if (this.kept.length <= maxPoints) return
    this.kept = this.kept.filter((_, at) => at % 2 === 0)
    this.#step *= 2
  }

  #measure(point: RecordedPoint): void {
    this.points += 1
    this.startedAt ??= point.time
    if (point.elevation !== undefined) this.#climb.add(point.elevation)
    const last = this.#last
    // If the clock was set back, no time is added until it catches up.
    const time = Math.max(point.time, last?.time ?? point.time)
    // After a point without a position or a distance, the next one is measured from the point before it.
    this.#last = {
      ...point,
      time,
      position: point.position ?? last?.position,
      distance: point.distance ?? last?.distance,
    }
    if (last === undefined) return
    const distance = wayBetween(last, point)
    this.distance += distance
    this.#stretch.distance += distance
    this.#stretch.millis += time - last.time
    if (this.#stretch.millis >= stretchMillis) this.#endStretch()
  }

  endSegment(): void {
    this.#endStretch()
    this.#climb.cut()
    this.#last = undefined
  }

  #endStretch(): void {
    const { distance, millis } = this.#stretch
    if (distance >= slowest * millis) this.moving += millis
    this.#stretch = { distance: 0, millis: 0 }
  }
}
