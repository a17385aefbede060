import { type DataVersions, type EditFields, everything, type Edits, type NewEdit } from "@daybook/kernel"
import { versionOf } from "@daybook/kernel/contract"
import {
  articleBatches,
  ArticleStore,
  bookKey,
  findBook,
  type PageRead,
  readingSessions,
  readingTime,
  type ReadingTimeQuery,
  reportProgress,
  savedBook,
  type SavedItem,
} from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { plainText, type ReadingPorts } from "./articles.ts"

const author = "Ines Faria"
const at = (text: string) => Date.parse(`${text}Z`)

/** A book as a device has it. */
const book = (title: string, document = "", progress = 0, lastOpenedAt?: number): SavedItem => ({
  ...savedBook({ title, author, status: "reading" }),
  document,
  progress,
  lastOpenedAt,
})

const page = (title: string, time: string, number: number, seconds = 60): PageRead => ({
  bookSourceId: bookKey(title, author),
  page: number,
  startedAt: at(time),
  seconds,
})

const store = Effect.fnUntraced(function* (...items: ReadonlyArray<SavedItem>) {
  const batches = yield* Effect.provide(articleBatches, plainText)
  return yield* batches.store(items, { source: "books", cursor: "" })
})

const report = (document: string, percentage: number, title = "") =>
  Effect.provide(
    reportProgress({
      document,
      progress: "/body/p[22]",
      percentage,
      device: "Kobo",
      deviceId: "A1",
      title,
      author: title === "" ? "" : author,
    }),
    plainText,
  )

const everyBook = Effect.flatMap(ArticleStore, ({ lists }) =>
  Effect.map(
    lists.books({ range: everything, sort: "title", order: "asc" }, { page: 1, limit: 100 }),
    ({ items }) => items,
  ),
)

const bookNamed = Effect.fnUntraced(function* (title: string) {
  const found = (yield* everyBook).find((one) => one.title === title)
  return found ?? assert.fail(`no book ${title}`)
})

const edit = (action: NewEdit["action"], itemId: number, fields: EditFields = {}) =>
  Effect.flatMap(ArticleStore, ({ edits }) =>
    edits.make({ type: "book", action, itemId: String(itemId), fields, at: 0 }),
  )

/** Minutes and pages of each bucket that has some. */
const timeOf = (query: ReadingTimeQuery = {}) =>
  Effect.map(readingTime(query), ({ points }) =>
    points
      .filter(({ minutes, pages }) => minutes > 0 || pages > 0)
      .map(({ minutes, pages, start }) => `${start} ${minutes} min ${pages} p`),
  )

const sessions = (query: ReadingTimeQuery = {}) =>
  Effect.map(readingSessions({ ...query, page: 1, limit: 10 }), ({ items, total }) => {
    assert.lengthOf(items, total)
    return items.map(
      ({ book, endedAt, minutes, pages, startedAt }) =>
        `${book.title} ${new Date(startedAt).toISOString().slice(5, 16)} to ${new Date(endedAt).toISOString().slice(11, 16)}: ${minutes} min ${pages} p`,
    )
  })

/** Contract: what reading devices report of books. */
export const devicesContract = (
  fresh: (zone?: string) => Layer.Layer<ReadingPorts | DataVersions | Edits>,
): void => {
  const test = (
    name: string,
    body: Effect.Effect<void, unknown, ReadingPorts | DataVersions | DateTime.CurrentTimeZone>,
    zone = "UTC",
  ) =>
    it.effect(name, () =>
      Effect.andThen(TestClock.setTime(at("2026-05-20T12:00:00")), body).pipe(
        Effect.provide(fresh(zone)),
        Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe(zone)),
      ),
    )

  const evening = [
    page("Low Water", "2026-05-06T21:30:00", 1, 120),
    page("Low Water", "2026-05-06T21:32:00", 2, 60),
    // Read again the same day: one page, more time.
    page("Low Water", "2026-05-06T21:40:00", 1, 60),
    page("Low Water", "2026-05-06T22:10:00", 3, 600),
    // Half an hour and a second after the last end.
    page("Low Water", "2026-05-06T22:50:01", 4, 60),
    page("Salt", "2026-05-08T07:00:00", 9, 90),
  ]

  test(
    "pages add up by days, weeks and books, each once however often they come",
    Effect.gen(function* () {
      const { devices } = yield* ArticleStore
      assert.strictEqual(
        yield* store(book("Low Water"), book("Salt"), ...evening),
        2,
        "pages are not counted",
      )
      const before = yield* versionOf("reading")
      assert.strictEqual(yield* devices.storePages(evening), 0, "told again")
      assert.strictEqual(yield* versionOf("reading"), before, "nothing has changed")
      assert.strictEqual(yield* devices.storePages([page("Unknown", "2026-05-06T21:30:00", 1)]), 0)
      assert.strictEqual(
        yield* devices.storePages([page("Salt", "2026-05-08T07:00:00", 9, 30)]),
        0,
        "shorter",
      )
      assert.deepStrictEqual(yield* timeOf(), ["2026-05-06 15 min 4 p", "2026-05-08 2 min 1 p"])
      assert.deepStrictEqual(yield* timeOf({ by: "week" }), ["2026-05-04 17 min 5 p"])
      const { id } = yield* bookNamed("Salt")
      assert.deepStrictEqual(yield* timeOf({ bookId: id }), ["2026-05-08 2 min 1 p"])
      assert.deepStrictEqual(yield* timeOf({ from: "2026-05-07" }), ["2026-05-08 2 min 1 p"])
      const { days, minutes, pages, points } = yield* readingTime({})
      assert.deepStrictEqual([days, minutes, pages, points.length], [2, 17, 5, 3], "7 May is 0")
      assert.deepStrictEqual(yield* timeOf({ date: "2020-01-01" }), [])
      assert.deepStrictEqual(yield* timeOf({ bookId: 999 }), [])
      assert.strictEqual(
        (yield* Effect.flip(readingTime({ from: "2026-05-07", to: "2026-05-01" })))._tag,
        "InvalidInput",
      )
      const stretched = [page("Salt", "1800-01-01T00:00:00", 1), page("Salt", "2026-05-08T07:00:00", 9)]
      yield* devices.storePages(stretched)
      assert.match(
        String((yield* Effect.flip(readingTime({}))).message),
        /^by: \d+ points are more than 4000/,
      )
    }),
  )

  test(
    "days are the owner's, and a page belongs to the day when it was opened",
    Effect.gen(function* () {
      yield* store(book("Low Water"), ...evening)
      // 21:30 UTC is 23:30; 22:10 is after midnight.
      assert.deepStrictEqual(yield* timeOf(), ["2026-05-06 4 min 2 p", "2026-05-07 11 min 2 p"])
      assert.deepStrictEqual(yield* timeOf({ date: "2026-05-07" }), ["2026-05-07 11 min 2 p"])
    }),
    "Europe/Madrid",
  )

  test(
    "sessions end with a pause, and are joined by pages in between",
    Effect.gen(function* () {
      yield* store(book("Low Water"), book("Salt"), ...evening.toReversed())
      assert.deepStrictEqual(yield* sessions(), [
        "Salt 05-08T07:00 to 07:01: 2 min 1 p",
        "Low Water 05-06T22:50 to 22:51: 1 min 1 p",
        "Low Water 05-06T21:30 to 22:20: 14 min 3 p",
      ])
      const { id } = yield* bookNamed("Low Water")
      yield* store(page("Low Water", "2026-05-06T22:30:00", 4))
      assert.deepStrictEqual(yield* sessions({ bookId: id }), ["Low Water 05-06T21:30 to 22:51: 16 min 4 p"])
      assert.deepStrictEqual(yield* sessions({ date: "2026-05-07" }), [])
      const { items, total } = yield* readingSessions({ page: 2, limit: 1 })
      assert.deepStrictEqual([items.map(({ book: { title } }) => title), total], [["Low Water"], 2])
    }),
  )

  test(
    "pages follow their book when it is merged or removed",
    Effect.gen(function* () {
      yield* store(book("Low Water"), book("Salt"), ...evening)
      const [low, salt] = [yield* bookNamed("Low Water"), yield* bookNamed("Salt")]
      yield* edit("merge", salt.id, { into: String(low.id) })
      assert.deepStrictEqual(yield* timeOf({ bookId: low.id }), [
        "2026-05-06 15 min 4 p",
        "2026-05-08 2 min 1 p",
      ])
      assert.deepStrictEqual(yield* timeOf({ bookId: salt.id }), yield* timeOf({ bookId: low.id }))
      assert.strictEqual((yield* sessions())[0], "Low Water 05-08T07:00 to 07:01: 2 min 1 p")
      // Told again, its pages are found by the id that the merge hides.
      yield* store(book("Salt"), page("Salt", "2026-05-09T07:00:00", 10))
      assert.include(yield* timeOf({ bookId: low.id }), "2026-05-09 1 min 1 p")
      yield* edit("remove", low.id)
      assert.deepStrictEqual(yield* timeOf(), [])
      assert.deepStrictEqual(yield* sessions(), [])
    }),
  )

  test(
    "a device moves a book on, and takes nothing back",
    Effect.gen(function* () {
      const shelf = savedBook({
        title: "Low Water",
        author,
        status: "unread",
        pages: 200,
        publishedYear: 1999,
      })
      const done = savedBook({
        title: "Salt",
        author,
        status: "finished",
        finishedAt: at("2024-01-01T12:00:00"),
      })
      yield* store(shelf, done)
      yield* store(
        book("Low Water", "d1", 0.5, at("2026-05-06T21:30:00")),
        book("Salt", "d2", 0.1, at("2026-05-06T21:30:00")),
      )
      const low = yield* bookNamed("Low Water")
      assert.deepStrictEqual(
        [low.status, low.progress, low.pages, low.publishedYear],
        ["reading", 0.5, 200, 1999],
      )
      const salt = yield* bookNamed("Salt")
      assert.deepStrictEqual([salt.status, salt.finishedAt], ["finished", at("2024-01-01T12:00:00")])
      // An older file.
      yield* store(book("Low Water", "d1", 0.2, at("2026-05-05T21:30:00")))
      assert.strictEqual((yield* bookNamed("Low Water")).progress, 0.5)
    }),
  )

  test(
    "a place is returned as it came, and moves the book that an import or the device names",
    Effect.gen(function* () {
      const { devices } = yield* ArticleStore
      assert.isTrue(Option.isNone(yield* devices.progress("d1")))
      const before = yield* versionOf("reading")
      assert.strictEqual(yield* report("d1", 0.25), at("2026-05-20T12:00:00"))
      assert.deepStrictEqual(Option.getOrUndefined(yield* devices.progress("d1")), {
        document: "d1",
        progress: "/body/p[22]",
        percentage: 0.25,
        device: "Kobo",
        deviceId: "A1",
        updatedAt: at("2026-05-20T12:00:00"),
      })
      assert.deepStrictEqual(yield* everyBook, [], "no one knows what d1 is")
      assert.strictEqual(yield* versionOf("reading"), before, "no read shows it")
      yield* store(book("Low Water", "d1"))
      yield* report("d1", 0.3)
      const low = yield* bookNamed("Low Water")
      assert.deepStrictEqual([low.status, low.progress, low.author], ["reading", 0.3, author])
      yield* report("d2", 0.4, "Salt")
      assert.deepStrictEqual((yield* bookNamed("Salt")).progress, 0.4)
      yield* TestClock.setTime(at("2026-05-21T12:00:00"))
      yield* report("d2", 0.995)
      const salt = yield* findBook((yield* bookNamed("Salt")).id)
      assert.deepStrictEqual(
        [salt.status, salt.progress, salt.startedAt, salt.finishedAt, salt.timesRead],
        ["finished", 1, at("2026-05-20T12:00:00"), at("2026-05-21T12:00:00"), 1],
      )
      yield* TestClock.setTime(at("2026-05-22T12:00:00"))
      yield* report("d2", 1)
      assert.strictEqual((yield* bookNamed("Salt")).finishedAt, at("2026-05-21T12:00:00"), "finished once")
      assert.strictEqual(Option.getOrUndefined(yield* devices.progress("d2"))?.percentage, 1)
    }),
  )
}
