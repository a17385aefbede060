import {
  resolveRange,
  bucketsBetween,
  type DateRangeInput,
  dayOf,
  type Granularity,
  InvalidInput,
  type LocalDate,
  untilToday,
} from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { countsByDay, type DomainJournal, type JournalCount, sumOf } from "./journals.ts"

/** More points than this are refused: no chart shows them. */
export const maxPoints = 4_000

/** Counts over time: a point for each bucket from the first entry of the range to its end or today. */
export interface Trends extends JournalCount {
  readonly granularity: Granularity
  /** `start` is the calendar start of the bucket, even if that is before the range. */
  readonly points: ReadonlyArray<JournalCount & { readonly start: LocalDate }>
}

/** The entries of a range by days, weeks, months or years. */
export const trends = Effect.fn("Journal.trends")(function* (
  journals: ReadonlyArray<DomainJournal>,
  { by, ...input }: DateRangeInput & { readonly by: Granularity },
): Effect.fn.Return<Trends, InvalidInput, DateTime.CurrentTimeZone> {
  const zone = yield* DateTime.CurrentTimeZone
  const range = yield* untilToday(yield* resolveRange(input))
  const counts = yield* countsByDay(journals, range, by)
  const [first] = [...counts.keys()].sort()
  const starts = first === undefined ? [] : bucketsBetween(first, dayOf(range.until - 1, zone), by)
  if (starts.length > maxPoints) {
    return yield* new InvalidInput({
      field: "by",
      message: `by: ${starts.length} points are more than ${maxPoints}; request ${by === "day" ? "week, month or year" : "a longer one of week, month and year"}, or for a shorter range`,
    })
  }
  return {
    granularity: by,
    ...sumOf(counts.values(), journals),
    points: starts.map((start) => ({ start, ...(counts.get(start) ?? sumOf([], journals)) })),
  }
})
