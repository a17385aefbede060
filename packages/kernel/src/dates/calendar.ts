import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Milliseconds since 1970-01-01T00:00:00Z. Every instant inside Daybook is one. */
export const EpochMillis = Schema.Int.annotate({ identifier: "EpochMillis" })
export type EpochMillis = typeof EpochMillis.Type

/** The width of a bucket of a time series. */
export const Granularity = Schema.Literals(["day", "week", "month", "year"])
export type Granularity = typeof Granularity.Type

const dayMillis = 86_400_000

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * The days of a month (1 to 12) of the Gregorian calendar, which ISO 8601 uses for all years; 0 for any other number.
 */
const daysIn = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
    ? 29
    : (daysOfMonths[month - 1] ?? 0)

/** True for a real calendar day: `2024-02-29` is one, `2023-02-29`, `2024-2-9` and `0000-01-01` are not. */
export const isLocalDate = (text: string): text is LocalDate => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false
  const day = Number(text.slice(8))
  return day > 0 && day <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
}

/**
 * A calendar day as `YYYY-MM-DD`, of the years 1 to 9999. Each use documents whose day it is (the owner's, a
 * venue's). Days compare as texts. The end of a range or bucket that includes the last day is `infinity`, which sorts
 * after all days as in PostgreSQL; `-infinity` sorts before them. Check unknown text with `isLocalDate`; turn text
 * known to be a day into one with `LocalDate.make`.
 */
export const LocalDate = Schema.String.check(
  Schema.makeFilter((text): boolean => text === "infinity" || text === "-infinity" || isLocalDate(text), {
    expected: "a calendar day",
  }),
).pipe(Schema.brand("LocalDate"), Schema.annotate({ identifier: "LocalDate" }))
export type LocalDate = typeof LocalDate.Type

const [firstDay, lastDay] = [LocalDate.make("0001-01-01"), LocalDate.make("9999-12-31")]
const [beforeAllDays, afterAllDays] = [LocalDate.make("-infinity"), LocalDate.make("infinity")]

// Counting from a day returns a day: a check would cost more than the count.
const counted = (text: string): LocalDate => text as LocalDate

const isNoDay = (day: LocalDate): boolean => day === afterAllDays || day === beforeAllDays

const midnightUtc = (day: LocalDate): EpochMillis => Date.parse(`${day}T00:00:00Z`)

const [firstMidnight, lastMidnight] = [midnightUtc(firstDay), midnightUtc(lastDay)]

/** The day of the instant in UTC; the first or last possible day if it is out of range. */
export const utcDayOf = (instant: EpochMillis): LocalDate =>
  instant > lastMidnight
    ? lastDay
    : instant < firstMidnight
      ? firstDay
      : counted(new Date(instant).toISOString().slice(0, 10))

const fromMidnightUtc = (millis: EpochMillis): LocalDate =>
  millis > lastMidnight ? afterAllDays : millis < firstMidnight ? beforeAllDays : utcDayOf(millis)

/** `2024-05-06T07:08:09.010Z`: ISO 8601 in UTC with milliseconds, the form of every instant in responses. */
export const formatInstant = (instant: EpochMillis): string => new Date(instant).toISOString()

const dayMargin = 2 * dayMillis

/** The hours after midnight at which the days of a zone begin, if they do not at midnight. */
const beginnings = new WeakMap<DateTime.TimeZone, number>()

const beginningOf = (zone: DateTime.TimeZone): number => beginnings.get(zone) ?? 0

/** The latest hour at which days may begin. */
export const latestBeginning = 6

/** A zone whose days begin that many whole hours after midnight: what happens before belongs to the day before. */
export const withDaysFrom = (zone: DateTime.TimeZone, hours: number): DateTime.TimeZone => {
  if (hours === 0) return zone
  const own = Object.create(Object.getPrototypeOf(zone), Object.getOwnPropertyDescriptors(zone))
  beginnings.set(own, hours)
  return own
}

/** A zone and the beginning of its days as text: `Europe/Lisbon`, or `Europe/Lisbon from 4`. */
export const zoneName = (zone: DateTime.TimeZone): string => {
  const hours = beginningOf(zone)
  return DateTime.zoneToString(zone) + (hours === 0 ? "" : ` from ${hours}`)
}

/** The zone of such a text; undefined if it is not a zone. */
export const zoneNamed = (text: string): DateTime.TimeZone | undefined => {
  const [name = "", hours = "0"] = text.split(" from ")
  const zone = Option.getOrUndefined(DateTime.zoneFromString(name))
  return zone && withDaysFrom(zone, Number(hours))
}

/** The day that began that many hours ago by the zone's own clock, whose changes are not hours that went by. */
const dayBefore = (zoned: DateTime.Zoned, hours: number): string =>
  DateTime.formatIsoDateUtc(DateTime.makeUnsafe(DateTime.toDate(zoned).getTime() - hours * 3_600_000))

/** The day of the instant in the zone; the first or last possible day if it is out of range. */
export const dayOf = (instant: EpochMillis, zone: DateTime.TimeZone): LocalDate => {
  if (instant > lastMidnight + dayMargin) return lastDay
  if (instant < firstMidnight - dayMargin) return firstDay
  const utc = utcDayOf(instant)
  for (const by of [0, -1, 1]) {
    const { day, start, until } = spanOf(addDays(utc, by), zone)
    // On a day of 24 hours no clock was changed. To ask a zone is costly, and beginnings of days are remembered.
    if (until - start === dayMillis && instant >= start && instant < until) return day
  }
  const zoned = DateTime.makeZonedUnsafe(instant, { timeZone: zone })
  const hours = beginningOf(zone)
  const day = hours === 0 ? DateTime.formatIsoDate(zoned) : dayBefore(zoned, hours)
  // ISO 8601 signs years past 9999.
  return day.startsWith("+") ? lastDay : isLocalDate(day) ? day : firstDay
}

/** The hour that the clocks of the zone show at the instant: 0 to 23. */
export const hourOf = (instant: EpochMillis, zone: DateTime.TimeZone): number =>
  DateTime.toParts(DateTime.makeZonedUnsafe(instant, { timeZone: zone })).hour

/** A day in a zone, and the hour there: 0 to 23. */
export interface DayAndHour {
  readonly day: LocalDate
  readonly hour: number
}

/** Reads the clock of a zone at many instants. Asking a zone is costly, so the day requested last is remembered. */
export const clockOf = (zone: DateTime.TimeZone): ((instant: EpochMillis) => DayAndHour) => {
  const beginning = beginningOf(zone)
  let known: DaySpan | undefined
  return (instant) => {
    if (known === undefined || instant < known.start || instant >= known.until) {
      known = spanOf(dayOf(instant, zone), zone)
    }
    const { day, start, until } = known
    // On a day of 24 hours no clock was changed.
    const hour =
      until - start === dayMillis
        ? (Math.floor((instant - start) / 3_600_000) + beginning) % 24
        : hourOf(instant, zone)
    return { day, hour }
  }
}

/**
 * True for an instant of the years 1 to 9999 in every zone: every store keeps it, and counts it by days. It need not
 * be a whole number of milliseconds.
 */
export const isStorableInstant = (instant: number): boolean =>
  instant >= firstMidnight + dayMillis && instant < lastMidnight

/** The nearest instant that every store can keep, in whole milliseconds; 1970 for NaN. */
export const storableInstant = (instant: number): EpochMillis =>
  Number.isNaN(instant)
    ? 0
    : Math.floor(Math.min(Math.max(instant, firstMidnight + dayMillis), lastMidnight - 1))

// Looking up a zone is slow, and each domain of a response needs the same days.
const starts = new WeakMap<DateTime.TimeZone, Map<LocalDate, EpochMillis>>()
const maxStarts = 1_000

/**
 * The first instant of a day in the zone. If the clocks skip its beginning the day starts after the gap; if that
 * occurs twice, at the first. The end after all days never comes: it is `Infinity`.
 */
export const startOfDay = (day: LocalDate, zone: DateTime.TimeZone): EpochMillis => {
  if (day === afterAllDays) return Infinity
  if (day === beforeAllDays) return -Infinity
  const known = starts.get(zone) ?? new Map<LocalDate, EpochMillis>()
  const found = known.get(day)
  if (found !== undefined) return found
  const start = localInstant(`${day}T${String(beginningOf(zone)).padStart(2, "0")}:00:00.000`, zone)
  if (known.size === maxStarts) known.clear()
  starts.set(zone, known.set(day, start))
  return start
}

/** True for noon UTC, the time of days without one. */
export const isNoon = (instant: EpochMillis): boolean => Math.abs(instant % dayMillis) === dayMillis / 2

/** Noon UTC, as of a day without a time; where that is on another day of the zone, the zone's noon. */
export const noonIn = (noon: EpochMillis, zone: DateTime.TimeZone): EpochMillis => {
  const day = utcDayOf(noon)
  return dayOf(noon, zone) === day ? noon : startOfDay(day, zone) + dayMillis / 2
}

/** The instant at which the zone's clocks show a local date-time such as `2024-05-06T07:08:09.010`. */
export const localInstant = (local: string, zone: DateTime.TimeZone): EpochMillis =>
  DateTime.toEpochMillis(
    DateTime.makeZonedUnsafe(`${local}Z`, {
      timeZone: zone,
      adjustForTimeZone: true,
      disambiguation: "compatible",
    }),
  )

/** One day in a zone, with its first instant and the next day's. */
export interface DaySpan {
  readonly day: LocalDate
  readonly start: EpochMillis
  readonly until: EpochMillis
}

const spanOf = (day: LocalDate, zone: DateTime.TimeZone): DaySpan => ({
  day,
  start: startOfDay(day, zone),
  until: startOfDay(addDays(day, 1), zone),
})

/** The days on which the instants fall in the zone, each once, earliest first. */
export const daysOf = (
  instants: ReadonlyArray<EpochMillis>,
  zone: DateTime.TimeZone,
): ReadonlyArray<DaySpan> => {
  const days: Array<DaySpan> = []
  let until = -Infinity
  for (const instant of Float64Array.from(instants).sort()) {
    // Asking a zone for a day is costly, and a day holds many instants.
    if (instant < until) continue
    const span = spanOf(dayOf(instant, zone), zone)
    until = span.until
    days.push(span)
  }
  return days
}

/** The day `days` later; earlier where negative. Past the last day it is `infinity`, before the first `-infinity`. */
export const addDays = (day: LocalDate, days: number): LocalDate =>
  isNoDay(day) ? day : fromMidnightUtc(midnightUtc(day) + days * dayMillis)

/** The number of a day: each is one more than that of the day before. */
export const dayNumber = (day: LocalDate): number => Math.round(midnightUtc(day) / dayMillis)

/** The number of days between two: 1 from a day to the next. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => dayNumber(to) - dayNumber(from)

/** The day of the week as ISO 8601 counts: 1 for Monday, 7 for Sunday. */
export const isoWeekday = (day: LocalDate): number => ((new Date(midnightUtc(day)).getUTCDay() + 6) % 7) + 1

/** The calendar start of the bucket that holds the day: itself, its week's Monday, its month's or year's first. */
export const startOfBucket = (day: LocalDate, granularity: Granularity): LocalDate => {
  if (isNoDay(day)) return day
  switch (granularity) {
    case "day":
      return day
    case "week":
      return addDays(day, 1 - isoWeekday(day))
    case "month":
      return counted(`${day.slice(0, 8)}01`)
    case "year":
      return counted(`${day.slice(0, 5)}01-01`)
  }
}

/** The start of the bucket after the one that starts here; `infinity` if this one includes the last day. */
export const nextBucket = (start: LocalDate, granularity: Granularity): LocalDate => {
  switch (granularity) {
    case "day":
      return addDays(start, 1)
    case "week":
      return addDays(start, 7)
    case "month":
      return startOfBucket(addDays(start, 31), "month")
    case "year":
      return startOfBucket(addDays(start, 366), "year")
  }
}

/**
 * The starts of all buckets from the one that holds `first` to the one that holds `last`; none where `last` is
 * before. It ends for any input: each start is after the one before it, and none is after the last day.
 */
export const bucketsBetween = (
  first: LocalDate,
  last: LocalDate,
  granularity: Granularity,
): ReadonlyArray<LocalDate> => {
  const starts: Array<LocalDate> = []
  const end = last < lastDay ? last : lastDay
  for (
    let start = startOfBucket(first < firstDay ? firstDay : first, granularity);
    start <= end;
    start = nextBucket(start, granularity)
  ) {
    starts.push(start)
  }
  return starts
}
