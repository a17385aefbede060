/** The miles from the start of a year to the end of each of its days that has a run. */
type Cumulative = ReadonlyArray<{ readonly date: string; readonly distance_mi: number }>

const dayMillis = 86_400_000

/** The day after some days: `2026-03-01`. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMillis).toISOString().slice(0, 10)

/** The number of a day in its year, 0 for the first of January. */
export const dayOfYear = (day: string): number =>
  Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / dayMillis)

export const daysIn = (year: number): number => 1 + dayOfYear(`${String(year).padStart(4, "0")}-12-31`)

/** The miles of each day that has a run. */
export const milesByDay = (cumulative: Cumulative): ReadonlyMap<string, number> => {
  let before = 0
  return new Map(
    cumulative.map(({ date, distance_mi: miles }) => {
      const [from, to] = [before, miles]
      before = to
      // Both have two decimals.
      return [date, Math.round((to - from) * 100) / 100]
    }),
  )
}

/** The miles up to the end of each of the first days of a year: a number a day. */
export const addedUp = (cumulative: Cumulative, days: number): ReadonlyArray<number> => {
  const miles = new Map(cumulative.map(({ date, distance_mi: all }) => [dayOfYear(date), all]))
  let sum = 0
  return Array.from({ length: days }, (_, day) => (sum = miles.get(day) ?? sum))
}

/** The miles of a year at its end, if it continues as it did up to a day; undefined in its first month. */
export const courseOf = (miles: number, day: string): number | undefined => {
  const days = dayOfYear(day) + 1
  return days < 31 ? undefined : (miles / days) * daysIn(Number(day.slice(0, 4)))
}

/** The miles of some weeks, from Mondays, up to the one of a day; weeks without a run included. */
export const milesByWeek = (
  days: ReadonlyMap<string, number>,
  last: string,
  weeks: number,
): ReadonlyArray<{ readonly start: string; readonly count: number }> => {
  const monday = daysAfter(last, -((new Date(last).getUTCDay() + 6) % 7))
  return Array.from({ length: weeks }, (_, at) => {
    const start = daysAfter(monday, 7 * (at + 1 - weeks))
    return {
      start,
      count: [0, 1, 2, 3, 4, 5, 6].reduce((sum, day) => sum + (days.get(daysAfter(start, day)) ?? 0), 0),
    }
  })
}
