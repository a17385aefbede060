import { addDays, bucketsBetween, InvalidInput, LocalDate, startOfDay } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { countsByDay, type DomainJournal, type JournalCount, sumOf, today } from "./journals.ts"

/** A year by days: each day of it, also those without an entry. */
export interface Calendar extends JournalCount {
  readonly year: number
  /** The most entries of one day. */
  readonly max: number
  readonly days: ReadonlyArray<JournalCount & { readonly day: LocalDate }>
}

/** The entries of a year (1 to 9999) by days; of this year where none is asked for. */
export const calendar = Effect.fn("Journal.calendar")(function* (
  journals: ReadonlyArray<DomainJournal>,
  asked: number | undefined,
): Effect.fn.Return<Calendar, InvalidInput, DateTime.CurrentTimeZone> {
  const year = asked ?? Number((yield* today).slice(0, 4))
  if (!Number.isInteger(year) || year < 1 || year > 9999) {
    return yield* new InvalidInput({
      field: "year",
      message: "year: must be a year from 1 to 9999, such as 2024",
    })
  }
  const zone = yield* DateTime.CurrentTimeZone
  const digits = String(year).padStart(4, "0")
  const [first, last] = [LocalDate.make(`${digits}-01-01`), LocalDate.make(`${digits}-12-31`)]
  const counts = yield* countsByDay(journals, {
    from: startOfDay(first, zone),
    until: startOfDay(addDays(last, 1), zone),
  })
  const none = sumOf([], journals)
  const days = bucketsBetween(first, last, "day").map((day) => ({ day, ...(counts.get(day) ?? none) }))
  return { year, ...sumOf(days, journals), max: Math.max(...days.map(({ count }) => count)), days }
})
