import { preferences } from "./data/preferences.ts"
import { standing } from "./data/session.ts"
import { locale, once } from "./words.ts"

export { listed, locale, number } from "./words.ts"

// The library of charts takes the browser's language as it is, and fails if it is not a language tag.
if (navigator.language.includes("@")) Object.defineProperty(navigator, "language", { value: locale })

const numbersIn = (options: Intl.NumberFormatOptions) => {
  const written = once(() => new Intl.NumberFormat(locale, options))
  return (value: number): string => written().format(value)
}

/** 12,345 as 12.3K. */
export const compact = numbersIn({ notation: "compact", maximumFractionDigits: 1 })

/** From 0 to 1. */
export const percent = numbersIn({ style: "percent", maximumFractionDigits: 0 })

const zone = (): string => {
  const now = standing.get()
  return now.state === "in" ? now.session.time_zone : "UTC"
}

/** Writes instants in the owner's zone. */
const inZone = (options: Intl.DateTimeFormatOptions, language = locale) => {
  let written: Intl.DateTimeFormat | undefined
  let timeZone: string | undefined
  return (instant: string | number | Date): string => {
    if (written === undefined || timeZone !== zone()) {
      timeZone = zone()
      written = new Intl.DateTimeFormat(language, { ...options, timeZone })
    }
    return written.format(new Date(instant))
  }
}

/** Writes days: a day is a day in every zone. */
const ofDay = (options: Intl.DateTimeFormatOptions) => {
  const written = once(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }))
  return (day: string | number): string => written().format(new Date(day))
}

/** The hour at which the owner's days begin. */
export const firstHour = Number(preferences.day_begins_at.slice(0, 2))

// Swedish writes dates as ISO 8601 does.
const inSwedish = inZone({ dateStyle: "short", timeStyle: "medium" }, "sv")

/** The time on the owner's clock, as a field for times takes it: 2026-03-04T05:06:07. */
export const localTime = (instant: string | number | Date): string => inSwedish(instant).replace(" ", "T")

/** The owner's day at an instant, `YYYY-MM-DD`: until the hour at which days begin it is the day before. */
export const dayOf = (instant: string | number | Date): string => {
  const time = localTime(instant)
  const day = time.slice(0, 10)
  if (Number(time.slice(11, 13)) >= firstHour) return day
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

export const today = (): string => dayOf(Date.now())

/** A day, with its year unless it is this one. */
const withItsYear = (options: Intl.DateTimeFormatOptions) => {
  const [thisYear, another] = [ofDay(options), ofDay({ ...options, year: "numeric" })]
  return (day: string): string => (day.slice(0, 4) === today().slice(0, 4) ? thisYear : another)(day)
}

/** Monday, 23 November. */
export const longDay = ofDay({ weekday: "long", day: "numeric", month: "long" })

/** 23 November 2026. */
export const fullDay = ofDay({ day: "numeric", month: "long", year: "numeric" })

/** 23 Nov, and its year unless it is this one. */
export const shortDay = withItsYear({ day: "numeric", month: "short" })

/** November 2026. */
export const month = ofDay({ month: "long", year: "numeric" })

/** November. */
export const longMonth = ofDay({ month: "long" })

/** Nov 2026; without the year if it is this one. */
export const shortMonthYear = withItsYear({ month: "short" })

/** 23, the number of a day in its month. */
export const dayOfMonth = (day: string): string => String(Number(day.slice(8, 10)))

/** Nov. */
export const shortMonth = ofDay({ month: "short" })

/** The weekday on which weeks begin: 0 is Monday. */
export const firstWeekday: number = { monday: 0, saturday: 5, sunday: 6 }[preferences.week_begins_on]

/** The place of a day in its week: 0 for the first. */
export const placeInWeek = (day: string): number => (new Date(day).getUTCDay() + 13 - firstWeekday) % 7

const ofWeekday = (weekday: "long" | "narrow" | "short") => {
  const written = ofDay({ weekday })
  return (number: number): string => written(Date.UTC(2024, 0, 1 + number))
}

/** Mon: 0 is Monday. */
export const shortWeekday = ofWeekday("short")

/** M: 0 is Monday. */
export const narrowWeekday = ofWeekday("narrow")

/** Monday: 0 is Monday. */
export const longWeekday = ofWeekday("long")

/** Monday, of a day. */
export const weekdayOf = ofDay({ weekday: "long" })

/** 21:04. */
export const clock = inZone({ hour: "numeric", minute: "2-digit" })

const onTheHour = ofDay({ hour: "numeric", minute: "2-digit" })

/** An hour of the day, from 0 to 23: 21:00, or 9 PM. */
export const hour = (value: number): string => onTheHour(Date.UTC(2024, 0, 1, value))

/** The full instant. */
export const exactly = inZone({ dateStyle: "full", timeStyle: "short" })

/** 4 Mar 2026, 05:06:07. */
export const precisely = inZone({ dateStyle: "medium", timeStyle: "medium" })

const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }))

const steps: ReadonlyArray<readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit]> = [
  [60, "second"],
  [3_600, "minute"],
  // A day of 25 hours has more.
  [Infinity, "hour"],
]

/** 5 minutes ago, yesterday, 3 days ago, then the day. */
export const ago = (instant: string, dayOnly = false): string => {
  const then = Date.parse(instant)
  const day = dayOnly ? instant.slice(0, 10) : dayOf(then)
  const days = Math.round((Date.parse(today()) - Date.parse(day)) / 86_400_000)
  if (dayOnly || days > 0) return days < 7 && days >= 0 ? relative().format(-days, "day") : shortDay(day)
  const seconds = (Date.now() - then) / 1_000
  const at = steps.findIndex(([most]) => seconds < most)
  const [, unit] = steps[at] ?? ["", "hour" as const]
  return relative().format(-Math.max(0, Math.floor(seconds / (steps[at - 1]?.[0] ?? 1))), unit)
}

const inUnits = (unit: string, maximumFractionDigits = 0) =>
  numbersIn({ style: "unit", unit, maximumFractionDigits })

const [inHours, inMinutes] = [inUnits("hour"), inUnits("minute")]

/** 1 h 23 min; from a hundred hours on without the minutes. */
export const minutes = (total: number): string => {
  const whole = Math.floor(Math.round(total) / 60)
  const rest = Math.round(total) % 60
  if (whole === 0) return inMinutes(rest)
  return rest === 0 || whole >= 100 ? inHours(Math.round(total / 60)) : `${inHours(whole)} ${inMinutes(rest)}`
}

/** Seconds as 3:45, or 1:02:03. */
export const duration = (seconds: number): string => {
  const two = (value: number) => String(value).padStart(2, "0")
  const total = Math.round(seconds)
  const [whole, minute, second] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60]
  return whole === 0 ? `${minute}:${two(second)}` : `${whole}:${two(minute)}:${two(second)}`
}

/** 2 h, or 45 min below an hour. */
export const hours = (total: number): string => (total < 60 ? inMinutes(total) : inHours(total / 60))

/** True where distances are shown in miles. */
export const countsMiles: boolean =
  preferences.units === "auto"
    ? /-(US|GB|LR|MM)\b/.test(locale) || locale === "en"
    : preferences.units === "miles"

export const metresOfMile = 1_609.344

/** How many units of distance a mile has. */
export const unitsOfMile: number = countsMiles ? 1 : metresOfMile / 1_000

/** The unit of distances, as the API's images name it. */
export const units = countsMiles ? "mi" : "km"

const inLengths = inUnits(countsMiles ? "mile" : "kilometer", 1)

/** Miles of the API as the owner's country counts them. */
export const distance = (miles: number): string => inLengths(miles * unitsOfMile)

/** Units of length as the owner's country counts them, the larger one first. */
export const lengthUnits: ReadonlyArray<{
  readonly metres: number
  readonly write: (count: number) => string
}> = countsMiles
  ? [
      { metres: metresOfMile, write: inUnits("mile") },
      { metres: 0.3048, write: inUnits("foot") },
    ]
  : [
      { metres: 1_000, write: inUnits("kilometer") },
      { metres: 1, write: inUnits("meter") },
    ]

const [, small] = lengthUnits

/** Feet of the API as the owner's country counts heights. */
export const height = (feet: number): string => small?.write((feet * 0.3048) / small.metres) ?? ""

const lengthUnit = once(
  () =>
    new Intl.NumberFormat(locale, { style: "unit", unit: countsMiles ? "mile" : "kilometer" })
      .formatToParts(1)
      .find(({ type }) => type === "unit")?.value ?? "",
)

/** The pace of a distance: 5:07 /km, or per mile; "" without a distance. */
export const pace = (seconds: number, miles: number): string => {
  const lengths = miles * unitsOfMile
  return lengths <= 0 || seconds <= 0 ? "" : `${duration(seconds / lengths)} /${lengthUnit()}`
}
