import * as Schema from "effect/Schema"
import { kilometreMm, mileMm } from "../pace.ts"

/** The distances whose best times are stored, in millimetres. A marathon is 42.195 km, a half marathon half of it. */
export const effortDistances = {
  "1km": kilometreMm,
  mile: mileMm,
  "5km": 5 * kilometreMm,
  "10km": 10 * kilometreMm,
  half: 21_097_500,
  marathon: 42_195_000,
} as const

export const EffortName = Schema.Literals(["1km", "mile", "5km", "10km", "half", "marathon"])
export type EffortName = typeof EffortName.Type

/** The best time of a run over a distance, by the clock: pauses count. */
export const BestEffort = Schema.Struct({ effort: EffortName, seconds: Schema.Int })
export type BestEffort = typeof BestEffort.Type

/** Best times in the order of their distances. */
export const byDistance = (efforts: ReadonlyArray<BestEffort>): ReadonlyArray<BestEffort> =>
  EffortName.literals.flatMap((name) => efforts.find(({ effort }) => effort === name) ?? [])

/** A moment of a run: how far it was, and how long it had taken. */
export interface Moment {
  readonly seconds: number
  readonly distanceMm: number
}

// The fastest anyone has run for a moment: anything beyond it is a jump of the receiver. Millimetres a second.
const fastest = 12_500

/** The moments in order, from zero, without steps back and without jumps. */
export const steadied = (moments: ReadonlyArray<Moment>): ReadonlyArray<Moment> => {
  const steady: Array<Moment> = []
  let last: Moment | undefined
  let distanceMm = 0
  for (const moment of moments) {
    // Moments of one second are one: their way counts with the next.
    if (last !== undefined && moment.seconds <= last.seconds) continue
    if (last !== undefined) {
      const reach = (moment.seconds - last.seconds) * fastest
      distanceMm += Math.min(reach, Math.max(0, moment.distanceMm - last.distanceMm))
    }
    steady.push({ seconds: moment.seconds, distanceMm })
    last = moment
  }
  return steady
}

/** The time when a distance was reached between two moments, at an even pace. */
const secondsAt = (from: Moment, to: Moment, distanceMm: number): number =>
  from.seconds +
  ((to.seconds - from.seconds) * (distanceMm - from.distanceMm)) / (to.distanceMm - from.distanceMm)

/**
 * The least seconds for a distance within a run, by steadied moments with an even pace between each two; undefined where
 * the run is shorter. A fastest stretch begins or ends at one of the moments: all others can be moved to one without
 * getting slower.
 */
export const bestTime = (moments: ReadonlyArray<Moment>, distanceMm: number): number | undefined => {
  let best = Infinity
  let end = 0
  let begin = 0
  for (const [at, moment] of moments.entries()) {
    // From this moment on, to the first point that is far enough.
    for (; end < moments.length; end++) {
      if ((moments[end]?.distanceMm ?? 0) - moment.distanceMm >= distanceMm) break
    }
    const [before, after] = [moments[end - 1], moments[end]]
    if (before !== undefined && after !== undefined) {
      best = Math.min(best, secondsAt(before, after, moment.distanceMm + distanceMm) - moment.seconds)
    }
    // Up to this moment, from the last point that is far enough back.
    const start = moment.distanceMm - distanceMm
    if (start < 0) continue
    for (; begin + 1 < at; begin++) {
      if ((moments[begin + 1]?.distanceMm ?? 0) > start) break
    }
    const [from, to] = [moments[begin], moments[begin + 1]]
    if (from !== undefined && to !== undefined) {
      const since = to.distanceMm === from.distanceMm ? to.seconds : secondsAt(from, to, start)
      best = Math.min(best, moment.seconds - since)
    }
  }
  return best === Infinity ? undefined : best
}

/** The best times of a run over each distance that it has, in whole seconds. */
export const bestEffortsOf = (moments: ReadonlyArray<Moment>): ReadonlyArray<BestEffort> => {
  const steady = steadied(moments)
  return EffortName.literals.flatMap((effort) => {
    const seconds = bestTime(steady, effortDistances[effort])
    return seconds === undefined ? [] : [{ effort, seconds: Math.max(1, Math.round(seconds)) }]
  })
}
