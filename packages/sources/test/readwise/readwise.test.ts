import { isArticle, isHighlight, type SavedArticle, type SavedHighlight } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { Readwise } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

const now = Date.parse("2026-07-15T12:00:00Z")

/** A document as the service sends it, with a test's changes. */
const document = (id: string, more: object = {}) => ({
  id,
  url: `https://read.readwise.example/archive/read/${id}`,
  source_url: `https://essays.example/${id}`,
  title: `Title of ${id}`,
  author: "A. Writer",
  category: "article",
  location: "archive",
  tags: {},
  site_name: "Essays",
  word_count: 500,
  summary: "In short.",
  image_url: "https://essays.example/cover.jpg",
  parent_id: null,
  reading_progress: 1,
  created_at: "2026-07-01T08:00:00.000000+00:00",
  saved_at: "2026-07-01T09:00:00.500000+00:00",
  updated_at: "2026-07-03T10:00:00.000000+00:00",
  first_opened_at: "2026-07-02T08:00:00.000000+00:00",
  last_opened_at: "2026-07-02T08:30:00.000000+00:00",
  last_moved_at: "2026-07-02T09:00:00.000000+00:00",
  html_content: "<p>Text</p>",
  ...more,
})

const page = (results: ReadonlyArray<object>, nextPageCursor: string | null = null): Reply => ({
  body: { count: results.length, nextPageCursor, results },
})

interface Sync {
  readonly articles: ReadonlyArray<SavedArticle>
  readonly highlights: ReadonlyArray<SavedHighlight>
  /** The cursor after the last batch that came. */
  readonly cursor: string | undefined
  readonly failure: string | undefined
}

/** Reads the stand-in's account; each sync takes up the cursor that it is handed. */
const readwise = (script: (asked: Asked, call: number) => Reply, token = "token of the test") =>
  Effect.gen(function* () {
    const clock = hastyClock(now, 30_000)
    const { calls, url } = yield* scriptedServer(script)
    const source = yield* Readwise.make({ url, token: Redacted.make(token) })
    const sync = (cursor?: string): Effect.Effect<Sync> =>
      Effect.gen(function* () {
        const articles: Array<SavedArticle> = []
        const highlights: Array<SavedHighlight> = []
        let last = cursor
        const run = Stream.runForEach(source.articles(Option.fromUndefinedOr(cursor)), (batch) =>
          Effect.sync(() => {
            articles.push(...batch.items.filter(isArticle))
            highlights.push(...batch.items.filter(isHighlight))
            last = batch.cursor
          }),
        )
        const result = yield* Effect.result(clock.provide(run))
        return {
          articles,
          highlights,
          cursor: last,
          failure: Result.isFailure(result) ? result.failure.failure : undefined,
        }
      })
    return { calls, slept: clock.slept, sync }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const queries = (calls: ReadonlyArray<Asked>) => calls.map(({ query }) => Object.fromEntries(query))

const idsOf = ({ articles }: Sync) => articles.map(({ sourceId }) => sourceId)

describe("highlights from Readwise", () => {
  it.live("are rows below their document, and their notes are rows below them", () =>
    Effect.gen(function* () {
      const { sync } = yield* readwise(() =>
        page([
          document("n1", { category: "note", parent_id: "h1", content: "Ask Ida" }),
          document("h1", {
            category: "highlight",
            parent_id: "a",
            content: "The lamp burned paraffin.",
            saved_at: "2026-07-01T10:00:00Z",
            notes: "",
          }),
          document("a"),
        ]),
      )
      const { articles, highlights } = yield* sync()
      assert.lengthOf(articles, 1)
      const source = "readwise"
      assert.deepStrictEqual(highlights, [
        { source, sourceId: "h1", articleSourceId: "", text: "", note: "Ask Ida", highlightedAt: undefined },
        {
          source,
          sourceId: "h1",
          articleSourceId: "a",
          text: "The lamp burned paraffin.",
          note: "",
          highlightedAt: Date.parse("2026-07-01T10:00:00Z"),
        },
      ])
    }),
  )

  it.live("of the time before they were stored are read once, after the cursor of then", () =>
    Effect.gen(function* () {
      const { calls, sync } = yield* readwise(() => page([document("a")]))
      const { cursor } = yield* sync(JSON.stringify({ through: "2026-07-15T11:00:00.000Z" }))
      assert.isFalse(calls[0]?.query.has("updatedAfter"))
      yield* sync(cursor)
      assert.isTrue(calls[1]?.query.has("updatedAfter"))
    }),
  )
})

describe("articles from Readwise", () => {
  it.live("have no time if its text is invalid", () =>
    Effect.gen(function* () {
      const { sync } = yield* readwise(() =>
        page([document("a", { last_opened_at: "7", last_moved_at: "2026-02-30T00:00:00Z" })]),
      )
      const [article] = (yield* sync()).articles
      assert.isUndefined(article?.lastOpenedAt)
      assert.isUndefined(article?.movedAt)
    }),
  )

  it.live("have every field that the service reports", () =>
    Effect.gen(function* () {
      const tags = { essays: { name: "Essays", type: "manual" }, later: { type: "generated" } }
      const { calls, sync } = yield* readwise(() => page([document("a1", { tags })]))
      const { articles } = yield* sync()
      assert.deepStrictEqual(articles, [
        {
          kind: "article",
          source: "readwise",
          sourceId: "a1",
          title: "Title of a1",
          author: "A. Writer",
          url: "https://essays.example/a1",
          readerUrl: "https://read.readwise.example/archive/read/a1",
          readerAppUrl: "wiseread:///read/a1",
          siteName: "Essays",
          description: "In short.",
          wordCount: 500,
          progress: 1,
          archived: true,
          starred: false,
          rating: 0,
          tags: ["Essays", "later"],
          imageUrl: "https://essays.example/cover.jpg",
          isbn: "",
          pages: 0,
          publishedYear: 0,
          timesRead: 0,
          review: "",
          status: undefined,
          savedAt: Date.parse("2026-07-01T09:00:00.500Z"),
          firstOpenedAt: Date.parse("2026-07-02T08:00:00Z"),
          lastOpenedAt: Date.parse("2026-07-02T08:30:00Z"),
          movedAt: Date.parse("2026-07-02T09:00:00Z"),
          changedAt: Date.parse("2026-07-03T10:00:00Z"),
          content: "<p>Text</p>",
        },
      ])
      assert.strictEqual(calls[0]?.path, "/api/v3/list/")
      assert.strictEqual(calls[0]?.headers.authorization, "Token token of the test")
      assert.deepStrictEqual(queries(calls), [{ withHtmlContent: "true" }])
    }),
  )

  it.live("are read where almost everything is missing", () =>
    Effect.gen(function* () {
      const bare = Object.fromEntries(Object.keys(document("b")).map((name) => [name, null]))
      const { sync } = yield* readwise(() => page([{ ...bare, id: "b", location: "shortlist" }, { id: "c" }]))
      const [first, second] = (yield* sync()).articles
      assert.deepInclude(first, {
        sourceId: "b",
        title: "",
        url: "",
        wordCount: 0,
        progress: 0,
        archived: false,
        starred: true,
        tags: [],
        savedAt: undefined,
        firstOpenedAt: undefined,
        content: undefined,
      })
      assert.strictEqual(second?.sourceId, "c")
    }),
  )

  it.live("are neither highlights nor notes", () =>
    Effect.gen(function* () {
      const rows = [
        document("h", { category: "highlight", parent_id: "a" }),
        document("n", { category: "note", parent_id: "h" }),
        document("orphan", { category: "highlight", parent_id: null }),
        document("a"),
        document("mail", { category: "email", source_url: "mailto:letters@essays.example" }),
      ]
      const { sync } = yield* readwise(() => page(rows))
      assert.deepStrictEqual(idsOf(yield* sync()), ["a", "mail"])
    }),
  )

  it.live("are none of a feed that no one has opened", () =>
    Effect.gen(function* () {
      const unopened = {
        location: "feed",
        first_opened_at: null,
        last_opened_at: null,
        reading_progress: 0,
      }
      const { sync } = yield* readwise(() =>
        page([
          document("a", unopened),
          document("b", { ...unopened, first_opened_at: "2026-07-02T08:00:00Z" }),
          document("c", { ...unopened, reading_progress: 0.1 }),
          document("d", { ...unopened, location: "later" }),
        ]),
      )
      const { articles } = yield* sync()
      assert.deepStrictEqual(
        articles.map(({ sourceId }) => sourceId),
        ["b", "c", "d"],
      )
    }),
  )

  it.live("come in smaller pages if one is too large", () =>
    Effect.gen(function* () {
      const { calls, sync } = yield* readwise(({ query }) =>
        query.get("limit") === "10"
          ? page([document("a")])
          : page([document("a", { html_content: "x".repeat(65 * 1024 * 1024) })]),
      )
      const { articles, failure } = yield* sync()
      assert.deepStrictEqual([articles.length, failure], [1, undefined])
      assert.deepStrictEqual(
        calls.map(({ query }) => query.get("limit")),
        [null, "10"],
      )
    }),
  )

  it.live("come page by page, and later the ones changed since", () =>
    Effect.gen(function* () {
      const { calls, sync } = yield* readwise(({ query }) =>
        query.has("updatedAfter")
          ? page([])
          : query.get("pageCursor") === "two"
            ? page([document("b")])
            : page([document("a")], "two"),
      )
      const first = yield* sync()
      assert.deepStrictEqual(idsOf(first), ["a", "b"])
      assert.deepStrictEqual(idsOf(yield* sync(first.cursor)), [])
      assert.deepStrictEqual(queries(calls), [
        { withHtmlContent: "true" },
        { withHtmlContent: "true", pageCursor: "two" },
        // The walk began at noon: five minutes are for clocks that differ.
        { withHtmlContent: "true", updatedAfter: "2026-07-15T11:55:00.000Z" },
      ])
    }),
  )

  it.live("of an interrupted walk continue where it stopped, and then with later changes", () =>
    Effect.gen(function* () {
      let broken = true
      const { calls, sync } = yield* readwise(({ query }) => {
        if (query.has("updatedAfter")) return page([document("late")])
        if (query.get("pageCursor") === null) return page([document("a")], "two")
        return broken ? { status: 401, body: "" } : page([document("b")])
      })
      const first = yield* sync()
      assert.deepStrictEqual([idsOf(first), first.failure], [["a"], "unauthorized"])
      broken = false
      calls.length = 0
      const second = yield* sync(first.cursor)
      assert.deepStrictEqual([idsOf(second), second.failure], [["b", "late"], undefined])
      assert.deepStrictEqual(
        calls.map(({ query }) => query.get("pageCursor") ?? query.get("updatedAfter")),
        ["two", "2026-07-15T11:55:00.000Z"],
      )
    }),
  )

  it.live("are all there after a 429 in the middle, which is waited out as it says", () =>
    Effect.gen(function* () {
      const { slept, sync } = yield* readwise(({ query }, call) =>
        call === 2
          ? { status: 429, headers: { "retry-after": "17" }, body: { detail: "throttled" } }
          : query.get("pageCursor") === "two"
            ? page([document("b")])
            : page([document("a")], "two"),
      )
      const all = yield* sync()
      assert.deepStrictEqual([idsOf(all), all.failure], [["a", "b"], undefined])
      assert.isAtLeast(Math.max(...slept), 17_000)
    }),
  )

  it.live("start over if the service has forgotten the page at which a sync stopped", () =>
    Effect.gen(function* () {
      const { sync } = yield* readwise(({ query }) =>
        query.get("pageCursor") === "forgotten"
          ? { status: 400, body: { pageCursor: "Invalid cursor" } }
          : page([document("a")]),
      )
      const walk = JSON.stringify({ began: "2026-07-01T00:00:00.000Z", pageCursor: "forgotten" })
      const { failure, articles } = yield* sync(walk)
      assert.isUndefined(failure)
      assert.deepStrictEqual(
        articles.map(({ sourceId }) => sourceId),
        ["a", "a"],
      )
    }),
  )

  it.live("of a service that leads in circles end with a failure", () =>
    Effect.gen(function* () {
      const { sync } = yield* readwise(() => page([document("a")], "round"))
      assert.strictEqual((yield* sync()).failure, "malformed answer")
    }),
  )

  it.live.each([
    ["where a sync ended", { through: "2026-07-14T00:00:00.000Z", highlights: true }],
    ["of an unfinished sync", { began: "2026-07-14T00:00:00.000Z", highlights: true, pageCursor: "two" }],
  ] as const)(
    "start over with another token, and not after a position %s from before it had one",
    ([, position]) =>
      Effect.gen(function* () {
        const first = yield* readwise(() => page([document("a")], "more"))
        const isWhole = ({ query }: Asked) => !query.has("updatedAfter") && !query.has("pageCursor")
        const { cursor } = yield* first.sync(JSON.stringify(position))
        assert.isFalse(first.calls.some(isWhole))
        yield* first.sync(cursor)
        assert.isFalse(first.calls.some(isWhole))
        const other = yield* readwise(() => page([document("b")]), "another token")
        const { cursor: own } = yield* other.sync(cursor)
        assert.deepStrictEqual(other.calls.map(isWhole), [true])
        yield* other.sync(own)
        assert.deepStrictEqual(other.calls.map(isWhole), [true, false])
      }),
  )

  it.live("with a cursor that no one can read start over", () =>
    Effect.gen(function* () {
      const { calls, sync } = yield* readwise(() => page([document("a")]))
      assert.deepStrictEqual(idsOf(yield* sync("what?")), ["a"])
      assert.isFalse(calls[0]?.query.has("updatedAfter"))
    }),
  )
})
