import type { EpochMillis } from "@daybook/kernel"
import { mix, Random } from "./random.ts"

/** The options of demo data. */
export interface DemoOptions {
  /** The end of the data: everything is before it. */
  readonly until: EpochMillis
  /** The number of years that it goes back; 8 by default. */
  readonly years?: number
  /** Another seed is another person, with another taste. */
  readonly seed?: number
}

const hour = 3_600
const daySeconds = 24 * hour

/** One waking day, with times in whole seconds since 1970. All times follow UTC. */
export interface Day {
  /** Days since the first. */
  readonly index: number
  /** The day's midnight. */
  readonly midnight: number
  readonly wakes: number
  /** After midnight on some days, never after the next day's waking. */
  readonly sleeps: number
  readonly isWeekend: boolean
  /** Days away from home and habits. */
  readonly isHoliday: boolean
  /** From 1 for January, and the day of that month. */
  readonly month: number
  readonly dayOfMonth: number
}

/** A week or two in summer and one in late winter, at other times every year. */
const isHoliday = (seed: number, year: number, dayOfYear: number): boolean => {
  const random = new Random(mix(seed, year))
  const summer = random.integer(182, 225)
  const winter = random.integer(35, 80)
  return (
    (dayOfYear >= summer && dayOfYear < summer + random.integer(9, 16)) ||
    (dayOfYear >= winter && dayOfYear < winter + 7)
  )
}

/**
 * The waking days up to `until`, oldest first, with the last one cut off there. Nights, weekends and holidays follow
 * the calendar, so that nobody sleeps by day because the data ends at another hour.
 */
export const waking = (options: Required<DemoOptions>): ReadonlyArray<Day> => {
  // Everything happens before `until`, so the last second is one that has begun by then.
  const end = Math.ceil(options.until / 1000) - 1
  const start = end - Math.round(options.years * 365.25 * daySeconds)
  const first = Math.floor(start / daySeconds)
  const days: Array<Day> = []
  for (let number = first; number * daySeconds <= end; number++) {
    const midnight = number * daySeconds
    const date = new Date(midnight * 1000)
    const weekday = date.getUTCDay()
    const year = date.getUTCFullYear()
    const isWeekend = weekday === 0 || weekday === 6
    const dayOfYear = (midnight - Date.UTC(year, 0, 1) / 1000) / daySeconds
    const random = new Random(mix(options.seed, number))
    const lateNight = weekday === 5 || weekday === 6
    const wakes = midnight + (isWeekend ? random.between(8, 9.5) : random.between(6.4, 7)) * hour
    const sleeps = midnight + (lateNight ? random.between(23.3, 25) : random.between(22.5, 23.7)) * hour
    const day: Day = {
      index: number - first,
      midnight,
      wakes: Math.max(start, Math.round(wakes)),
      sleeps: Math.min(end, Math.round(sleeps)),
      isWeekend,
      isHoliday: isHoliday(options.seed, year, dayOfYear),
      month: date.getUTCMonth() + 1,
      dayOfMonth: date.getUTCDate(),
    }
    // The rest of a last day that has hardly begun is slept through.
    if (day.sleeps - day.wakes >= hour) days.push(day)
  }
  return days
}
