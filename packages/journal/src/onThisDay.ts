import { type InvalidInput, isLocalDate, type LocalDate, resolveDate, today } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type DomainJournal, pastDays } from "./journals.ts"
import { entriesOf, type FeedEntry } from "./feed.ts"

/** The entries of one day of the year, in all years. */
export interface OnThisDay {
  readonly date: LocalDate
  /** Newest first; years without an entry on the day are left out. */
  readonly years: ReadonlyArray<{ readonly year: number; readonly entries: ReadonlyArray<FeedEntry> }>
}

/** The entries of all years on the month and day of a date, or of today. 29 February has only leap years. */
export const onThisDay = Effect.fn("Journal.onThisDay")(function* (
  journals: ReadonlyArray<DomainJournal>,
  asked: string | undefined,
): Effect.fn.Return<OnThisDay, InvalidInput, DateTime.CurrentTimeZone> {
  const now = yield* today
  const date = asked === undefined ? now : yield* Effect.fromResult(resolveDate(asked))
  const years = (yield* pastDays(journals, "year")).toReversed()
  const days = years
    .map((year) => `${year.slice(0, 4)}${date.slice(4)}`)
    .filter(isLocalDate)
    .filter((day) => day <= now)
  const entries =
    days.length === 0 ? [] : yield* entriesOf(journals, ({ journal }) => journal.entriesOn(days))
  const byDay = Map.groupBy(entries, ({ day }) => day)
  return {
    date,
    // The plays of a day may all belong to a session that started on the day before.
    years: days
      .map((day) => ({ year: Number(day.slice(0, 4)), entries: byDay.get(day) ?? [] }))
      .filter((year) => year.entries.length > 0),
  }
})
