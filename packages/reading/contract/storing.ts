import { type DataVersions, everything } from "@daybook/kernel"
import { blankings, raisesVersion } from "@daybook/kernel/contract"
import { articleBatches, ArticleStore, type SavedArticle } from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import {
  archivedTitles,
  everyArticle,
  finished,
  onlyArticle,
  plainText,
  type ReadingPorts,
  saved,
  store,
  titlesWith,
} from "./articles.ts"

const at = (time: string) => Date.parse(time)

/** Contract: storing articles. */
export const storingContract = (fresh: () => Layer.Layer<ReadingPorts | DataVersions>): void => {
  const test = <E>(name: string, body: Effect.Effect<void, E, ReadingPorts | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "an article that arrives again is stored once, and counts where something has changed",
    Effect.gen(function* () {
      assert.strictEqual(yield* store(saved("1"), saved("2")), 2)
      assert.strictEqual(yield* store(saved("1"), saved("2")), 0)
      assert.strictEqual(yield* store(saved("1", { starred: true }), saved("2"), saved("3")), 2)
      assert.strictEqual(yield* store(saved("3", { tags: ["a"] })), 1)
      assert.strictEqual(yield* store(saved("3", { tags: ["a"] })), 0)
      assert.strictEqual(yield* store(saved("3", { tags: ["a", "b"] })), 1)
      assert.strictEqual(yield* store(saved("3", { tags: ["a", "b"], content: "<p>words</p>" })), 1)
      assert.lengthOf(yield* everyArticle, 3)
    }),
  )

  test(
    "unknown fields leave the known ones of an article unchanged",
    Effect.gen(function* () {
      const whole = finished("1", "2024-05-06T07:08:09.010Z", {
        author: "Žofie",
        readerUrl: "https://read.example/1",
        siteName: "A Site",
        description: "What it is about",
        wordCount: 1_234,
        imageUrl: "https://img.example/1.jpg",
      })
      yield* store(whole)
      const before = yield* onlyArticle
      const blanks = { title: "", author: "", wordCount: 0, imageUrl: "", savedAt: undefined }
      for (const blank of blankings(blanks)) {
        assert.strictEqual(yield* store({ ...whole, ...blank }), 0, JSON.stringify(blank))
        assert.deepStrictEqual(yield* onlyArticle, before)
      }
    }),
  )

  test(
    "every field is stored as it came",
    Effect.gen(function* () {
      const article = finished("1", "2024-05-06T07:08:09.010Z", {
        title: `Zoë's "résumé" \\ % _ 東京 🎸`,
        author: "Žofie",
        readerUrl: "https://read.example/1",
        readerAppUrl: "reader://1",
        siteName: "A Site",
        description: "What it is about",
        wordCount: 1_234,
        progress: 0.8125,
        starred: true,
        rating: 4,
        tags: ["b", "a, c", `"q"`, "{x}"],
        imageUrl: "https://img.example/1.jpg",
        firstOpenedAt: at("2024-01-02T03:04:05.678Z"),
        lastOpenedAt: at("2024-02-02T03:04:05.678Z"),
      })
      yield* store(article)
      const { id, ...stored } = yield* onlyArticle
      assert.isAbove(id, 0)
      assert.deepStrictEqual(stored, {
        kind: "article",
        source: "readwise",
        sourceId: "1",
        title: article.title,
        author: "Žofie",
        url: "https://magazine.example/1",
        readerUrl: "https://read.example/1",
        readerAppUrl: "reader://1",
        siteName: "A Site",
        description: "What it is about",
        wordCount: 1_234,
        status: "finished",
        progress: 0.8125,
        starred: true,
        rating: 4,
        tags: ["b", "a, c", `"q"`, "{x}"],
        imageUrl: "https://img.example/1.jpg",
        isbn: "",
        pages: 0,
        publishedYear: 0,
        timesRead: 0,
        review: "",
        savedAt: at("2024-05-06T07:08:09.010Z"),
        startedAt: at("2024-01-02T03:04:05.678Z"),
        lastOpenedAt: at("2024-02-02T03:04:05.678Z"),
        finishedAt: at("2024-05-06T07:08:09.010Z"),
      })
    }),
  )

  test(
    "an article is the same by its id at its source, wherever its address goes",
    Effect.gen(function* () {
      yield* store(saved("1", { url: "https://one.example/a" }))
      assert.strictEqual(yield* store(saved("1", { url: "https://two.example/b" })), 1)
      assert.strictEqual((yield* onlyArticle).url, "https://two.example/b")
      // Two articles saved at one address are two, and so is one article in two services.
      yield* store(saved("2", { url: "https://two.example/b" }))
      yield* store(saved("1", { source: "instapaper", url: "https://two.example/b" }))
      assert.lengthOf(yield* everyArticle, 3)
    }),
  )

  test(
    "an article takes on another id of its service, and shows the highlights of that id",
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      const passage = { articleSourceId: "bread", text: "A passage", note: "", highlightedAt: undefined }
      yield* store(saved("0001"), saved("0002"))
      yield* articles.storeHighlights([{ source: "readwise", sourceId: "p", ...passage }])
      assert.strictEqual((yield* articles.sums(everything)).highlights, 0)
      const renamed = saved("bread", { formerId: "0001", url: "https://two.example/b" })
      assert.strictEqual(yield* store(renamed), 1)
      assert.strictEqual(yield* store(renamed), 0)
      assert.deepStrictEqual(
        (yield* everyArticle).map(({ sourceId }) => sourceId),
        ["bread", "0002"],
      )
      assert.strictEqual((yield* articles.sums(everything)).highlights, 1)
    }),
  )

  test(
    "an article without an id is the same by its address",
    Effect.gen(function* () {
      const file = { url: "https://one.example/a", title: "From a file" }
      assert.strictEqual(yield* store(saved("", file), saved("", file)), 1)
      assert.strictEqual(yield* store(saved("", file)), 0)
      assert.strictEqual(yield* store(saved("", { ...file, starred: true })), 1)
      yield* store(saved("", { ...file, url: "https://one.example/b" }))
      yield* store(saved("", { ...file, source: "pocket" }))
      assert.lengthOf(yield* everyArticle, 3)
    }),
  )

  test(
    "an article from a file becomes the service's own when the service brings it",
    Effect.gen(function* () {
      const url = "https://one.example/a"
      yield* store(saved("", { url, title: "Old title", progress: 1, changedAt: at("2020-01-01T00:00:00Z") }))
      assert.strictEqual(yield* store(saved("7", { url, title: "New title", wordCount: 9 })), 1)
      const { finishedAt, sourceId, status, title, wordCount } = yield* onlyArticle
      assert.deepStrictEqual(
        { finishedAt, sourceId, status, title, wordCount },
        {
          finishedAt: at("2020-01-01T00:00:00Z"),
          sourceId: "7",
          status: "unread",
          title: "New title",
          wordCount: 9,
        },
      )
      assert.strictEqual(yield* store(saved("7", { url, title: "New title", wordCount: 9 })), 0)
    }),
  )

  test(
    "a file fills what the service left empty, and changes nothing else",
    Effect.gen(function* () {
      const url = "https://one.example/a"
      yield* store(saved("7", { url, title: "Title", progress: 0.5, savedAt: undefined }))
      const file = saved("", { url, title: "Other", author: "Ada", progress: 0, tags: ["t"], wordCount: 5 })
      assert.strictEqual(yield* store(file), 1)
      assert.strictEqual(yield* store(file), 0)
      const { author, progress, savedAt, sourceId, status, tags, title, wordCount } = yield* onlyArticle
      assert.deepStrictEqual(
        { author, progress, savedAt, sourceId, status, tags, title, wordCount },
        {
          author: "Ada",
          progress: 0.5,
          savedAt: file.savedAt,
          sourceId: "7",
          status: "reading",
          tags: ["t"],
          title: "Title",
          wordCount: 5,
        },
      )
    }),
  )

  test(
    "a version that only fills brings its content, and leaves what is known",
    Effect.gen(function* () {
      const old = saved("7", { progress: 0.2, fillsOnly: true })
      yield* store(finished("7", "2024-05-06T07:08:09Z", { title: "Title", starred: true, tags: ["t"] }))
      const before = yield* onlyArticle
      assert.strictEqual(yield* store(old), 0)
      assert.strictEqual(yield* store({ ...old, content: "<p>Salt</p>" }), 1)
      assert.deepStrictEqual(yield* onlyArticle, before)
      assert.deepStrictEqual(yield* titlesWith("salt"), ["Title"])
    }),
  )

  test(
    "a file with the service's ids replaces articles until the service is synced, and then only fills them",
    Effect.gen(function* () {
      const { store: storeBatch } = yield* Effect.provide(articleBatches, plainText)
      const storeFile = (more: Partial<SavedArticle>) =>
        TestClock.withLive(storeBatch([saved("7", more)], { source: "import 1", cursor: "end" }))
      assert.strictEqual(yield* storeFile({ title: "Old title" }), 1)
      assert.strictEqual(yield* storeFile({ title: "Title", progress: 0.2 }), 1)
      const state = Effect.map(onlyArticle, ({ author, progress, starred, status, tags, title }) => ({
        author,
        progress,
        starred,
        status,
        tags,
        title,
      }))
      const ofFile = {
        author: "",
        progress: 0.2,
        starred: false,
        status: "reading",
        tags: [],
        title: "Title",
      }
      assert.deepStrictEqual<object>(yield* state, ofFile)
      assert.strictEqual(yield* store(saved("7", { title: "New title", progress: 1, tags: ["t"] })), 1)
      const file = { title: "Title", author: "Ada", progress: 0.2, starred: true, tags: ["old"] }
      assert.strictEqual(yield* storeFile(file), 1)
      assert.strictEqual(yield* storeFile(file), 0)
      const filled = { author: "Ada", progress: 1, starred: false, status: "finished", tags: ["t"] }
      assert.deepStrictEqual<object>(yield* state, { ...filled, title: "New title" })
    }),
  )

  test(
    "when it was started and finished stays as it was first found, even when it is read again",
    Effect.gen(function* () {
      const opened = at("2024-02-01T00:00:00Z")
      yield* store(saved("1", { progress: 0.2, firstOpenedAt: opened }))
      yield* store(finished("1", "2024-02-02T00:00:00Z", { firstOpenedAt: opened + 1 }))
      const dates = Effect.map(onlyArticle, ({ finishedAt, startedAt, status }) => ({
        finishedAt,
        startedAt,
        status,
      }))
      const found = { finishedAt: at("2024-02-02T00:00:00Z"), startedAt: opened, status: "finished" as const }
      assert.deepStrictEqual(yield* dates, found)
      assert.strictEqual(yield* store(finished("1", "2024-03-03T00:00:00Z", { firstOpenedAt: undefined })), 0)
      assert.deepStrictEqual(yield* dates, found)
      assert.strictEqual(yield* store(saved("1", { progress: 0.1, lastOpenedAt: opened + 9 })), 1)
      assert.deepStrictEqual(yield* dates, { ...found, status: "reading" as const })
      assert.deepStrictEqual(yield* archivedTitles, [])
      yield* store(finished("1", "2024-04-04T00:00:00Z"))
      assert.deepStrictEqual(yield* dates, found)
    }),
  )

  test(
    "an article that arrives twice in one batch is stored once, as it came last",
    Effect.gen(function* () {
      const url = "https://one.example/a"
      const batch = [
        saved("1", { url, title: "First", content: "<p>first</p>" }),
        saved("2"),
        saved("1", { url, title: "Last", content: "<p>last</p>" }),
        saved("", { url, author: "Ada" }),
      ]
      assert.strictEqual(yield* store(...batch), 2)
      assert.deepStrictEqual(
        (yield* everyArticle).map(({ author, title }) => [title, author]),
        [
          ["Last", "Ada"],
          ["Article 2", ""],
        ],
      )
      assert.deepStrictEqual(yield* titlesWith("last"), ["Last"])
      assert.deepStrictEqual(yield* titlesWith("first"), [])
    }),
  )

  test(
    "an article with neither an id nor an address is not stored",
    Effect.gen(function* () {
      assert.strictEqual(yield* store(saved("", { url: "" }), saved("", { url: " " }), saved("1")), 1)
      yield* onlyArticle
      // An id suffices.
      assert.strictEqual(yield* store(saved("2", { url: "" }), saved("3", { url: "" })), 2)
    }),
  )

  test(
    "texts that no database keeps, and long ones, stop no sync",
    Effect.gen(function* () {
      const long = "x".repeat(20_000)
      yield* store(
        saved("1", { title: "a\0b\ud800c", tags: ["\0", "t\0"], content: "<p>n\0ul</p>" }),
        saved(long, { url: `https://one.example/${long}`, title: long, description: long, tags: [long] }),
        saved("3", { savedAt: Number.NaN, changedAt: Infinity, wordCount: Number.NaN, progress: -1 }),
      )
      const [first, second, third] = yield* everyArticle
      assert.strictEqual(first?.title, "ab\ufffdc")
      assert.deepStrictEqual(first?.tags, ["t"])
      // A truncated URL would point elsewhere.
      assert.strictEqual(second?.url, "")
      assert.deepStrictEqual([third?.savedAt, third?.wordCount, third?.progress], [undefined, 0, 0])
      assert.strictEqual(yield* store(saved(long, { url: `https://one.example/${long}`, title: "short" })), 1)
      assert.lengthOf(yield* everyArticle, 3)
    }),
  )

  test(
    "a batch of 1,000 articles is stored whole, in its order, and arriving again changes nothing",
    Effect.gen(function* () {
      const batch = Array.from({ length: 1_000 }, (_, index) => saved(String(index)))
      assert.strictEqual(yield* store(...batch), 1_000)
      assert.strictEqual(yield* store(...batch.toReversed()), 0)
      assert.deepStrictEqual(
        (yield* everyArticle).map(({ sourceId }) => sourceId),
        batch.map(({ sourceId }) => sourceId),
      )
    }),
  )

  test(
    "the same articles that are stored by two at once are stored once",
    Effect.gen(function* () {
      const batch = Array.from({ length: 30 }, (_, index) => saved(String(index)))
      const counts = yield* Effect.all([store(...batch), store(...batch.toReversed())], { concurrency: 2 })
      assert.strictEqual(counts[0] + counts[1], 30)
      assert.lengthOf(yield* everyArticle, 30)
    }),
  )

  test(
    "a source's cursor is saved with its batch, and each source has its own",
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      assert.deepStrictEqual(yield* articles.cursor("readwise"), Option.none())
      yield* store(saved("1"))
      yield* articles.storeArticles([], { source: "instapaper", cursor: "end" })
      assert.deepStrictEqual(yield* articles.cursor("readwise"), Option.some("anywhere"))
      assert.deepStrictEqual(yield* articles.cursor("instapaper"), Option.some("end"))
    }),
  )

  test(
    "articles are found by number in the order that is requested, and unknown ones are left out",
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      yield* store(saved("1"), saved("2"), saved("3"))
      const ids = (yield* everyArticle).map(({ id }) => id)
      const [one, two, three] = ids
      assert.isDefined(one)
      assert.isDefined(two)
      assert.isDefined(three)
      const unknown = ids.reduce((sum, id) => (sum + id) as typeof id)
      const found = yield* articles.find([three, unknown, one, two])
      assert.deepStrictEqual(
        found.map(({ sourceId }) => sourceId),
        ["3", "1", "2"],
      )
      assert.deepStrictEqual(yield* articles.find([]), [])
    }),
  )

  test(
    "every write that changes what is shown raises the version of reading",
    Effect.gen(function* () {
      yield* raisesVersion("reading", "a new article", store(saved("1")))
      yield* raisesVersion("reading", "a change", store(saved("1", { starred: true })))
      yield* raisesVersion("reading", "a content", store(saved("1", { starred: true, content: "words" })))
    }),
  )
}
