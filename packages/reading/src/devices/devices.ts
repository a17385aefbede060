import {
  type ActiveEdits,
  aheadMillis,
  clockOf,
  type DateRange,
  EpochMillis,
  isStorableInstant,
  LocalDate,
  type Page,
  type PageRequest,
  storableText,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ArticleId, type PageRead } from "../model.ts"

/** A pause of this length ends a session. */
export const pauseMillis = 30 * 60_000

/** Reading on one day. A page that was read twice that day counts once. */
export const ReadDay = Schema.Struct({ day: LocalDate, seconds: Schema.Int, pages: Schema.Int })
export type ReadDay = typeof ReadDay.Type

/** Pages of one book, read one after another. */
export const ReadingSession = Schema.Struct({
  bookId: ArticleId,
  startedAt: EpochMillis,
  endedAt: EpochMillis,
  seconds: Schema.Int,
  pages: Schema.Int,
})
export type ReadingSession = typeof ReadingSession.Type

/** A session as it is shown: with the book that its own was merged into. */
export const shownSession = (edits: ActiveEdits, session: ReadingSession): ReadingSession => ({
  ...session,
  bookId: ArticleId.make(Number(edits.rootOf("book", String(session.bookId)))),
})

/** The place in a document where a device stopped, returned to other devices as it came. */
export const DeviceProgress = Schema.Struct({
  /** The digest of the file. */
  document: Schema.String,
  progress: Schema.String,
  /** The part that was read, 0 to 1. */
  percentage: Schema.Finite,
  device: Schema.String,
  deviceId: Schema.String,
  updatedAt: EpochMillis,
})
export type DeviceProgress = typeof DeviceProgress.Type

/** Pages of a range, of one book if it is given. */
export interface PageReadFilter {
  readonly range: DateRange
  readonly bookId?: ArticleId | undefined
}

/** What reading devices report, as a store keeps it. Pages of books that were removed manually are in no result. */
export interface ReadingDevices {
  /**
   * Stores pages, each once: book, page and start identify one, and the longest time stays. Those of books that are not
   * stored are skipped. Returns the number that are new or have changed.
   */
  readonly storePages: (pages: ReadonlyArray<PageRead>) => Effect.Effect<number>
  /** The days with pages, earliest first, in the owner's zone. */
  readonly days: (filter: PageReadFilter) => Effect.Effect<ReadonlyArray<ReadDay>>
  /** The sessions that start in the range: latest first, then the higher id of the book. */
  readonly sessions: (filter: PageReadFilter, page: PageRequest) => Effect.Effect<Page<ReadingSession>>
  /** The source's id of the book that a document is, as `storeArticles` last learned it; "" if unknown. */
  readonly bookOf: (document: string) => Effect.Effect<string>
  readonly progress: (document: string) => Effect.Effect<Option.Option<DeviceProgress>>
  /** Replaces the progress of a document. */
  readonly storeProgress: (progress: DeviceProgress) => Effect.Effect<void>
}

/** A day with its instants. */
export interface DaySlice {
  readonly day: LocalDate
  readonly from: EpochMillis
  readonly until: EpochMillis
}

/** Every zone's days begin on a quarter of an hour. */
export const quarterMillis = 15 * 60_000

/**
 * The days, in order, of quarters of an hour in ascending order, each from its first to its last quarter, and within the range.
 */
export const daysOfQuarters = (
  quarters: ReadonlyArray<number>,
  { from: first = -Infinity, until: end = Infinity }: DateRange,
  zone: DateTime.TimeZone,
): ReadonlyArray<DaySlice> => {
  const clock = clockOf(zone)
  const slices: Array<{ day: LocalDate; from: EpochMillis; until: EpochMillis }> = []
  for (const quarter of quarters) {
    const at = quarter * quarterMillis
    const { day } = clock(at)
    const until = Math.min(at + quarterMillis, end)
    const last = slices.at(-1)
    if (last?.day === day) last.until = until
    else slices.push({ day, from: Math.max(at, first), until })
  }
  return slices
}

/** Longer than a page stays open: devices cut at a few minutes. */
const maxSeconds = 86_400

/** Pages as they are stored: those without a time, a number or a length, or ahead of the clock, are left out. */
export const normalizePages = (pages: ReadonlyArray<PageRead>, now: EpochMillis): ReadonlyArray<PageRead> =>
  pages.flatMap(({ bookSourceId, page, seconds, startedAt }) =>
    isStorableInstant(startedAt) &&
    startedAt <= now + aheadMillis &&
    page >= 0 &&
    page <= 1_000_000 &&
    seconds > 0
      ? [
          {
            bookSourceId: storableText(bookSourceId),
            page,
            startedAt,
            seconds: Math.min(seconds, maxSeconds),
          },
        ]
      : [],
  )
