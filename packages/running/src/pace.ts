/** The international mile of 1959, in millimetres. */
export const mileMm = 1_609_344

/**
 * The time for a mile as `M:SS/mi`, from seconds and millimetres; `0:00/mi` without a distance. Rounding comes before the
 * split into minutes and seconds, so 7:59.7 becomes 8:00 and never 7:60.
 */
export const averagePace = (seconds: number, distanceMm: number): string => {
  const pace = distanceMm === 0 ? 0 : Math.round((seconds * mileMm) / distanceMm)
  return `${Math.floor(pace / 60)}:${String(pace % 60).padStart(2, "0")}/mi`
}
