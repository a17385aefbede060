import { resolveRange, type DateRangeInput, type InvalidInput, isoWeekday, untilToday } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { countsByDay, type DomainJournal } from "./journals.ts"

/** Counts by the hour of the owner's clock. */
export interface ClockCounts {
  /** 24 counts, from midnight. Entries known by day only are not in them. */
  readonly hours: ReadonlyArray<number>
  /** 7 counts, Monday first. */
  readonly weekdays: ReadonlyArray<number>
}

/** The hours and the weekdays at which the entries of a range happened. */
export const clock = Effect.fn("Journal.clock")(function* (
  journals: ReadonlyArray<DomainJournal>,
  input: DateRangeInput,
): Effect.fn.Return<ClockCounts, InvalidInput, DateTime.CurrentTimeZone> {
  const range = yield* untilToday(yield* resolveRange(input))
  const hours = Array.from({ length: 24 }, () => 0)
  const weekdays = Array.from({ length: 7 }, () => 0)
  const byHour = yield* Effect.forEach(journals, ({ journal }) => journal.countsByHour(range), {
    concurrency: "unbounded",
  })
  for (const { count, hour } of byHour.flat()) hours[hour] = (hours[hour] ?? 0) + count
  for (const [day, { count }] of yield* countsByDay(journals, range)) {
    const weekday = isoWeekday(day) - 1
    weekdays[weekday] = (weekdays[weekday] ?? 0) + count
  }
  return { hours, weekdays }
})
