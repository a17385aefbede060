import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import {
  bookKey,
  deriveHistory,
  isbnIn,
  mergeArticles,
  type NewArticle,
  savedBook,
  normalizeArticle,
  type BookInput,
} from "../src/index.ts"

const day = (text: string) => Date.parse(`${text}T12:00:00Z`)

const told = (book: Partial<BookInput>): NewArticle => {
  const saved = normalizeArticle(
    savedBook({ title: "Salt Roads", author: "Ida Quarry", status: "finished", ...book }),
  )
  const { archived: _a, changedAt: _c, firstOpenedAt: _f, movedAt: _m, ...rest } = saved
  return { ...rest, ...deriveHistory(saved, day("2026-01-01")), text: undefined }
}

const Day = Schema.UndefinedOr(Schema.Literals([day("2019-02-03"), day("2021-02-03"), day("2024-02-03")]))
const Reading = Schema.Struct({ startedAt: Day, finishedAt: Day, rating: Schema.Literals([0, 4.25]) })

/** A book after it was reported several times. */
const after = (...books: ReadonlyArray<Partial<BookInput>>) => {
  const [one, ...rest] = mergeArticles([], books.map(told))
  assert.lengthOf(rest, 0)
  return one?.after
}

describe("a book", () => {
  it("is the same in the spellings of all services", () => {
    const same = [
      ["The Final Empire (Mistborn, #1)", "Brandon Sanderson"],
      ["The Final Empire", "brandon  sanderson, Someone Else"],
      ["the final empire!", "BRANDON SANDERSON"],
    ] as const
    assert.strictEqual(new Set(same.map(([title, author]) => bookKey(title, author))).size, 1)
    const others = [
      ["Alias (Grace)", "M. Atwood"],
      ["Alias", "M. Atwood"],
      ["Alias", "M. A. Twood"],
      ["#1", "?"],
      ["(#2)", ""],
      ["?!", ""],
      ["...", ""],
    ] as const
    const keys = others.map(([title, author]) => bookKey(title, author))
    assert.lengthOf(new Set(keys), 6, "two spellings of one author")
    assert.notInclude(keys, "")
  })

  it.prop(
    "has the times of its last reading, in whatever order files report them",
    { readings: Schema.Array(Reading).check(Schema.isBetweenLength(1, 4)) },
    ({ readings }) => {
      const latest = (times: ReadonlyArray<number | undefined>) => {
        const known = times.filter((time) => time !== undefined)
        return known.length === 0 ? undefined : Math.max(...known)
      }
      for (const order of [readings, readings.toReversed()]) {
        const book = after(...order)
        assert.strictEqual(book?.finishedAt, latest(readings.map(({ finishedAt }) => finishedAt)))
        assert.strictEqual(book?.startedAt, latest(readings.map(({ startedAt }) => startedAt)))
        assert.strictEqual(book?.rating, Math.max(...readings.map(({ rating }) => rating)))
      }
    },
  )

  it("keeps fields that a later file lacks, and takes those it has", () => {
    const book = after(
      { tags: ["islands"], isbn: "9780306406157", pages: 312, review: "Slow.", timesRead: 2 },
      { status: "reading", rating: 3.3, url: "https://books.example/1" },
    )
    assert.deepInclude(book, {
      isbn: "9780306406157",
      pages: 312,
      rating: 3.25,
      review: "Slow.",
      status: "reading",
      tags: ["islands"],
      timesRead: 2,
      url: "https://books.example/1",
    })
  })

  it("that was read some time has no day, as its file says", () => {
    assert.strictEqual(after({ addedAt: day("2020-01-01") })?.finishedAt, undefined)
  })

  it("of hostile numbers and texts is stored within bounds", () => {
    const book = told({
      pages: Infinity,
      rating: -2,
      publishedYear: 1e9,
      timesRead: NaN,
      review: ` \0${"x".repeat(60_000)}`,
    })
    assert.deepStrictEqual(
      [book.pages, book.rating, book.publishedYear, book.timesRead, book.review.length],
      [0, 0, 0, 0, 50_000],
    )
  })

  it("has an ISBN only if it is one", () => {
    assert.deepStrictEqual(
      ["978-0-306-40615-7", "080442957x", "B00ABCDEFG", "12345", "9990306406157"].map(isbnIn),
      ["9780306406157", "080442957X", "", "", ""],
    )
  })
})
