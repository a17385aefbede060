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

/** The width of the buckets by which plays are kept summed up. */
export type SumWidth = Exclude<Granularity, "week">

/** A part of a range, by the table that answers for it. An undefined end is open; `until` is exclusive. */
export type RangePiece =
  | { readonly by: "instant"; readonly from: EpochMillis; readonly until: EpochMillis }
  | { readonly by: SumWidth; readonly from: LocalDate | undefined; readonly until: LocalDate | undefined }

/**
 * Cuts a range into pieces that do not overlap and together are the range: whole buckets of these widths, which are
 * kept summed up, as wide as they fit, and at its ends the parts of days, for which single plays are counted.
 */
export const rangePieces = (
  { from, until }: DateRange,
  zone: DateTime.TimeZone,
  widths: ReadonlyArray<SumWidth>,
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
  return [...pieces, ...wholeBuckets(firstDay, endDay, widths)]
}

/** Whole days, in the widest buckets that hold no other day, and narrower ones before and after them. */
const wholeBuckets = (
  from: LocalDate | undefined,
  until: LocalDate | undefined,
  [width = "day", ...narrower]: ReadonlyArray<SumWidth>,
): ReadonlyArray<RangePiece> => {
  const first = from === undefined ? undefined : bucketFrom(from, width)
  const end = until === undefined ? undefined : startOfBucket(until, width)
  if (first !== undefined && end !== undefined && first >= end) return wholeBuckets(from, until, narrower)
  return [
    { by: width, from: first, until: end },
    ...(from === first ? [] : wholeBuckets(from, first, narrower)),
    ...(until === end ? [] : wholeBuckets(end, until, narrower)),
  ]
}

/** The first start of a bucket that is not before the day. */
const bucketFrom = (day: LocalDate, width: SumWidth): LocalDate => {
  const start = startOfBucket(day, width)
  return start === day ? day : nextBucket(start, width)
}

/** The bucket that a range is, where its only piece is one: a calendar year, month or day. */
export const bucketOf = (
  pieces: ReadonlyArray<RangePiece>,
): { readonly by: SumWidth; readonly start: LocalDate } | undefined => {
  const [piece, ...more] = pieces
  if (piece === undefined || more.length > 0 || piece.by === "instant") return undefined
  const { by, from: start, until } = piece
  return start !== undefined && until === nextBucket(start, by) ? { by, start } : undefined
}

/** All widths, the widest first. */
export const sumWidths: ReadonlyArray<SumWidth> = ["year", "month", "day"]

/** The widths of sums that add up to buckets of this width. */
export const widthsWithin = (granularity: Granularity): ReadonlyArray<SumWidth> =>
  granularity === "week" ? ["day"] : sumWidths.slice(sumWidths.indexOf(granularity))
