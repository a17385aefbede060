/** A track of the API: what was measured at each point. */
interface Measured {
  readonly seconds: ReadonlyArray<number>
  readonly distances_m: ReadonlyArray<number>
}

/** Seconds a metre of a slow walk: anything slower is a pause. */
const slowest = 1.5

/**
 * The pace at each point in seconds a metre, over a stretch of metres around it: positions of watches are a few metres
 * off. Null during a pause.
 */
export const pacesOf = (
  { distances_m: metres, seconds }: Measured,
  stretch = 120,
): ReadonlyArray<number | null> => {
  let [from, to] = [0, 0]
  return metres.map((here) => {
    while (from < metres.length - 1 && (metres[from + 1] ?? 0) <= here - stretch / 2) from++
    while (to < metres.length - 1 && (metres[to] ?? 0) < here + stretch / 2) to++
    const length = (metres[to] ?? 0) - (metres[from] ?? 0)
    const pace = ((seconds[to] ?? 0) - (seconds[from] ?? 0)) / length
    return length > 0 && pace < slowest ? pace : null
  })
}

/** The paces between the quarters of a run, the slowest quarter first, and the quarter of each point: 0 to 3. */
export interface Shades {
  readonly limits: ReadonlyArray<number>
  readonly shades: ReadonlyArray<number>
}

/** The quarter of each pace among all; undefined if they do not differ by a hundredth. A pause is slow. */
export const shadesOf = (paces: ReadonlyArray<number | null>): Shades | undefined => {
  const sorted = paces.filter((pace) => pace !== null).sort((one, other) => other - one)
  const limits = [1, 2, 3].map((quarter) => sorted[Math.floor((sorted.length * quarter) / 4)] ?? 0)
  const [slow = 0, , fast = 0] = limits
  if (sorted.length < 8 || slow - fast < slow / 100) return undefined
  return {
    limits,
    shades: paces.map((pace) => limits.filter((limit) => pace !== null && pace <= limit).length),
  }
}

/** The points at which whole units of metres are reached, with their numbers: not more than a dozen. */
export const markersOf = (
  metres: ReadonlyArray<number>,
  unit: number,
): ReadonlyArray<{ readonly at: number; readonly count: number }> => {
  const units = Math.floor((metres.at(-1) ?? 0) / unit)
  const every = [1, 2, 5, 10, 20].find((step) => units / step <= 12) ?? 50
  return Array.from({ length: Math.floor(units / every) }, (_, index) => {
    const count = (index + 1) * every
    return { at: metres.findIndex((here) => here >= count * unit), count }
  })
}

/** A run nearby, as the map of the API reports it. */
interface Nearby {
  readonly distance_mi: number
  readonly moving_s: number
}

/** The least runs that make a pace a usual one. */
const leastUsual = 3

/** The middle pace of runs of about this length, in seconds a mile; undefined if they are too few. */
export const usualPaceOf = (runs: ReadonlyArray<Nearby>, miles: number): number | undefined => {
  const paces = runs
    .filter(
      ({ distance_mi: length, moving_s: seconds }) => seconds > 0 && length > miles / 2 && length < miles * 2,
    )
    .map(({ distance_mi: length, moving_s: seconds }) => seconds / length)
    .sort((one, other) => one - other)
  return paces.length < leastUsual ? undefined : paces[paces.length >> 1]
}

/** The place of a length among the runs nearby, the longest first. */
export const placeOf = (runs: ReadonlyArray<Nearby>, miles: number): number =>
  1 + runs.filter(({ distance_mi: length }) => length > miles).length
