import { bucketsBetween, endsOfYear, type InvalidInput, type LocalDate, wholeYears } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { countsByDay, type DomainJournal, type JournalCount, sumOf } from "./journals.ts"
import { type YearInput, yearOrThis } from "./years.ts"

/** A year by days: each day of it, even without entries. */
export interface Calendar extends JournalCount {
  readonly year: number
  /** The most entries of one day. */
  readonly max: number
  readonly days: ReadonlyArray<JournalCount & { readonly day: LocalDate }>
}

/** The entries of a year by days; of this year by default. */
export const calendar = Effect.fn("Journal.calendar")(function* (
  journals: ReadonlyArray<DomainJournal>,
  asked: YearInput = {},
): Effect.fn.Return<Calendar, InvalidInput, DateTime.CurrentTimeZone> {
  const year = yield* yearOrThis(asked)
  const counts = yield* countsByDay(journals, yield* wholeYears(year))
  const none = sumOf([], journals)
  const days = bucketsBetween(...endsOfYear(year), "day").map((day) => ({
    day,
    ...(counts.get(day) ?? none),
  }))
  return { year, ...sumOf(days, journals), max: Math.max(...days.map(({ count }) => count)), days }
})
