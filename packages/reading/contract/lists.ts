import { type DataVersions, everything, LocalDate, sortNames } from "@daybook/kernel"
import { readPages, versionOf } from "@daybook/kernel/contract"
import {
  type Article,
  type ArticleFilter,
  ArticleId,
  ArticleStore,
  articleSorts,
  type Grouping,
  type HighlightFilter,
  HighlightId,
  keyOf,
  lastReadAt,
  type SavedHighlight,
} from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { finished, type ReadingPorts, saved, store } from "./articles.ts"

const start = Date.parse("2024-05-06T00:00:00Z")
const minute = 60_000

const Time = Schema.UndefinedOr(Schema.Literals([0, 1, 2, 3]))

const Shelf = Schema.Struct({
  articles: Schema.Array(
    Schema.Struct({
      savedAt: Time,
      openedAt: Time,
      movedAt: Time,
      progress: Schema.Literals([0, 0.5, 1]),
      starred: Schema.Boolean,
      title: Schema.Literals(["", "Salt", "salt", "Ärger", "arger", "Zoë", "東京", "🎸"]),
      wordCount: Schema.Literals([0, 10, 10, 300]),
    }),
  ).check(Schema.isBetweenLength(0, 25)),
  limit: Schema.Literals([2, 5]),
})

/** The value that sorts an article; undefined if unknown. */
const sortedBy = ({ sort }: Pick<ArticleFilter, "sort">, article: Article): number | string | undefined => {
  switch (sort) {
    case "saved":
      return article.savedAt
    case "finished":
      return article.finishedAt
    case "title":
      // The order of code points is that of UTF-8's bytes.
      return Buffer.from(keyOf(article.title)).toString("hex")
    case "words":
      return article.wordCount
  }
}

/** True if the first may be before the second. */
const inOrder = (filter: Pick<ArticleFilter, "sort" | "order">, one: Article, other: Article): boolean => {
  const [a, b] = [sortedBy(filter, one), sortedBy(filter, other)]
  const ascends = filter.order === "asc"
  if (a === b) return ascends ? one.id < other.id : one.id > other.id
  if (a === undefined || b === undefined) return b === undefined
  return ascends ? a < b : a > b
}

const firstPage = { page: 1, limit: 100 }

const highlight = (sourceId: string, more: Partial<SavedHighlight> = {}): SavedHighlight => ({
  source: "readwise",
  sourceId,
  articleSourceId: "1",
  text: `Passage ${sourceId}`,
  note: "",
  highlightedAt: start,
  ...more,
})

/** Contract: the lists of articles and highlights. */
export const listsContract = (fresh: (zone?: string) => Layer.Layer<ReadingPorts | DataVersions>): void => {
  it.effect.prop(
    "each list is in one order over all pages of any size, and contains what it selects",
    { shelf: Shelf },
    ({ shelf }) =>
      Effect.gen(function* () {
        const { lists } = yield* ArticleStore
        const timeOf = (time: number | undefined) => (time === undefined ? undefined : start + time * minute)
        yield* store(
          ...shelf.articles.map(({ movedAt, openedAt, savedAt, ...rest }, index) =>
            saved(String(index), {
              ...rest,
              savedAt: timeOf(savedAt),
              firstOpenedAt: timeOf(openedAt),
              lastOpenedAt: timeOf(openedAt),
              movedAt: timeOf(movedAt),
              archived: movedAt !== undefined,
              author: index % 2 === 0 ? "Éva" : "EVA",
              tags: index % 3 === 0 ? ["Sea"] : ["sea", "salt"],
            }),
          ),
        )
        const all = (yield* lists.articles({ sort: "saved", order: "asc", range: everything }, firstPage))
          .items
        assert.lengthOf(all, shelf.articles.length)
        const range = { from: start + minute, until: start + 3 * minute }
        const within = (at: number | undefined) => at !== undefined && at >= range.from && at < range.until
        const selections: ReadonlyArray<readonly [Partial<ArticleFilter>, (article: Article) => boolean]> = [
          [{}, () => true],
          [{ status: "finished" }, ({ status }) => status === "finished"],
          [{ starred: false }, ({ starred }) => !starred],
          [{ tagKey: "salt" }, ({ tags }) => tags.includes("salt")],
          [{ authorKey: "eva", starred: true }, ({ starred }) => starred],
          [{ domain: "elsewhere.example" }, () => false],
          [{ source: "elsewhere" }, () => false],
          [
            { source: "readwise", sourceId: "1" },
            ({ source, sourceId }) => source === "readwise" && sourceId === "1",
          ],
          [{ q: "árg" }, ({ title }) => keyOf(title) === "arger"],
          [{ q: "magazine" }, ({ title }) => title === ""],
        ]
        for (const sort of sortNames(articleSorts)) {
          for (const order of ["asc", "desc"] as const) {
            for (const [selection, holds] of selections) {
              const filter = { sort, order, range: everything, ...selection }
              const listed = yield* readPages((page) => lists.articles(filter, page), shelf.limit)
              assert.sameMembers(
                listed.map(({ id }) => id),
                all.filter(holds).map(({ id }) => id),
              )
              for (const [at, one] of listed.entries()) {
                const next = listed[at + 1]
                if (next !== undefined) assert.isTrue(inOrder(filter, one, next), `${sort} ${order}`)
              }
            }
          }
          const { total } = yield* lists.articles({ sort, order: "asc", range }, firstPage)
          const timed = all.filter((one) => within(sort === "finished" ? one.finishedAt : one.savedAt))
          assert.strictEqual(total, timed.length)
        }
        const byReading = (some: ReadonlyArray<Article>) =>
          some
            .toSorted((a, b) => (lastReadAt(b) ?? 0) - (lastReadAt(a) ?? 0) || b.id - a.id)
            .map(({ id }) => id)
        for (const one of [everything, range]) {
          const recent = yield* readPages((page) => lists.recent(one, page), shelf.limit)
          const read = all.filter((article) => {
            const at = lastReadAt(article)
            return at !== undefined && (one === everything || within(at))
          })
          assert.deepStrictEqual(
            recent.map(({ id }) => id),
            byReading(read),
          )
        }
        const now = yield* readPages((page) => lists.readingNow(page), shelf.limit)
        assert.deepStrictEqual(
          now.map(({ id }) => id),
          byReading(all.filter(({ status }) => status === "reading")),
        )
      }).pipe(Effect.provide(fresh())),
    { timeout: 120_000, arbitrary: { runs: 10, size: 25, maxShrinks: 30 } },
  )

  it.effect("tags, domains and authors are grouped without case and accents, those with the most first", () =>
    Effect.gen(function* () {
      const { lists } = yield* ArticleStore
      yield* store(
        finished("1", "2024-05-06T07:00:00Z", {
          tags: ["Sea", "sea"],
          author: "Éva",
          url: "https://www.a.example/1",
        }),
        finished("2", "2024-06-06T07:00:00Z", {
          tags: ["sea", "Añejo"],
          author: "Eva",
          url: "https://a.example/2",
        }),
        saved("3", { tags: ["sea"], author: "Eva", url: "https://b.example/3" }),
        saved("4", { tags: ["alder"], url: "mailto:someone@letters.example" }),
      )
      const groups = Effect.fnUntraced(function* (by: Grouping) {
        const { items, total } = yield* lists.groups(by, {}, firstPage)
        assert.strictEqual(total, items.length)
        return items.map(({ count, finished, id, name }) => `${id} ${name} ${count} ${finished}`)
      })
      assert.deepStrictEqual(yield* groups("tag"), ["sea sea 3 2", "alder alder 1 0", "anejo Añejo 1 1"])
      assert.deepStrictEqual(yield* groups("domain"), ["a.example a.example 2 2", "b.example b.example 1 0"])
      assert.deepStrictEqual(yield* groups("author"), ["eva Eva 3 2"])
      const finishedIn = { from: Date.parse("2024-06-01T00:00:00Z"), until: undefined }
      const { items } = yield* lists.groups("tag", { finishedIn }, { page: 1, limit: 1 })
      assert.deepStrictEqual(items, [{ id: "anejo", name: "Añejo", count: 1, finished: 1 }])
      assert.strictEqual((yield* lists.groups("tag", {}, { page: 2, limit: 2 })).items[0]?.id, "anejo")
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("totals count words and minutes of finished articles, by the months of the owner", () =>
    Effect.gen(function* () {
      const { sums } = yield* ArticleStore
      assert.deepStrictEqual(yield* sums(everything), {
        byStatus: { unread: 0, reading: 0, finished: 0, skipped: 0, abandoned: 0 },
        articles: 0,
        words: 0,
        minutes: 0,
        books: 0,
        pages: 0,
        highlights: 0,
        longest: undefined,
        months: [],
      })
      const savedAt = Date.parse("2024-04-01T12:00:00Z")
      yield* store(
        // The evening of 30 April in New York.
        finished("1", "2024-05-01T02:00:00Z", { wordCount: 239, savedAt }),
        finished("2", "2024-05-06T07:00:00Z", { wordCount: 500, savedAt: undefined }),
        finished("3", "2024-07-06T07:00:00Z", { wordCount: 500, savedAt }),
        saved("4", { progress: 0.5, wordCount: 9_000, savedAt }),
        saved("5", { savedAt: Date.parse("2024-05-20T12:00:00Z") }),
      )
      const { longest, ...all } = yield* sums(everything)
      assert.strictEqual(longest?.sourceId, "3")
      assert.deepStrictEqual(all, {
        byStatus: { unread: 1, reading: 1, finished: 3, skipped: 0, abandoned: 0 },
        articles: 3,
        words: 1_239,
        minutes: 2 + 3 + 3,
        books: 0,
        pages: 0,
        highlights: 0,
        months: [
          { start: LocalDate.make("2024-04-01"), articles: 1, words: 239 },
          { start: LocalDate.make("2024-05-01"), articles: 1, words: 500 },
          { start: LocalDate.make("2024-07-01"), articles: 1, words: 500 },
        ],
      })
      const may = yield* sums({
        from: Date.parse("2024-05-01T04:00:00Z"),
        until: Date.parse("2024-06-01T04:00:00Z"),
      })
      assert.deepInclude(may, { articles: 1, words: 500, minutes: 3 })
      assert.deepStrictEqual(may.months, [{ start: LocalDate.make("2024-05-01"), articles: 1, words: 500 }])
      assert.deepInclude(may.byStatus, { unread: 1, finished: 0 })
    }).pipe(Effect.provide(fresh("America/New_York"))),
  )

  it.effect("highlights are listed once their article and their text are there, in any order of coming", () =>
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      const { lists } = articles
      const listed = Effect.fnUntraced(function* (more: Partial<HighlightFilter> = {}) {
        const filter = { range: everything, order: "desc" as const, ...more }
        const { items, total } = yield* lists.highlights(filter, firstPage)
        assert.strictEqual(total, items.length)
        return items.map(({ note, text }) => `${text}${note === "" ? "" : `, ${note}`}`)
      })
      const note = { articleSourceId: "", text: "", highlightedAt: undefined }
      assert.strictEqual(yield* articles.storeHighlights([highlight("a", { ...note, note: "indeed" })]), 1)
      assert.strictEqual(
        yield* articles.storeHighlights([highlight("a"), highlight("b", { articleSourceId: "2" })]),
        2,
      )
      assert.deepStrictEqual(yield* listed(), [])
      yield* store(saved("1"), saved("2"), saved("3"))
      assert.deepStrictEqual(yield* listed(), ["Passage b", "Passage a, indeed"])

      yield* articles.storeHighlights([
        highlight("c", { highlightedAt: undefined }),
        highlight("d", { highlightedAt: start + minute, text: "Eins\nzwei" }),
        highlight("e", { ...note, note: "alone" }),
        highlight("a", { ...note, source: "instapaper", articleSourceId: "1", text: "Of another service" }),
      ])
      const inOrder = ["Eins\nzwei", "Passage b", "Passage a, indeed", "Passage c"]
      assert.deepStrictEqual(yield* listed(), inOrder)
      const [one] = (yield* lists.articles({ sort: "title", order: "asc", range: everything }, firstPage))
        .items
      assert.deepStrictEqual(yield* listed({ articleId: one?.id ?? ArticleId.make(0) }), [
        "Eins\nzwei",
        "Passage a, indeed",
        "Passage c",
      ])
      assert.deepStrictEqual(yield* listed({ articleId: ArticleId.make(999) }), [])
      assert.deepStrictEqual(yield* listed({ q: "EÍNS zwei" }), ["Eins\nzwei"])
      assert.deepStrictEqual(yield* listed({ q: "deed" }), ["Passage a, indeed"])
      assert.deepStrictEqual(yield* listed({ q: "alone" }), [], "a note without a passage is not shown")
      for (const order of ["asc", "desc"] as const) {
        const paged = yield* readPages((page) => lists.highlights({ range: everything, order }, page), 1)
        const texts = paged.map(({ text }) => text)
        const known = order === "asc" ? texts.slice(0, 3).toReversed() : texts.slice(0, 3)
        assert.deepStrictEqual(known, ["Eins\nzwei", "Passage b", "Passage a"])
        assert.strictEqual(texts[3], "Passage c", "unknown times come last")
      }
      const { total } = yield* lists.highlights(
        { range: { from: start + 1, until: undefined }, order: "asc" },
        firstPage,
      )
      assert.strictEqual(total, 1)

      const [latest] = (yield* lists.highlights({ range: everything, order: "desc" }, firstPage)).items
      const id = latest?.id ?? HighlightId.make(0)
      assert.deepStrictEqual(yield* lists.highlight(id), Option.fromUndefinedOr(latest))
      assert.deepInclude(latest?.article, { title: "Article 1", url: "https://magazine.example/1" })
      assert.isTrue(Option.isNone(yield* lists.highlight(HighlightId.make(999))))
      assert.strictEqual((yield* articles.sums(everything)).highlights, 4)
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a highlight that arrives again changes nothing, also not the version, until it differs", () =>
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      yield* store(saved("1"))
      assert.strictEqual(yield* articles.storeHighlights([highlight("a"), highlight("a")]), 1)
      const version = yield* versionOf("reading")
      assert.strictEqual(yield* articles.storeHighlights([highlight("a", { highlightedAt: undefined })]), 0)
      assert.strictEqual(yield* articles.storeHighlights([]), 0)
      assert.strictEqual(yield* versionOf("reading"), version)
      assert.strictEqual(yield* articles.storeHighlights([highlight("a", { note: "later" })]), 1)
      assert.isAbove(yield* versionOf("reading"), version)
    }).pipe(Effect.provide(fresh())),
  )
}
