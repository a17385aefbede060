import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { addDays, dayOf, LocalDate, startOfDay } from "./calendar.ts"
import { type DateRange, type DateRangeInput, resolveDateRange } from "./dateRange.ts"

/** The requested range, in the owner's time zone; all time if the query names neither a day nor an end. */
export const resolveRange = Effect.fnUntraced(function* (input: DateRangeInput) {
  return yield* Effect.fromResult(resolveDateRange(input, yield* DateTime.CurrentTimeZone))
})

/** The owner's day. */
export const today = Effect.gen(function* () {
  return dayOf(yield* Clock.currentTimeMillis, yield* DateTime.CurrentTimeZone)
})

/** The past part of a range: the future, such as an upcoming event, is cut off. */
export const untilToday = Effect.fnUntraced(function* ({ from, until = Infinity }: DateRange) {
  const tomorrow = startOfDay(addDays(yield* today, 1), yield* DateTime.CurrentTimeZone)
  return { from, until: Math.min(until, tomorrow) } satisfies DateRange
})

const dayIn = (year: number, rest: string) => LocalDate.make(`${String(year).padStart(4, "0")}-${rest}`)

/** The first and the last day of a year (1 to 9999). */
export const endsOfYear = (year: number) => [dayIn(year, "01-01"), dayIn(year, "12-31")] as const

/** The range from one day to another, in the owner's time zone. */
export const wholeDays = Effect.fnUntraced(function* (first: LocalDate, last: LocalDate) {
  const zone = yield* DateTime.CurrentTimeZone
  return { from: startOfDay(first, zone), until: startOfDay(addDays(last, 1), zone) } satisfies DateRange
})

/** The range from the first day of one year to the last day of another, in the owner's time zone. */
export const wholeYears = (first: number, last = first) =>
  wholeDays(endsOfYear(first)[0], endsOfYear(last)[1])
