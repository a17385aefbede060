/** The international mile of 1959, in millimetres. */
export const mileMm = 1_609_344

/**
 * The time for a mile as `M:SS/mi`, of seconds and millimetres; `0:00/mi` without a distance. It is rounded to whole
 * seconds before it is split into minutes and seconds, so that 7:59.7 is 8:00 and never 7:60.
 */
export const averagePace = (seconds: number, distanceMm: number): string => {
  const pace = distanceMm === 0 ? 0 : Math.round((seconds * mileMm) / distanceMm)
  return `${Math.floor(pace / 60)}:${String(pace % 60).padStart(2, "0")}/mi`
}
