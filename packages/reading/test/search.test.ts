import { noEdits, noEntries, noItems } from "@daybook/kernel/contract"
import { SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  type Article,
  ArticleId,
  ArticleStore,
  Embedder,
  relatedArticles,
  searchArticles,
  VectorIndex,
} from "../src/index.ts"

const unasked = (what: string) => Effect.die(`${what} is not asked for in this test`)

const article = (id: number): Article => ({
  id: ArticleId.make(id),
  kind: id === 8 ? "book" : "article",
  source: "readwise",
  sourceId: String(id),
  title: `Article ${id}`,
  author: "",
  url: "",
  readerUrl: "",
  readerAppUrl: "",
  siteName: "",
  description: "",
  wordCount: 0,
  status: "unread",
  progress: 0,
  starred: false,
  rating: 0,
  tags: [],
  imageUrl: "",
  isbn: "",
  pages: 0,
  publishedYear: 0,
  timesRead: 0,
  review: "",
  savedAt: undefined,
  startedAt: undefined,
  lastOpenedAt: undefined,
  finishedAt: undefined,
})

const ids = (...numbers: ReadonlyArray<number>) => numbers.map((id) => ArticleId.make(id))

/** Stores in which searches find what a test says; the articles 1 to 9 are stored. */
const finding = (found: {
  readonly words?: ReadonlyArray<ArticleId>
  readonly near?: ReadonlyArray<readonly [id: number, score: number]>
  readonly embed?: Embedder["Service"]["embed"]
  readonly hasVectors?: boolean
  readonly nearFrom?: number
}) => {
  const store = ArticleStore.of({
    journal: noEntries,
    searchable: noItems,
    storeArticles: () => unasked("storeArticles"),
    storeHighlights: () => unasked("storeHighlights"),
    lists: {
      articles: () => unasked("articles"),
      books: () => unasked("books"),
      recent: () => unasked("recent"),
      readingNow: () => unasked("readingNow"),
      groups: () => unasked("groups"),
      highlights: () => unasked("highlights"),
      highlight: () => unasked("highlight"),
    },
    devices: {
      storePages: () => unasked("storePages"),
      days: () => unasked("days"),
      sessions: () => unasked("sessions"),
      bookOf: () => unasked("bookOf"),
      progress: () => unasked("progress"),
      storeProgress: () => unasked("storeProgress"),
    },
    sums: () => unasked("sums"),
    cursor: () => unasked("cursor"),
    leadsTo: Effect.succeed,
    edits: noEdits,
    edited: () => unasked("edited"),
    archive: () => unasked("archive"),
    find: (asked) => Effect.succeed(asked.filter((id) => id < 10).map((id) => article(id))),
    matching: (words, limit) =>
      Effect.succeed((words.length === 0 ? [] : (found.words ?? [])).slice(0, limit)),
    toExcerpt: () => unasked("toExcerpt"),
    contents: () => unasked("contents"),
    storeExcerpts: () => unasked("storeExcerpts"),
    toClean: () => unasked("toClean"),
    storeCleaned: () => unasked("storeCleaned"),
    cleaned: () => unasked("cleaned"),
    withText: () => unasked("withText"),
    texts: () => unasked("texts"),
  })
  const index = VectorIndex.of({
    store: () => unasked("store"),
    prepare: (model) => Effect.succeed(model === "m" && found.hasVectors !== false),
    textHashes: () => unasked("textHashes"),
    vectorOf: (_, id) => Effect.succeed(id === 9 ? Option.none() : Option.some(Float32Array.of(1))),
    nearest: (_, __, limit) =>
      Effect.succeed(
        (found.near ?? []).slice(0, limit).map(([id, score]) => ({ id: ArticleId.make(id), score })),
      ),
  })
  const embed = found.embed ?? (() => Effect.succeed({ vectors: [Float32Array.of(1)], tokens: 1 }))
  return <A, E>(effect: Effect.Effect<A, E, ArticleStore | VectorIndex | Embedder>) =>
    effect.pipe(
      Effect.provideService(ArticleStore, store),
      Effect.provideService(VectorIndex, index),
      Effect.provideService(Embedder, {
        model: "m",
        embed,
        ...(found.nearFrom === undefined ? {} : { nearFrom: found.nearFrom }),
      }),
    )
}

const numbers = (found: ReadonlyArray<{ readonly id: ArticleId }>) => found.map(({ id }): number => id)

describe("a search", () => {
  it.effect("merges keyword and semantic matches, best first", () =>
    Effect.gen(function* () {
      const found = yield* searchArticles("some words", 10).pipe(
        finding({
          words: ids(3, 1),
          near: [
            [1, 0.9],
            [2, 0.5],
          ],
        }),
      )
      // 1 is second and first, 3 first, 2 second.
      assert.deepStrictEqual(numbers(found), [1, 3, 2])
      assert.closeTo(found[0]?.score ?? 0, 1 / 61 + 1 / 62, 1e-9)
    }),
  )

  it.effect("leaves out articles that point elsewhere, and removed ones", () =>
    Effect.gen(function* () {
      const found = yield* searchArticles("words", 10).pipe(
        finding({
          near: [
            [12, 0.9],
            // A book.
            [8, 0.8],
            [2, 0.5],
            [3, 0],
            [4, -0.5],
          ],
        }),
      )
      assert.deepStrictEqual(numbers(found), [2])
    }),
  )

  it.effect("leaves out what is nearer to nonsense than its model calls near", () =>
    Effect.gen(function* () {
      const near = [
        [1, 0.9],
        [2, 0.4],
        [3, 0.39],
      ] as const
      assert.deepStrictEqual(
        numbers(yield* searchArticles("words", 10).pipe(finding({ near, nearFrom: 0.4 }))),
        [1, 2],
      )
      assert.deepStrictEqual(numbers(yield* searchArticles("words", 10).pipe(finding({ near }))), [1, 2, 3])
      // Articles that are related are requested by their place, whatever their nearness.
      const related = yield* relatedArticles(ArticleId.make(5), 3).pipe(finding({ near, nearFrom: 0.4 }))
      assert.deepStrictEqual(numbers(related), [1, 2, 3])
    }),
  )

  it.effect("returns the requested number", () =>
    Effect.gen(function* () {
      const found = yield* searchArticles("words", 2).pipe(finding({ words: ids(1, 2, 3), near: [[4, 1]] }))
      assert.lengthOf(found, 2)
    }),
  )

  it.effect("ranks twice the requested number, if that is more than 50", () =>
    Effect.gen(function* () {
      const gone = Array.from({ length: 100 }, (_, index) => 200 + index)
      const rest = ids(...gone.slice(0, 57), 1, ...gone.slice(57), 2)
      const near = [...gone.slice(0, 57).map((id) => [id, 1] as const), [3, 0.5] as const]
      assert.deepStrictEqual(
        numbers(yield* searchArticles("words", 60).pipe(finding({ words: rest, near }))),
        [3, 1, 2],
      )
      assert.deepStrictEqual(
        numbers(yield* searchArticles("words", 25).pipe(finding({ words: rest, near }))),
        [],
      )
    }),
  )

  it.effect("loads no model while nothing has a vector of it", () =>
    Effect.gen(function* () {
      const found = yield* searchArticles("words", 10).pipe(
        finding({ words: ids(1), near: [[2, 1]], hasVectors: false, embed: () => unasked("embed") }),
      )
      assert.deepStrictEqual(numbers(found), [1])
    }),
  )

  it.effect("goes only by words if the embedder fails or returns nothing", () =>
    Effect.gen(function* () {
      const fails = Effect.fail(new SourceError({ source: "m", failure: "unavailable", message: "is away" }))
      for (const embed of [() => fails, () => Effect.succeed({ vectors: [], tokens: 0 })]) {
        const found = yield* searchArticles("words", 10).pipe(
          finding({ words: ids(3), near: [[1, 1]], embed }),
        )
        assert.deepStrictEqual(numbers(found), [3])
      }
    }),
  )

  it.effect("refuses nothing, blanks and more than 500 characters", () =>
    Effect.gen(function* () {
      for (const query of ["", " \n ", "x".repeat(501)]) {
        const failure = yield* Effect.flip(searchArticles(query, 10).pipe(finding({})))
        assert.match(failure.message, /^q: /)
      }
    }),
  )
})

describe("related articles", () => {
  it.effect("are the nearest others", () =>
    Effect.gen(function* () {
      const found = yield* relatedArticles(ArticleId.make(5), 2).pipe(
        finding({
          near: [
            [5, 1],
            [2, 0.9],
            [3, 0.8],
            [4, 0.7],
          ],
        }),
      )
      assert.deepStrictEqual(numbers(found), [2, 3])
      assert.strictEqual(found[0]?.score, 0.9)
    }),
  )

  it.effect("are empty if the article has no vector, and a failure if there is no article", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* relatedArticles(ArticleId.make(9), 2).pipe(finding({ near: [[1, 1]] })),
        [],
      )
      const failure = yield* Effect.flip(relatedArticles(ArticleId.make(10), 2).pipe(finding({})))
      assert.strictEqual(failure._tag, "ArticleNotFound")
    }),
  )
})
