import type { SavedHighlight } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, InstantOrEmpty, Pagination, readAs } from "../replies.ts"
import { article, finished, saved } from "./savedArticles.ts"
import { start, startServer } from "../testServer.ts"

const day = 86_400_000

const Listed = Schema.Struct({ data: Schema.Array(Schema.Struct(article)), pagination: Pagination })
const Read = Schema.Struct({
  data: Schema.Array(Schema.Struct({ ...article, last_read_at: InstantOrEmpty })),
  pagination: Pagination,
})
const passage = {
  id: Schema.Int,
  text: Schema.String,
  note: Schema.String,
  source: Schema.String,
  highlighted_at: InstantOrEmpty,
}
const Passage = Schema.Struct({
  ...passage,
  article: Schema.Struct({
    id: Schema.Int,
    kind: Schema.Literal("article"),
    title: Schema.String,
    author: Schema.String,
    url: Schema.String,
    domain: Schema.String,
    site_name: Schema.String,
  }),
  image: article.image,
})
const Passages = Schema.Struct({ data: Schema.Array(Passage), pagination: Pagination })
const Whole = Schema.Struct({
  ...article,
  body: Schema.String,
  body_html: Schema.String,
  highlights: Schema.Array(Schema.Struct(passage)),
})
const Groups = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ id: Schema.String, name: Schema.String, count: Schema.Int, finished: Schema.Int }),
  ),
  pagination: Pagination,
})
const Stats = Schema.Struct({
  saved: Schema.Int,
  by_status: Schema.Record(Schema.String, Schema.Int),
  articles: Schema.Int,
  words: Schema.Int,
  minutes: Schema.Int,
  books: Schema.Int,
  pages: Schema.Int,
  highlights: Schema.Int,
  longest: Schema.optionalKey(Schema.Struct(article)),
  most_read_domain: Schema.String,
  by_month: Schema.Array(Schema.Struct({ month: Schema.String, articles: Schema.Int, words: Schema.Int })),
})

const highlight = (sourceId: string, more: Partial<SavedHighlight> = {}): SavedHighlight => ({
  source: "reader",
  sourceId,
  articleSourceId: "1",
  text: `Passage ${sourceId}`,
  note: "",
  highlightedAt: start - day,
  ...more,
})

/** A few articles and highlights. */
const shelf = [
  finished("1", start, {
    title: "On Tides",
    author: "Ida Quarry",
    url: "https://www.magazine.example/tides",
    siteName: "Magazine",
    wordCount: 500,
    tags: ["Sea"],
    imageUrl: "https://img.example/1.jpg",
    savedAt: start - 3 * day,
    firstOpenedAt: start - day,
    content: '<p>Why they <b>come</b></p><script>x</script><img src="/wave.jpg" alt="A wave" onerror=x>',
  }),
  saved("2", {
    title: "Bread",
    author: "Ida Quarry",
    url: "https://letters.example/bread",
    progress: 0.4,
    starred: true,
    savedAt: start - 2 * day,
    firstOpenedAt: start - 2 * day,
    lastOpenedAt: start - day / 2,
  }),
  saved("3", { title: "árbol", wordCount: 900, tags: ["sea"], savedAt: start - day }),
  highlight("a", { note: "indeed" }),
  highlight("b", { highlightedAt: start }),
]

const empty = { data: [], pagination: { page: 1, limit: 20, total: 0, total_pages: 0 } }

describe("the lists of reading", () => {
  it.effect("are empty, and the totals zero, on an instance without data", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const lists = ["articles", "recent", "reading-now", "highlights", "tags", "domains", "authors"]
      for (const list of lists) {
        const reply = yield* server.get(`/v1/reading/${list}`)
        assert.deepStrictEqual(readAs(Schema.Unknown, reply), empty, list)
      }
      assert.deepStrictEqual(readAs(Stats, yield* server.get("/v1/reading/stats")), {
        saved: 0,
        by_status: { unread: 0, reading: 0, finished: 0, skipped: 0, abandoned: 0 },
        articles: 0,
        words: 0,
        minutes: 0,
        books: 0,
        pages: 0,
        highlights: 0,
        most_read_domain: "",
        by_month: [],
      })
      for (const path of ["articles/7", "highlights/7", "highlights/random"]) {
        assertFailure(yield* server.get(`/v1/reading/${path}`), 404, /^There is no/)
      }
    }),
  )

  it.effect("have each field, in the asked order, of a small data set", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.storeArticles(...shelf)
      const ask = Effect.fnUntraced(function* <A, I>(schema: Schema.Codec<A, I>, path: string) {
        return readAs(schema, yield* server.get(`/v1/reading/${path}`))
      })
      const titles = Effect.fnUntraced(function* (query: string) {
        return (yield* ask(Listed, `articles?${query}`)).data.map(({ title }) => title).join(" ")
      })
      assert.strictEqual(yield* titles(""), "árbol Bread On Tides")
      assert.strictEqual(yield* titles("order=asc&limit=2"), "On Tides Bread")
      assert.strictEqual(yield* titles("sort=title"), "árbol Bread On Tides")
      assert.strictEqual(yield* titles("sort=words&page=2&limit=1"), "On Tides")
      assert.strictEqual(yield* titles("sort=finished&from=2026-07-15"), "On Tides")
      assert.strictEqual(yield* titles("date=2026-07-14"), "árbol")
      assert.strictEqual(yield* titles("status=reading"), "Bread")
      assert.strictEqual(yield* titles("tag=SEA"), "árbol On Tides")
      for (const blank of ["", "%20"])
        assert.strictEqual(yield* titles(`tag=${blank}`), "árbol Bread On Tides")
      assert.strictEqual(yield* titles("author=ida%20quarry&domain=www.Magazine.example"), "On Tides")
      assert.strictEqual(yield* titles("starred=false"), "árbol On Tides")

      const recent = yield* ask(Read, "recent")
      assert.deepStrictEqual(
        recent.data.map(({ last_read_at, title }) => [title, last_read_at]),
        [
          ["On Tides", "2026-07-15T12:00:00.000Z"],
          ["Bread", "2026-07-15T00:00:00.000Z"],
        ],
      )
      assert.lengthOf((yield* ask(Read, "recent?to=2026-07-14")).data, 0)
      assert.strictEqual((yield* ask(Read, "reading-now")).data[0]?.title, "Bread")

      const id = recent.data[0]?.id ?? 0
      const { data, pagination } = yield* ask(Passages, "highlights")
      assert.strictEqual(pagination.total, 2)
      const about = {
        article: {
          id,
          kind: "article" as const,
          title: "On Tides",
          author: "Ida Quarry",
          url: "https://www.magazine.example/tides",
          domain: "magazine.example",
          site_name: "Magazine",
        },
        image: { url: "https://img.example/1.jpg" },
      }
      const second = {
        id: data[1]?.id ?? 0,
        text: "Passage a",
        note: "indeed",
        source: "reader",
        highlighted_at: "2026-07-14T12:00:00.000Z",
      }
      assert.deepStrictEqual(data[1], { ...second, ...about })
      assert.deepStrictEqual(yield* ask(Passage, `highlights/${second.id}`), data[1])
      assert.lengthOf((yield* ask(Passages, `highlights?article_id=${id}&date=2026-07-14`)).data, 1)
      assert.lengthOf((yield* ask(Passages, "highlights?article_id=999")).data, 0)
      assert.deepStrictEqual((yield* ask(Passages, "highlights?q=PASSAGE%20a")).data, data.slice(1))
      assert.deepStrictEqual(yield* ask(Passage, "highlights/random?q=indeed"), data[1])
      assertFailure(yield* server.get("/v1/reading/highlights/random?q=nothing"), 404, /fits/)
      assert.deepStrictEqual(yield* ask(Passage, "highlights/random?date=2026-07-14"), data[1])
      const drawn = yield* Effect.forEach(Array.from({ length: 20 }), () => ask(Passage, "highlights/random"))
      assert.strictEqual(new Set(drawn.map((one) => one.id)).size, 2)

      const whole = yield* ask(Whole, `articles/${id}`)
      assert.match(whole.body, /^Why they +come$/)
      assert.strictEqual(whole.body_html, '<p>Why they <b>come</b></p><img alt="A wave" />')
      assert.deepStrictEqual(whole.highlights[0], second)
      assert.strictEqual(whole.highlights[1]?.text, "Passage b")
      const groups = Effect.map(ask(Groups, "tags"), (one) => one.data)
      assert.deepStrictEqual(yield* groups, [{ id: "sea", name: "Sea", count: 2, finished: 1 }])
      assert.strictEqual((yield* ask(Groups, "authors")).data[0]?.count, 2)
      assert.strictEqual((yield* ask(Groups, "domains?limit=1")).data[0]?.name, "letters.example")
      const { longest, ...stats } = yield* ask(Stats, "stats")
      assert.strictEqual(longest?.id, id)
      assert.deepStrictEqual(stats, {
        saved: 3,
        by_status: { unread: 1, reading: 1, finished: 1, skipped: 0, abandoned: 0 },
        articles: 1,
        words: 500,
        minutes: 3,
        books: 0,
        pages: 0,
        highlights: 2,
        most_read_domain: "magazine.example",
        by_month: [{ month: "2026-07", articles: 1, words: 500 }],
      })
      assert.strictEqual((yield* ask(Stats, "stats?to=2026-07-12")).saved, 1)
    }),
  )

  it.effect("are summed up in a year in review", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.storeArticles(...shelf)
      const year = readAs(
        Schema.Record(Schema.String, Schema.Unknown),
        yield* server.get("/v1/reading/years/2026"),
      )
      assert.strictEqual(year["total"], 1)
      assert.deepStrictEqual(year["review"], {
        articles: 1,
        words: 500,
        minutes: 3,
        books: 0,
        pages: 0,
        saved: 3,
        highlights: 2,
        longest: {
          id: 1,
          title: "On Tides",
          author: "Ida Quarry",
          url: "https://www.magazine.example/tides",
          domain: "magazine.example",
          word_count: 500,
          image: { url: "https://img.example/1.jpg" },
        },
        tags: [{ id: "sea", name: "Sea", count: 1 }],
        domains: [{ id: "magazine.example", name: "magazine.example", count: 1 }],
        authors: [{ id: "ida quarry", name: "Ida Quarry", count: 1 }],
      })
    }),
  )

  it.effect("refuse what they cannot read, and state what to send", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [query, says] of [
        ["articles?sort=length", /sort.*saved, finished, title or words/],
        ["articles?order=up", /order.*asc or desc/],
        ["articles?status=done", /status.*unread, reading, finished, skipped or abandoned/],
        ["articles?starred=1", /starred.*true or false/],
        ["articles?from=yesterday", /^from/],
        ["highlights?article_id=x", /^article_id/],
        ["highlights/random?date=x", /^date/],
        ["recent?page=0", /^page/],
        ["stats?date=2026-02-30", /^date/],
      ] as const) {
        assertFailure(yield* server.get(`/v1/reading/${query}`), 400, says)
      }
      assertFailure(yield* server.get("/v1/reading/articles/x"), 400, /^id/)
    }),
  )
})
