import type * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import {
  addDays,
  dayOf,
  type EpochMillis,
  isLocalDate,
  type LocalDate,
  localInstant,
  nextBucket,
  startOfBucket,
  startOfDay,
} from "./calendar.ts"
import { InvalidInput } from "../errors.ts"

/** A range of time, from `from` (inclusive) until `until` (exclusive). An undefined end is open. */
export interface DateRange {
  readonly from: EpochMillis | undefined
  readonly until: EpochMillis | undefined
}

/** All of time. */
export const everything: DateRange = { from: undefined, until: undefined }

/** True for a range that is open at both ends. */
export const isEverything = ({ from, until }: DateRange): boolean => from === undefined && until === undefined

/** True for an instant in the range. */
export const isWithin = ({ from = -Infinity, until = Infinity }: DateRange, at: EpochMillis): boolean =>
  at >= from && at < until

/** A requested range: one day, which overrides the rest, or one or both ends. */
export interface DateRangeInput {
  readonly date?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** True if any part of a range is set. */
export const asksForRange = (input: DateRangeInput): boolean =>
  input.date !== undefined || input.from !== undefined || input.to !== undefined

// Groups: day, time to the minute, seconds, fraction, zone. A query string turns the + of an offset into a space.
const isoDateTime =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?(Z|[+\- ](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/i

const parseInstant = (text: string, zone: DateTime.TimeZone): EpochMillis | undefined => {
  const match = isoDateTime.exec(text)
  if (match === null) return undefined
  const [, day = "", hour, minute, second = "00", fraction = "", offset] = match
  if (!isLocalDate(day)) return undefined
  const local = `${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, "0")}`
  if (offset === undefined) return localInstant(local, zone)
  if (offset.toUpperCase() === "Z") return Date.parse(`${local}Z`)
  const digits = offset.slice(1).replace(":", "").padEnd(4, "0")
  return Date.parse(`${local}${offset.startsWith("-") ? "-" : "+"}${digits.slice(0, 2)}:${digits.slice(2)}`)
}

const invalid = (field: string, text: string) =>
  Result.fail(
    new InvalidInput({
      field,
      message: `${field}: "${text.slice(0, 40)}" is not ${
        field === "date"
          ? "a calendar day of the years 0001 to 9999; send YYYY-MM-DD"
          : "a day or a time of the years 0001 to 9999; send YYYY-MM-DD or an ISO 8601 date-time such as 2024-05-06T07:08:09Z"
      }`,
    }),
  )

// An offset moves times of the first or the last day into years of UTC that ISO 8601 must sign.
const earliest = Date.parse("0001-01-01T00:00:00.000Z")
const latest = Date.parse("9999-12-31T23:59:59.999Z")

/** Reads one instant: an ISO 8601 date-time, or a day, which is its start. Without an offset it is in `zone`. */
export const resolveInstant = (
  field: string,
  text: string,
  zone: DateTime.TimeZone,
): Result.Result<EpochMillis, InvalidInput> => {
  const instant = isLocalDate(text) ? startOfDay(text, zone) : parseInstant(text, zone)
  return instant === undefined || instant < earliest || instant > latest
    ? invalid(field, text)
    : Result.succeed(instant)
}

/** Reads one day: YYYY-MM-DD, of the field `date`. */
export const resolveDate = (date: string): Result.Result<LocalDate, InvalidInput> =>
  isLocalDate(date) ? Result.succeed(date) : invalid("date", date)

const after = (instant: EpochMillis | undefined) => (instant === undefined ? undefined : instant + 1)

/**
 * Reads `date`, `from` and `to` as the API defines them. Both ends are inclusive, so `until` is the start of
 * the day after a plain date, and one millisecond after a date-time. A date-time without an offset is in `zone`.
 */
export const resolveDateRange = (
  input: DateRangeInput,
  zone: DateTime.TimeZone,
): Result.Result<DateRange, InvalidInput> => {
  const { date, from, to } = input
  if (date !== undefined) {
    return Result.map(resolveDate(date), (day) => ({
      from: startOfDay(day, zone),
      until: startOfDay(addDays(day, 1), zone),
    }))
  }
  const start =
    from === undefined ? undefined : isLocalDate(from) ? startOfDay(from, zone) : parseInstant(from, zone)
  if (from !== undefined && start === undefined) return invalid("from", from)
  const until =
    to === undefined
      ? undefined
      : isLocalDate(to)
        ? startOfDay(addDays(to, 1), zone)
        : after(parseInstant(to, zone))
  if (to !== undefined && until === undefined) return invalid("to", to)
  // A day that its zone skipped is empty, but it is not after itself.
  if (start !== undefined && until !== undefined && start >= until && from !== to) {
    return Result.fail(new InvalidInput({ field: "from", message: "from: must not be after to" }))
  }
  return Result.succeed({ from: start, until })
}

/** One end of a range of days: a whole day, or the part of it that an instant cuts off. */
export interface DayBound {
  readonly day: LocalDate
  /** Undefined if the end is the start of the day. */
  readonly at: EpochMillis | undefined
}

const boundOf = (instant: EpochMillis | undefined, zone: DateTime.TimeZone): DayBound | undefined => {
  if (instant === undefined) return undefined
  const day = dayOf(instant, zone)
  return { day, at: instant === startOfDay(day, zone) ? undefined : instant }
}

/**
 * A range over items that have days, such as the start day of a run: `from` (inclusive) and `until`
 * (exclusive) are days, or parts of a day at an instant.
 */
export const dayBounds = (
  { from, until }: DateRange,
  zone: DateTime.TimeZone,
): { readonly from: DayBound | undefined; readonly until: DayBound | undefined } => ({
  from: boundOf(from, zone),
  until: boundOf(until, zone),
})

/** True for an item of this day and instant in the range. */
export const isOnDays = (
  { from, until }: ReturnType<typeof dayBounds>,
  { at, day }: { readonly at: EpochMillis; readonly day: LocalDate },
): boolean =>
  (from === undefined || day > from.day || (day === from.day && at >= (from.at ?? -Infinity))) &&
  (until === undefined || day < until.day || (day === until.day && at < (until.at ?? -Infinity)))

/** A range as whole months, whose ends are exclusive or open, and the parts of months before and after them. */
export interface CutRange {
  /** The first days of the first month and of the one after the last. */
  readonly months: { readonly from: LocalDate | undefined; readonly until: LocalDate | undefined } | undefined
  readonly parts: ReadonlyArray<DateRange>
}

/** Splits a range into whole months of the zone's calendar and the rest: at most a month at each end. */
export const cutByMonth = (range: DateRange, zone: DateTime.TimeZone): CutRange => {
  const { from, until } = range
  const begun = from === undefined ? undefined : startOfBucket(dayOf(from, zone), "month")
  const first =
    begun === undefined || from === undefined || startOfDay(begun, zone) >= from
      ? begun
      : nextBucket(begun, "month")
  const end = until === undefined ? undefined : startOfBucket(dayOf(until, zone), "month")
  if (first !== undefined && end !== undefined && first >= end) return { months: undefined, parts: [range] }
  const startsAt = first === undefined ? undefined : startOfDay(first, zone)
  const endsAt = end === undefined ? undefined : startOfDay(end, zone)
  return {
    months: { from: first, until: end },
    parts: [
      ...(from !== undefined && startsAt !== undefined && from < startsAt ? [{ from, until: startsAt }] : []),
      ...(until !== undefined && endsAt !== undefined && endsAt < until ? [{ from: endsAt, until }] : []),
    ],
  }
}
