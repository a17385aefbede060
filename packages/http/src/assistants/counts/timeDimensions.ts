import { clockOf, isLocalDate, isoWeekday, startOfBucket } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"

/** The dimensions of time that every row has. */
export const timeNames = ["year", "month", "week", "day", "weekday", "hour"] as const
export type TimeName = (typeof timeNames)[number]

export const isTime = (name: string): name is TimeName => (timeNames as ReadonlyArray<string>).includes(name)

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

export const weekdayNamed = (place: number): string => weekdays[place] ?? ""
export const hourNamed = (hour: number): string => `${String(hour).padStart(2, "0")}:00`

/** Orders days of the week as a week has them, and all other labels of time by their text. */
export const timeOrder = (label: string): string =>
  weekdays.includes(label) ? String(weekdays.indexOf(label)) : label

/** The label of a day or an hour: a week has its Monday's label. */
const labelOf = (name: TimeName, day: string, hour: number | undefined): ReadonlyArray<string> => {
  if (!isLocalDate(day)) return []
  switch (name) {
    case "year":
      return [day.slice(0, 4)]
    case "month":
      return [day.slice(0, 7)]
    case "week":
      return [startOfBucket(day, "week")]
    case "day":
      return [day]
    case "weekday":
      return [weekdayNamed(isoWeekday(day) - 1)]
    case "hour":
      return hour === undefined ? [] : [hourNamed(hour)]
  }
}

/** Labels the times of rows, on the clock of the owner. A row with only a day has no hour. */
export const makeTimeLabels = (zone: DateTime.TimeZone) => {
  const clock = clockOf(zone)
  return (name: TimeName, at: unknown, dayOnly: boolean): ReadonlyArray<string> => {
    if (typeof at !== "string" || at === "") return []
    if (at.length === 10 || dayOnly) return labelOf(name, at.slice(0, 10), undefined)
    const instant = Date.parse(at)
    if (Number.isNaN(instant)) return []
    const { day, hour } = clock(instant)
    return labelOf(name, day, hour)
  }
}
