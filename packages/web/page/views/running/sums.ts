/** The part of a run that sums need. */
interface Summed {
  readonly started_at: string
  readonly distance_mi: number
  readonly moving_s: number
  readonly elevation_ft: number
  readonly race: boolean
}

/** Sums as the API has them for a year and for all time. */
export interface Totals {
  readonly total_runs: number
  readonly total_distance_mi: number
  readonly total_duration_s: number
  readonly total_elevation_ft: number
  readonly longest_run_mi: number
  readonly race_count: number
}

/** The totals of some runs. */
export const totalsOf = (runs: ReadonlyArray<Summed>): Totals => ({
  total_runs: runs.length,
  total_distance_mi: runs.reduce((sum, { distance_mi: miles }) => sum + miles, 0),
  total_duration_s: runs.reduce((sum, { moving_s: seconds }) => sum + seconds, 0),
  total_elevation_ft: runs.reduce((sum, { elevation_ft: feet }) => sum + feet, 0),
  longest_run_mi: Math.max(0, ...runs.map(({ distance_mi: miles }) => miles)),
  race_count: runs.filter(({ race }) => race).length,
})

const nextMonth = (month: string) => {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/**
 * Miles by month, from one month to another (`2026-01`), including months without a run. `dayOf` returns the day of an
 * instant.
 */
export const milesByMonth = (
  runs: ReadonlyArray<Summed>,
  from: string,
  to: string,
  dayOf: (instant: string) => string,
): ReadonlyArray<{ readonly start: string; readonly count: number }> => {
  const miles = new Map<string, number>()
  for (let month = from; month <= to; month = nextMonth(month)) miles.set(month, 0)
  for (const { distance_mi: length, started_at: at } of runs) {
    const month = dayOf(at).slice(0, 7)
    if (miles.has(month)) miles.set(month, (miles.get(month) ?? 0) + length)
  }
  return [...miles].map(([month, count]) => ({ start: `${month}-01`, count }))
}
