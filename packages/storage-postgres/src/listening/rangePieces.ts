import {
  addDays,
  type DateRange,
  dayOf,
  type EpochMillis,
  type Granularity,
  type LocalDate,
  nextBucket,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"

/** A part of a range, by the table to read for it. An undefined end is open; `until` is exclusive. */
export type RangePiece =
  | { readonly by: "instant"; readonly from: EpochMillis; readonly until: EpochMillis }
  | { readonly by: "day"; readonly from: LocalDate | undefined; readonly until: LocalDate | undefined }
  | { readonly by: "month"; readonly from: LocalDate | undefined; readonly until: LocalDate | undefined }

/**
 * Cuts a range into pieces that do not overlap and together are the range: whole months and whole days, which have
 * stored sums, and at its ends parts of days, for which single plays are counted. Without `months` there are only days
 * and parts of days.
 */
export const rangePieces = (
  { from, until }: DateRange,
  zone: DateTime.TimeZone,
  months: boolean,
): ReadonlyArray<RangePiece> => {
  const pieces: Array<RangePiece> = []
  let firstDay: LocalDate | undefined
  let endDay: LocalDate | undefined
  if (until !== undefined) {
    endDay = dayOf(until, zone)
    if (from !== undefined && from >= startOfDay(endDay, zone)) return [{ by: "instant", from, until }]
  }
  if (from !== undefined) {
    firstDay = dayOf(from, zone)
    if (from !== startOfDay(firstDay, zone)) {
      firstDay = addDays(firstDay, 1)
      const dayStart = startOfDay(firstDay, zone)
      if (until !== undefined && until <= dayStart) return [{ by: "instant", from, until }]
      pieces.push({ by: "instant", from, until: dayStart })
    }
  }
  if (until !== undefined && endDay !== undefined) {
    const dayStart = startOfDay(endDay, zone)
    if (dayStart < until) pieces.push({ by: "instant", from: dayStart, until })
  }
  if (firstDay !== undefined && endDay !== undefined && firstDay >= endDay) return pieces
  return [
    ...pieces,
    ...(months ? daysAndMonths(firstDay, endDay) : [{ by: "day", from: firstDay, until: endDay } as const]),
  ]
}

const daysAndMonths = (
  from: LocalDate | undefined,
  until: LocalDate | undefined,
): ReadonlyArray<RangePiece> => {
  const firstMonth = from === undefined ? undefined : nextMonthStart(from)
  const endMonth = until === undefined ? undefined : startOfBucket(until, "month")
  if (firstMonth !== undefined && endMonth !== undefined && firstMonth >= endMonth)
    return [{ by: "day", from, until }]
  const pieces: Array<RangePiece> = [{ by: "month", from: firstMonth, until: endMonth }]
  if (from !== firstMonth) pieces.push({ by: "day", from, until: firstMonth })
  if (until !== endMonth) pieces.push({ by: "day", from: endMonth, until })
  return pieces
}

/** The day itself where it is the first of a month, else the first of the next month. */
const nextMonthStart = (day: LocalDate): LocalDate => {
  const start = startOfBucket(day, "month")
  return start === day ? day : nextBucket(start, "month")
}

/** True where sums by month add up to buckets of this width. */
export const monthsFit = (granularity: Granularity): boolean =>
  granularity === "month" || granularity === "year"
