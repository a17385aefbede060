import { preferences } from "./data/preferences.ts"
import { standing } from "./data/session.ts"
import { locale } from "./words.ts"

export { listed, locale, number } from "./words.ts"

// The library of charts takes the browser's language as it is, and fails if it is not a language tag.
if (navigator.language.includes("@")) Object.defineProperty(navigator, "language", { value: locale })

const compactNumbers = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 })
const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })

/** 12,345 as 12.3K. */
export const compact = (value: number): string => compactNumbers.format(value)

/** From 0 to 1. */
export const percent = (value: number): string => percents.format(value)

const zone = (): string => {
  const now = standing.get()
  return now.state === "in" ? now.session.time_zone : "UTC"
}

const made = new Map<string, Intl.DateTimeFormat>()
/** To make a formatter takes as long as writing a hundred dates. */
const dates = (options: Intl.DateTimeFormatOptions, language = locale) => {
  const name = language + JSON.stringify(options)
  const known = made.get(name) ?? new Intl.DateTimeFormat(language, options)
  made.set(name, known)
  return known
}

const inZone = (options: Intl.DateTimeFormatOptions) => dates({ ...options, timeZone: zone() })
/** A day is a day in every zone. */
const ofDay = (options: Intl.DateTimeFormatOptions) => dates({ ...options, timeZone: "UTC" })

/** The hour at which the owner's days begin. */
export const firstHour = Number(preferences.day_begins_at.slice(0, 2))

/** The owner's day at an instant, `YYYY-MM-DD`: until the hour at which days begin it is the day before. */
export const dayOf = (instant: string | number | Date): string => {
  const parts = Object.fromEntries(
    dates(
      {
        timeZone: zone(),
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        hourCycle: "h23",
      },
      "en",
    )
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  const day = `${parts["year"]}-${parts["month"]}-${parts["day"]}`
  if (Number(parts["hour"]) >= firstHour) return day
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

export const today = (): string => dayOf(Date.now())

/** Monday, 23 November. */
export const longDay = (day: string): string =>
  ofDay({ weekday: "long", day: "numeric", month: "long" }).format(new Date(day))

/** 23 November 2026. */
export const fullDay = (day: string): string =>
  ofDay({ day: "numeric", month: "long", year: "numeric" }).format(new Date(day))

/** 23 Nov, and its year unless it is this one. */
export const shortDay = (day: string): string =>
  ofDay({
    day: "numeric",
    month: "short",
    ...(day.slice(0, 4) === today().slice(0, 4) ? {} : { year: "numeric" }),
  }).format(new Date(day))

/** November 2026. */
export const month = (day: string): string => ofDay({ month: "long", year: "numeric" }).format(new Date(day))

/** November. */
export const longMonth = (day: string): string => ofDay({ month: "long" }).format(new Date(day))

/** Nov 2026; without the year if it is this one. */
export const shortMonthYear = (day: string): string =>
  ofDay({
    month: "short",
    ...(day.slice(0, 4) === today().slice(0, 4) ? {} : { year: "numeric" }),
  }).format(new Date(day))

/** 23, the number of a day in its month. */
export const dayOfMonth = (day: string): string => String(Number(day.slice(8, 10)))

/** Nov. */
export const shortMonth = (day: string): string => ofDay({ month: "short" }).format(new Date(day))

/** The weekday on which weeks begin: 0 is Monday. */
export const firstWeekday: number = { monday: 0, saturday: 5, sunday: 6 }[preferences.week_begins_on]

/** Mon: 0 is Monday. */
export const shortWeekday = (weekday: number): string =>
  ofDay({ weekday: "short" }).format(new Date(Date.UTC(2024, 0, 1 + weekday)))

/** M: 0 is Monday. */
export const narrowWeekday = (weekday: number): string =>
  ofDay({ weekday: "narrow" }).format(new Date(Date.UTC(2024, 0, 1 + weekday)))

/** Monday, of a day. */
export const weekdayOf = (day: string): string => ofDay({ weekday: "long" }).format(new Date(day))

/** Monday: 0 is Monday. */
export const longWeekday = (weekday: number): string =>
  ofDay({ weekday: "long" }).format(new Date(Date.UTC(2024, 0, 1 + weekday)))

/** 21:04. */
export const clock = (instant: string): string =>
  inZone({ hour: "numeric", minute: "2-digit" }).format(new Date(instant))

/** An hour of the day, from 0 to 23: 21:00, or 9 PM. */
export const hour = (value: number): string =>
  ofDay({ hour: "numeric", minute: "2-digit" }).format(new Date(Date.UTC(2024, 0, 1, value)))

/** The full instant. */
export const exactly = (instant: string): string =>
  inZone({ dateStyle: "full", timeStyle: "short" }).format(new Date(instant))

/** 4 Mar 2026, 05:06:07. */
export const precisely = (instant: string): string =>
  inZone({ dateStyle: "medium", timeStyle: "medium" }).format(new Date(instant))

/** The time on the owner's clock, as a field for times takes it: 2026-03-04T05:06:07. */
export const localTime = (instant: string): string =>
  // Swedish writes dates as ISO 8601 does.
  dates({ timeZone: zone(), dateStyle: "short", timeStyle: "medium" }, "sv")
    .format(new Date(instant))
    .replace(" ", "T")

const steps: ReadonlyArray<readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit]> = [
  [60, "second"],
  [3_600, "minute"],
  [86_400, "hour"],
]

/** 5 minutes ago, yesterday, 3 days ago, then the day. */
export const ago = (instant: string, dayOnly = false): string => {
  const then = Date.parse(instant)
  const day = dayOnly ? instant.slice(0, 10) : dayOf(then)
  const days = Math.round((Date.parse(today()) - Date.parse(day)) / 86_400_000)
  if (dayOnly || days > 0) return days < 7 && days >= 0 ? relative.format(-days, "day") : shortDay(day)
  const seconds = (Date.now() - then) / 1_000
  const at = steps.findIndex(([most]) => seconds < most)
  const [, unit] = steps[at] ?? ["", "hour" as const]
  return relative.format(-Math.max(0, Math.floor(seconds / (steps[at - 1]?.[0] ?? 1))), unit)
}

/** 1 h 23 min; from a hundred hours on without the minutes. */
export const minutes = (total: number): string => {
  const whole = Math.floor(Math.round(total) / 60)
  const rest = Math.round(total) % 60
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "short" }).format(value)
  if (whole === 0) return unit(rest, "minute")
  return rest === 0 || whole >= 100
    ? unit(Math.round(total / 60), "hour")
    : `${unit(whole, "hour")} ${unit(rest, "minute")}`
}

/** Seconds as 3:45, or 1:02:03. */
export const duration = (seconds: number): string => {
  const two = (value: number) => String(value).padStart(2, "0")
  const total = Math.round(seconds)
  const [whole, minute, second] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60]
  return whole === 0 ? `${minute}:${two(second)}` : `${whole}:${two(minute)}:${two(second)}`
}

/** 2 h, or 45 min below an hour. */
export const hours = (total: number): string =>
  new Intl.NumberFormat(locale, {
    style: "unit",
    unit: total < 60 ? "minute" : "hour",
    unitDisplay: "short",
    maximumFractionDigits: 0,
  }).format(total < 60 ? total : total / 60)

const inMiles =
  preferences.units === "auto"
    ? /-(US|GB|LR|MM)\b/.test(locale) || locale === "en"
    : preferences.units === "miles"

/** The unit of distances, as the API's images name it. */
export const units = inMiles ? "mi" : "km"

/** Miles of the API as the owner's country counts them. */
export const distance = (miles: number): string =>
  new Intl.NumberFormat(locale, {
    style: "unit",
    unit: inMiles ? "mile" : "kilometer",
    maximumFractionDigits: 1,
  }).format(inMiles ? miles : miles * 1.609344)

const unitsOf = (unit: string, maximumFractionDigits = 0) => {
  const written = new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits })
  return (value: number): string => written.format(value)
}

/** Units of length as the owner's country counts them, the larger one first. */
export const lengthUnits: ReadonlyArray<{
  readonly metres: number
  readonly write: (count: number) => string
}> = inMiles
  ? [
      { metres: 1_609.344, write: unitsOf("mile") },
      { metres: 0.3048, write: unitsOf("foot") },
    ]
  : [
      { metres: 1_000, write: unitsOf("kilometer") },
      { metres: 1, write: unitsOf("meter") },
    ]

/** True where distances are reported in miles. */
export const countsMiles: boolean = inMiles

const [, small] = lengthUnits

/** Feet of the API as the owner's country counts heights. */
export const height = (feet: number): string => small?.write((feet * 0.3048) / small.metres) ?? ""

const lengthUnit =
  new Intl.NumberFormat(locale, { style: "unit", unit: inMiles ? "mile" : "kilometer" })
    .formatToParts(1)
    .find(({ type }) => type === "unit")?.value ?? ""

/** The pace of a distance: 5:07 /km, or per mile; "" without a distance. */
export const pace = (seconds: number, miles: number): string => {
  const lengths = inMiles ? miles : miles * 1.609344
  return lengths <= 0 || seconds <= 0 ? "" : `${duration(seconds / lengths)} /${lengthUnit}`
}
