import {
  reembedArticles,
  type ReembedRequest,
  searchArticles,
  fillExcerptsAndVectors,
  VectorIndex,
} from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import {
  cleanedBy,
  everyArticle,
  idsByTitle,
  makeEmbedder,
  plainText,
  properties,
  type ReadingPorts,
  refusing,
  saved,
  store,
} from "./articles.ts"

const reembed = (request: Partial<ReembedRequest> = {}) =>
  Effect.map(
    reembedArticles({ limit: 2_000, offset: 0, batchSize: 50, onlyMissing: false, ...request }),
    ({ tookMillis: _took, ...counts }) => counts,
  )

const History = Schema.Struct({
  count: Schema.Literals([0, 1, 6, 15]),
  /** The articles whose title changes after they were embedded. */
  retitled: Schema.Array(Schema.Literals([0, 1, 2, 3, 9, 14])).check(Schema.isBetweenLength(0, 4)),
  /** The number of articles embedded by the second model before the missing ones are requested. */
  early: Schema.Literals([0, 2, 5]),
  batchSize: Schema.Literals([1, 4, 50]),
})

/** Contract: embedding articles. */
export const reembeddingContract = (fresh: () => Layer.Layer<ReadingPorts>): void => {
  it.effect("articles with any text are embedded, in batches, and found again by meaning", () => {
    const { asked, layer } = makeEmbedder("m")
    return Effect.gen(function* () {
      yield* store(
        saved("1", { title: "Harbours", content: "<p>of salt</p>" }),
        saved("2", { title: "" }),
        saved("3", { title: "", description: "Bread" }),
      )
      assert.deepStrictEqual(yield* reembed({ batchSize: 1 }), {
        scanned: 2,
        embedded: 2,
        skipped: 0,
        tokens: 2,
      })
      assert.sameMembers(asked, ["Harbours", "Bread"])
      yield* Effect.provide(fillExcerptsAndVectors, cleanedBy(1))
      assert.include(asked, "Harbours\n\nof salt")
      assert.lengthOf(asked, 3)
      assert.deepStrictEqual(yield* reembed({ onlyMissing: true }), {
        scanned: 2,
        embedded: 0,
        skipped: 2,
        tokens: 0,
      })
      const [found] = yield* searchArticles("bread", 10)
      assert.strictEqual(found?.description, "Bread")
    }).pipe(Effect.provide([layer, plainText, fresh()]))
  })

  it.effect("limit and offset go by number over the articles that have text", () => {
    const { asked, layer } = makeEmbedder("m")
    return Effect.gen(function* () {
      const titles = ["A", "", "B", "C", "D"]
      yield* store(...titles.map((title, index) => saved(String(index), { title })))
      assert.strictEqual((yield* reembed({ limit: 2, offset: 1 })).scanned, 2)
      assert.sameMembers(asked, ["B", "C"])
      assert.strictEqual((yield* reembed({ offset: 4 })).scanned, 0)
    }).pipe(Effect.provide([layer, plainText, fresh()]))
  })

  it.effect("a failing batch fails the call, and stored vectors stay", () =>
    Effect.gen(function* () {
      yield* store(...["good", "bad", "fine"].map((title, index) => saved(String(index), { title })))
      const failure = yield* Effect.flip(Effect.provide(reembed({ batchSize: 1 }), refusing("m", "bad")))
      assert.strictEqual(failure.message, "does not answer")
      const { asked, layer } = makeEmbedder("m")
      yield* Effect.provide(reembed({ onlyMissing: true }), layer)
      assert.include(asked, "bad")
      assert.notInclude(asked, "good")
    }).pipe(Effect.provide([plainText, fresh()])),
  )

  it.effect.prop(
    "after a change of the model exactly the articles without a vector of this text by this model are missing",
    { history: History },
    ({ history: { batchSize, count, early, retitled } }) => {
      const first = makeEmbedder("first")
      const second = makeEmbedder("second")
      return Effect.gen(function* () {
        const index = yield* VectorIndex
        const titles = Array.from({ length: count }, (_, place) => `Title ${place}`)
        yield* store(...titles.map((title, place) => saved(String(place), { title })))
        yield* Effect.provide(reembed({ batchSize }), first.layer)
        if (early > 0) yield* Effect.provide(reembed({ limit: early, batchSize }), second.layer)
        const stale = new Set(titles.slice(early))
        for (const place of new Set(retitled)) {
          const title = titles[place]
          if (title === undefined) continue
          yield* store(saved(String(place), { title: `New ${title}` }))
          stale.delete(title)
          stale.add(`New ${title}`)
        }
        second.asked.length = 0
        const done = yield* Effect.provide(reembed({ onlyMissing: true, batchSize }), second.layer)
        assert.sameMembers(second.asked, [...stale])
        assert.deepStrictEqual(done, {
          scanned: count,
          embedded: stale.size,
          skipped: count - stale.size,
          tokens: stale.size,
        })
        const again = yield* Effect.provide(reembed({ onlyMissing: true, batchSize }), second.layer)
        assert.deepStrictEqual(again, { scanned: count, embedded: 0, skipped: count, tokens: 0 })

        // All vectors are in the space of the second model, none in the first's.
        const idOf = yield* idsByTitle
        for (const { title } of yield* everyArticle) {
          const found = yield* index.nearest("second", second.vectorOf(title), count)
          assert.strictEqual(found.length, count)
          assert.include(
            found.filter(({ score }) => score > 0.999).map(({ id }) => id),
            idOf(title),
          )
        }
        assert.deepStrictEqual(yield* index.nearest("first", first.vectorOf("Title"), count + 1), [])
      }).pipe(Effect.provide([plainText, fresh()]))
    },
    properties,
  )
}
