import { ArticleStore, backfillBodyExcerpts, type BackfillRequest } from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { everyArticle, plainText, properties, type ReadingPorts, saved, store } from "./articles.ts"

const backfill = (request: Partial<BackfillRequest> = {}) =>
  backfillBodyExcerpts({ limit: 2_000, offset: 0, force: false, ...request }).pipe(
    Effect.map(({ scanned, updated }) => ({ scanned, updated })),
    Effect.provide(plainText),
  )

const excerpts = Effect.gen(function* () {
  const articles = yield* ArticleStore
  const texts = yield* articles.texts((yield* everyArticle).map(({ id }) => id))
  return texts.map(({ excerpt }) => excerpt)
})

const Plan = Schema.Struct({
  count: Schema.Literals([0, 1, 5, 12, 23]),
  chunk: Schema.Literals([1, 2, 5, 7, 30]),
  /** The articles that have an excerpt beforehand. */
  done: Schema.Array(Schema.Literals([0, 1, 2, 3, 4, 5, 6, 7])).check(Schema.isBetweenLength(0, 5)),
})

/** Contract: deriving excerpts. */
export const excerptsContract = (fresh: () => Layer.Layer<ReadingPorts>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ReadingPorts>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "an excerpt is derived once, from the content, and is empty if there is none",
    Effect.gen(function* () {
      yield* store(
        saved("1", { content: "<p>One  <b>two</b></p>" }),
        saved("2"),
        saved("3", { content: "<img>" }),
      )
      assert.deepStrictEqual(yield* excerpts, ["", "", ""])
      assert.deepStrictEqual(yield* backfill(), { scanned: 3, updated: 3 })
      assert.deepStrictEqual(yield* excerpts, ["One two", "", ""])
      assert.deepStrictEqual(yield* backfill(), { scanned: 0, updated: 0 })
      assert.deepStrictEqual(yield* backfill({ force: true }), { scanned: 3, updated: 3 })
      yield* store(saved("4", { content: "four" }))
      assert.deepStrictEqual(yield* backfill(), { scanned: 1, updated: 1 })
    }),
  )

  test(
    "new or changed content loses its excerpt, and no other does",
    Effect.gen(function* () {
      yield* store(saved("1", { content: "one" }), saved("2", { content: "two" }), saved("3"))
      yield* backfill()
      yield* store(
        saved("1", { content: "one", starred: true }),
        saved("2", { content: "two again" }),
        saved("3", { content: "three" }),
      )
      assert.deepStrictEqual(yield* excerpts, ["one", "", ""])
      yield* store(saved("1", { title: "Another" }))
      assert.deepStrictEqual(yield* backfill(), { scanned: 2, updated: 2 })
      assert.deepStrictEqual(yield* excerpts, ["one", "two again", "three"])
    }),
  )

  test(
    "an excerpt of a content that was replaced in the meantime is not stored",
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      yield* store(saved("1", { content: "old" }))
      const [read] = yield* articles.contents((yield* everyArticle).map(({ id }) => id))
      assert.isDefined(read)
      assert.strictEqual(read.content, "old")
      yield* store(saved("1", { content: "new" }))
      assert.strictEqual(yield* articles.storeExcerpts([{ ...read, excerpt: "old" }]), 0)
      assert.deepStrictEqual(yield* excerpts, [""])
      assert.deepStrictEqual(yield* backfill(), { scanned: 1, updated: 1 })
      assert.deepStrictEqual(yield* excerpts, ["new"])
    }),
  )

  test(
    "an excerpt has at most 12,000 characters",
    Effect.gen(function* () {
      yield* store(saved("1", { content: "word ".repeat(5_000) }))
      yield* backfill()
      const [excerpt = ""] = yield* excerpts
      assert.isAbove(excerpt.length, 11_900)
      assert.isAtMost(excerpt.length, 12_000)
    }),
  )

  it.effect.prop(
    "chunks by offset with force touch each article once; without force only those that lack an excerpt",
    { plan: Plan },
    ({ plan: { chunk, count, done } }) =>
      Effect.gen(function* () {
        const articles = yield* ArticleStore
        yield* store(
          ...Array.from({ length: count }, (_, index) => saved(String(index), { content: `${index}` })),
        )
        const ids = yield* articles.toExcerpt({ limit: 100, offset: 0, all: true })
        assert.deepStrictEqual(
          ids,
          ids.toSorted((a, b) => a - b),
        )
        const early = new Set(done.flatMap((place) => ids[place] ?? []))
        const contents = yield* articles.contents([...early])
        yield* articles.storeExcerpts(contents.map((one) => ({ ...one, excerpt: "early" })))
        assert.strictEqual((yield* backfill()).updated, count - early.size)

        const touched: Array<number> = []
        for (let offset = 0; offset < count + chunk; offset += chunk) {
          const part = yield* articles.toExcerpt({ limit: chunk, offset, all: true })
          const { scanned, updated } = yield* backfill({ force: true, limit: chunk, offset })
          assert.deepStrictEqual([scanned, updated], [part.length, part.length])
          touched.push(...part)
        }
        assert.deepStrictEqual(touched, [...ids])
        assert.deepStrictEqual(
          yield* excerpts,
          ids.map((_, index) => String(index)),
        )
      }).pipe(Effect.provide(fresh())),
    properties,
  )
}
