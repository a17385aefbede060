/** A track of the API: what was measured at each point. */
interface Measured {
  readonly seconds: ReadonlyArray<number>
  readonly distances_m: ReadonlyArray<number>
}

/** Metres over which a pace is measured: positions of watches are a few metres off. */
const stretch = 120
/** Seconds a metre of a slow walk: anything slower is standing. */
const slowest = 1.5

/** The pace at each point in seconds a metre, over the way around it; null where the owner was. */
export const pacesOf = ({ distances_m: metres, seconds }: Measured): ReadonlyArray<number | null> => {
  let [from, to] = [0, 0]
  return metres.map((here) => {
    while (from < metres.length - 1 && (metres[from + 1] ?? 0) <= here - stretch / 2) from++
    while (to < metres.length - 1 && (metres[to] ?? 0) < here + stretch / 2) to++
    const length = (metres[to] ?? 0) - (metres[from] ?? 0)
    const pace = ((seconds[to] ?? 0) - (seconds[from] ?? 0)) / length
    return length > 0 && pace < slowest ? pace : null
  })
}
