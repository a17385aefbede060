/** The international mile of 1959, in millimetres. */
export const mileMm = 1_609_344

/** The international foot, in millimetres. */
export const footMm = 304.8

export const kilometreMm = 1_000_000

/**
 * The time for a unit of length as `M:SS`, from seconds and millimetres; `0:00` without a distance. Rounding comes before
 * the split into minutes and seconds, so 7:59.7 becomes 8:00 and never 7:60.
 */
const timeFor = (unitMm: number, seconds: number, distanceMm: number): string => {
  const pace = distanceMm === 0 ? 0 : Math.round((seconds * unitMm) / distanceMm)
  return `${Math.floor(pace / 60)}:${String(pace % 60).padStart(2, "0")}`
}

/** The time for a mile as `M:SS/mi`, from seconds and millimetres; `0:00/mi` without a distance. */
export const averagePace = (seconds: number, distanceMm: number): string =>
  `${timeFor(mileMm, seconds, distanceMm)}/mi`

/** The time for a kilometre as `M:SS/km`, in the same way. */
export const pacePerKilometre = (seconds: number, distanceMm: number): string =>
  `${timeFor(kilometreMm, seconds, distanceMm)}/km`

/** The quotient to two decimals, exact for halves. */
const hundredths = (dividend: number, divisor: number): number => Math.round((dividend * 100) / divisor) / 100

/** Miles with two decimals. */
export const milesOf = (mm: number): number => hundredths(mm, mileMm)

/** Kilometres with two decimals. */
export const kilometresOf = (mm: number): number => hundredths(mm, kilometreMm)

/** Feet with two decimals. A foot is 304.8 mm; both sides are multiplied by ten to stay whole. */
export const feetOf = (mm: number): number => hundredths(mm * 10, 3048)
