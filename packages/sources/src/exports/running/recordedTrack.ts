import type { EpochMillis } from "@daybook/kernel"

/** A point of a recorded track: degrees (WGS 84), metres above sea level where measured, and its time. */
export interface TrackPoint {
  readonly latitude: number
  readonly longitude: number
  readonly elevation: number | undefined
  readonly time: EpochMillis
}

// The mean radius of the Earth (IUGG), in metres.
const earthRadius = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The distance between two points on the sphere, by the haversine formula, in metres. */
export const distanceBetween = (a: TrackPoint, b: TrackPoint): number => {
  const square = (angle: number): number => Math.sin(angle / 2) ** 2
  const share =
    square(radians(b.latitude - a.latitude)) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * square(radians(b.longitude - a.longitude))
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(share)))
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

/**
 * Measures a track point by point, and keeps none of them. Nothing counts between two segments: no distance, time or
 * rise.
 */
export class RecordedTrack {
  points = 0
  startedAt: EpochMillis | undefined
  /** Metres, of all points. */
  distance = 0
  /** Milliseconds of the stretches faster than a mile in half an hour. */
  moving = 0
  readonly #climb = new Climb()
  #last: TrackPoint | undefined
  #stretch = { distance: 0, millis: 0 }

  /** Metres of rise. */
  get climb(): number {
    return this.#climb.total
  }

  add(point: TrackPoint): void {
    this.points += 1
    this.startedAt ??= point.time
    if (point.elevation !== undefined) this.#climb.add(point.elevation)
    const last = this.#last
    // A clock that was set back adds no time until it has caught up.
    const time = Math.max(point.time, last?.time ?? point.time)
    this.#last = { ...point, time }
    if (last === undefined) return
    const distance = distanceBetween(last, point)
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
