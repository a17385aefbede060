import {
  type DataVersions,
  type EditFields,
  type Edits,
  everything,
  type NewEdit,
  sortNames,
} from "@daybook/kernel"
import {
  type Article,
  ArticleStore,
  bookSorts,
  findArticle,
  findBook,
  savedBook,
  type SavedArticle,
  searchWords,
  type BookInput,
} from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { finished, type ReadingPorts, saved, store } from "./articles.ts"

const day = (text: string) => Date.parse(`${text}T12:00:00Z`)

const book = (title: string, more: Partial<BookInput> = {}): SavedArticle =>
  savedBook({ title, author: "Ida Quarry", status: "unread", addedAt: day("2020-01-01"), ...more })

const read = (title: string, on: string | undefined, more: Partial<BookInput> = {}): SavedArticle =>
  book(title, { status: "finished", finishedAt: on === undefined ? undefined : day(on), ...more })

const shelf = [
  read("Árbol", "2024-05-06", { author: "Éva Moss", rating: 4.25, pages: 312, publishedYear: 1998 }),
  read("Bread (Salt, #1)", "2024-05-08", {
    pages: 80,
    publishedYear: -800,
    tags: ["Sea"],
    review: "About moorings.",
  }),
  read("Coast", undefined, { rating: 2, publishedYear: 2021 }),
  book("Dune", { status: "reading", startedAt: day("2024-05-09"), addedAt: day("2023-01-01") }),
  book("Ember", { status: "abandoned", tags: ["sea", "salt"] }),
  book("Fjord", { addedAt: undefined }),
]

const letters: Readonly<Record<keyof typeof bookSorts, string>> = {
  finished: "BAFEDC",
  saved: "DECBAF",
  title: "ABCDEF",
  author: "ABCDEF",
  rating: "ACFEDB",
  pages: "ABFEDC",
  year: "CAFEDB",
}

const edit = (action: NewEdit["action"], itemId: number | string, fields: EditFields = {}) =>
  Effect.flatMap(ArticleStore, ({ edits }) =>
    edits.make({ type: "book", action, itemId: String(itemId), fields, at: 0 }),
  )

const firstPage = { page: 1, limit: 100 }

/** The first letters of titles, in their order. */
const lettersOf = (books: ReadonlyArray<Article>) =>
  books.map(({ title }) => (title === "Árbol" ? "A" : title.slice(0, 1))).join("")

/** Contract: books, which are articles in the search over everything and in the journal, and nowhere else. */
export const booksContract = (fresh: () => Layer.Layer<ReadingPorts | DataVersions | Edits>): void => {
  it.effect("have their own lists, in one order over all pages, and count in no list of articles", () =>
    Effect.gen(function* () {
      const { archive, journal, lists, matching, searchable, sums, texts } = yield* ArticleStore
      assert.strictEqual(yield* store(...shelf), shelf.length)
      assert.strictEqual(yield* store(...shelf), 0, "told again")
      yield* store(finished("1", "2024-05-06T07:00:00Z", { wordCount: 238, tags: ["salt"] }), saved("2"))
      const all = { range: everything, sort: "finished", order: "desc" } as const
      for (const sort of sortNames(bookSorts)) {
        const listed = yield* Effect.forEach([1, 2, 3], (page) =>
          lists.books({ ...all, sort, order: bookSorts[sort] }, { page, limit: 2 }),
        )
        assert.deepStrictEqual([sort, lettersOf(listed.flatMap(({ items }) => items))], [sort, letters[sort]])
        assert.strictEqual(listed[0]?.total, 6)
        const turned = bookSorts[sort] === "asc" ? "desc" : "asc"
        const { items } = yield* lists.books({ ...all, sort, order: turned }, firstPage)
        const isTimed = sort === "finished" || sort === "saved"
        if (!isTimed) assert.strictEqual(lettersOf(items), [...letters[sort]].toReversed().join(""))
        else assert.strictEqual(lettersOf(items), { finished: "ABCDEF", saved: "ABCEDF" }[sort])
      }
      const chosen = [
        [{ status: "abandoned" }, "E"],
        [{ authorKey: "eva moss" }, "A"],
        [{ tagKey: "sea" }, "BE"],
        [{ year: -800 }, "B"],
        [{ q: "arb" }, "A"],
        [{ q: "QUARRY", status: "finished" }, "BC"],
        [{ range: { from: day("2024-05-07"), until: undefined } }, "B"],
        [{ sort: "saved", range: { from: day("2021-01-01"), until: undefined } }, "D"],
      ] as const
      for (const [filter, expected] of chosen) {
        const { items, total } = yield* lists.books({ ...all, ...filter }, firstPage)
        assert.deepStrictEqual([lettersOf(items), total], [expected, expected.length])
      }
      const articles = [
        yield* lists.articles({ range: everything, sort: "saved", order: "asc" }, firstPage),
        yield* lists.recent(everything, firstPage),
        yield* archive(everything, firstPage),
      ].map(({ items, total }) => [items.map(({ sourceId }) => sourceId).join(""), total])
      assert.deepStrictEqual(articles, [
        ["12", 2],
        ["1", 1],
        ["1", 1],
      ])
      assert.deepStrictEqual((yield* lists.readingNow(firstPage)).items, [])
      assert.deepStrictEqual(
        (yield* lists.groups("tag", {}, firstPage)).items.map(({ count, id }) => [id, count]),
        [["salt", 1]],
      )
      assert.deepStrictEqual((yield* lists.groups("author", {}, firstPage)).items, [])
      const { byStatus, books, minutes, pages, words, ...sum } = yield* sums(everything)
      assert.deepStrictEqual([byStatus.finished, byStatus.unread, byStatus.reading], [1, 1, 0])
      assert.deepStrictEqual([sum.articles, minutes, words, books, pages], [1, 1, 238, 2, 392])
      const entries = yield* journal.entries(everything, 10)
      assert.deepStrictEqual(
        entries.map(({ dayOnly, item, kind, title }) => [title, kind, item.type, dayOnly]),
        [
          ["Bread (Salt, #1)", "book", "book", true],
          ["Árbol", "book", "book", true],
          ["Article 1", "article", "article", false],
        ],
      )
      const titles = yield* searchable.titles()
      assert.lengthOf(titles.get("book")?.ids ?? [], 6)
      assert.lengthOf(titles.get("article")?.ids ?? [], 2)
      const [bread] = yield* matching(searchWords("moorings"), 5)
      assert.isDefined(bread, "a review is searched")
      const [found] = yield* searchable.items([{ type: "book", id: String(bread) }])
      assert.deepStrictEqual([found?.title, found?.subtitle], ["Bread (Salt, #1)", "Ida Quarry"])
      assert.deepStrictEqual(yield* searchable.items([{ type: "article", id: String(bread) }]), [])
      assert.strictEqual((yield* texts([bread ?? 0] as never))[0]?.description, "About moorings.")
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("are edited manually apart from articles", () =>
    Effect.gen(function* () {
      const { leadsTo, lists } = yield* ArticleStore
      yield* store(...shelf, finished("1", "2024-05-06T07:00:00Z"))
      const { items } = yield* lists.books({ range: everything, sort: "title", order: "asc" }, firstPage)
      const idOf = (letter: string) =>
        items.find((one) => lettersOf([one]) === letter)?.id ?? assert.fail(`no book ${letter}`)
      const known = yield* edit("add", "", { title: "bread", author: "Ida Quarry" })
      assert.deepStrictEqual(
        known,
        { id: String(idOf("B")), isNew: false },
        "the same book, without its series",
      )
      const fields = {
        title: "Gorse",
        status: "finished",
        finished_at: "2025-02-03T12:00:00.000Z",
        rating: 4.3,
      }
      const added = yield* edit("add", "", { ...fields, isbn: "978-0-306-40615-7" })
      assert.isTrue(added.isNew)
      const gorse = yield* findBook(Number(added.id) as never)
      assert.deepStrictEqual(
        [gorse.source, gorse.kind, gorse.isbn, gorse.rating, gorse.finishedAt, gorse.timesRead],
        ["manual", "book", "9780306406157", 4.25, day("2025-02-03"), 1],
      )
      yield* edit("correct", idOf("B"), { review: "Two\nlines", year: 1999 })
      yield* store(read("Bread (Salt, #1)", "2025-01-01", { publishedYear: 7, review: "Told again." }))
      const bread = yield* findBook(idOf("B"))
      assert.deepStrictEqual(
        [bread.review, bread.publishedYear, bread.finishedAt, bread.tags],
        ["Two\nlines", 1999, day("2025-01-01"), ["Sea"]],
      )
      yield* store({ ...book("Dune", { status: "reading", startedAt: day("2024-05-09") }), progress: 0.35 })
      yield* edit("correct", idOf("D"), { review: "So far" })
      assert.strictEqual((yield* findBook(idOf("D"))).progress, 0.35, "a review leaves the progress")
      yield* edit("correct", idOf("D"), { status: "unread" })
      assert.strictEqual((yield* findBook(idOf("D"))).progress, 0)
      yield* edit("correct", idOf("C"), { status: "abandoned" })
      assert.strictEqual((yield* findBook(idOf("C"))).finishedAt, undefined)
      yield* edit("remove", idOf("E"))
      yield* store(book("Ember", { rating: 1 }))
      yield* edit("merge", idOf("F"), { into: String(idOf("A")) })
      assert.strictEqual(yield* leadsTo(idOf("F")), idOf("A"))
      assert.strictEqual((yield* findBook(idOf("F"))).title, "Árbol")
      const { items: left } = yield* lists.books(
        { range: everything, sort: "title", order: "asc" },
        firstPage,
      )
      assert.strictEqual(lettersOf(left), "ABCDG")
      const [article] = (yield* lists.recent(everything, firstPage)).items
      assert.isDefined(article)
      const refused = yield* Effect.flip(edit("correct", article?.id ?? 0, { title: "No book" }))
      assert.strictEqual(refused._tag, "NoSuchItem")
      assert.strictEqual((yield* Effect.flip(findBook(article?.id ?? idOf("A"))))._tag, "BookNotFound")
      assert.strictEqual((yield* Effect.flip(findArticle(idOf("A"))))._tag, "ArticleNotFound")
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("are known by day if no time of the finish is stored", () =>
    Effect.gen(function* () {
      const { journal } = yield* ArticleStore
      yield* edit("add", "", { title: "Gorse", finished_at: "2025-02-03T12:00:00.000Z" })
      yield* edit("add", "", { title: "Heath", finished_at: "2025-02-04T21:10:00.000Z" })
      yield* store(read("Ivy", "1969-02-05"))
      const entries = yield* journal.entries(everything, 10)
      assert.deepStrictEqual(
        entries.map(({ at, dayOnly, title }) => [title, at, dayOnly]),
        [
          ["Heath", Date.parse("2025-02-04T21:10:00Z"), false],
          ["Gorse", day("2025-02-03"), true],
          ["Ivy", day("1969-02-05"), true],
        ],
      )
      const hours = yield* journal.countsByHour(everything)
      assert.deepStrictEqual(
        hours.map(({ count }) => count),
        [1],
      )
    }).pipe(Effect.provide(fresh())),
  )
}
