import {
  bucketsBetween,
  type DateRangeInput,
  Granularity,
  InvalidInput,
  LocalDate,
  type Page,
  type PageRequest,
  resolveRange,
  startOfBucket,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { type PageReadFilter, type ReadDay, ReadingSession } from "../devices/devices.ts"
import { Article, ArticleId } from "../model.ts"
import { ArticleStore } from "../ports.ts"

const sums = { minutes: Schema.Int, pages: Schema.Int }

/** Minutes and pages of a range, by days or longer buckets. */
export const ReadingTime = Schema.Struct({
  granularity: Granularity,
  ...sums,
  /** Days with reading. */
  days: Schema.Int,
  /** From the first bucket with reading to the last; those between without any are 0. */
  points: Schema.Array(Schema.Struct({ start: LocalDate, ...sums })),
})
export type ReadingTime = typeof ReadingTime.Type

/** A request for the time of a range, of one book if it is given. */
export interface ReadingTimeQuery extends DateRangeInput {
  readonly by?: Granularity | undefined
  readonly bookId?: number | undefined
}

const inMinutes = (seconds: number): number => Math.round(seconds / 60)

const sumOf = (days: ReadonlyArray<ReadDay>) => ({
  minutes: inMinutes(days.reduce((sum, { seconds }) => sum + seconds, 0)),
  pages: days.reduce((sum, { pages }) => sum + pages, 0),
})

const maxPoints = 4_000

const filterOf = Effect.fnUntraced(function* ({ bookId, ...range }: ReadingTimeQuery) {
  const filter: PageReadFilter = {
    range: yield* resolveRange(range),
    bookId: bookId === undefined ? undefined : ArticleId.make(bookId),
  }
  return filter
})

/** The minutes and pages that devices report of a range. */
export const readingTime = Effect.fn("Reading.time")(function* (query: ReadingTimeQuery) {
  const { devices } = yield* ArticleStore
  const { by = "day" } = query
  const days = yield* devices.days(yield* filterOf(query))
  const [first, last] = [days.at(0), days.at(-1)]
  const starts = first === undefined || last === undefined ? [] : bucketsBetween(first.day, last.day, by)
  if (starts.length > maxPoints)
    return yield* new InvalidInput({
      field: "by",
      message: `by: ${starts.length} points are more than ${maxPoints}; request month or year, or a shorter range`,
    })
  const known = Map.groupBy(days, ({ day }) => startOfBucket(day, by))
  const time: ReadingTime = {
    granularity: by,
    ...sumOf(days),
    days: days.length,
    points: starts.map((start) => ({ start, ...sumOf(known.get(start) ?? []) })),
  }
  return time
})

/** A session with its book. */
export const BookSession = Schema.Struct({
  ...Struct.pick(ReadingSession.fields, ["startedAt", "endedAt"]),
  ...sums,
  book: Article,
})
export type BookSession = typeof BookSession.Type

/** The sessions of a range, latest first. */
export const readingSessions = Effect.fn("Reading.sessions")(function* (
  query: ReadingTimeQuery & PageRequest,
) {
  const { devices, find } = yield* ArticleStore
  const { items, total } = yield* devices.sessions(yield* filterOf(query), query)
  const books = new Map((yield* find(items.map(({ bookId }) => bookId))).map((book) => [book.id, book]))
  const sessions: Page<BookSession> = {
    items: items.flatMap(({ bookId, seconds, ...session }) => {
      const book = books.get(bookId)
      return book === undefined ? [] : [{ ...session, minutes: inMinutes(seconds), book }]
    }),
    total,
  }
  return sessions
})
