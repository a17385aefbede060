import type { DataVersions } from "@daybook/kernel"
import { raisesVersion } from "@daybook/kernel/contract"
import { ArticleId, type ArticleVector, VectorIndex } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { properties } from "./articles.ts"

type VectorPorts = VectorIndex | DataVersions

const at = (id: number, ...numbers: ReadonlyArray<number>): ArticleVector => ({
  id: ArticleId.make(id),
  textHash: `text of ${id}`,
  vector: Float32Array.from(numbers),
})

const nearest = Effect.fnUntraced(function* (model: string, numbers: ReadonlyArray<number>, limit = 10) {
  const index = yield* VectorIndex
  const found = yield* index.nearest(model, Float32Array.from(numbers), limit)
  return found.map(({ id, score }) => `${id}: ${score.toFixed(3)}`)
})

const cosine = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  const dot = (one: ReadonlyArray<number>, other: ReadonlyArray<number>) =>
    one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

const Direction = Schema.Tuple([
  Schema.Literals([-3, -1, 1, 2, 5]),
  Schema.Literals([-2, -1, 0, 1, 3]),
  Schema.Literals([-1, 0, 0, 1, 4]),
])

const History = Schema.Struct({
  batches: Schema.Array(
    Schema.Struct({
      model: Schema.Literals(["one", "one", "other"]),
      vectors: Schema.Array(Schema.Tuple([Schema.Literals([1, 2, 3, 4, 5, 6, 7, 8, 9]), Direction])).check(
        Schema.isBetweenLength(1, 8),
      ),
    }),
  ).check(Schema.isBetweenLength(1, 6)),
  asked: Direction,
  limit: Schema.Literals([1, 3, 20]),
})

/**
 * The contract of every `VectorIndex`, and of the version of "reading-vectors" next to it.
 */
export const vectorIndexContract = (adapter: string, fresh: () => Layer.Layer<VectorPorts>): void => {
  const test = (name: string, body: Effect.Effect<void, never, VectorPorts>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  describe(`${adapter}: vectors`, () => {
    test(
      "the nearest by cosine come first, their length does not matter, and equally near ones by number",
      Effect.gen(function* () {
        const index = yield* VectorIndex
        assert.deepStrictEqual(yield* nearest("m", [1, 0]), [])
        assert.isFalse(yield* index.prepare("m"))
        yield* index.store("m", [at(1, 0, 9), at(2, 5, 5), at(3, 0.1, 0), at(4, 7, 0), at(5, -1, 0)])
        assert.deepStrictEqual([yield* index.prepare("m"), yield* index.prepare("n")], [true, false])
        assert.deepStrictEqual(yield* nearest("m", [3, 0]), [
          "4: 1.000",
          "3: 1.000",
          "2: 0.707",
          "1: 0.000",
          "5: -1.000",
        ])
        assert.deepStrictEqual(yield* nearest("m", [3, 0], 2), ["4: 1.000", "3: 1.000"])
      }),
    )

    test(
      "an article has one vector: the last",
      Effect.gen(function* () {
        const index = yield* VectorIndex
        yield* index.store("m", [at(1, 1, 0), at(2, 0, 1)])
        yield* index.store("m", [at(1, 0, 2)])
        assert.deepStrictEqual(yield* nearest("m", [0, 1]), ["2: 1.000", "1: 1.000"])
        yield* index.store("m", [{ ...at(2, 1, 1), textHash: "another text" }])
        assert.deepStrictEqual(yield* nearest("m", [0, 1]), ["1: 1.000", "2: 0.707"])
        const hashes = yield* index.textHashes(
          "m",
          [1, 2, 3].map((id) => ArticleId.make(id)),
        )
        assert.deepStrictEqual(
          [...hashes].toSorted(([a], [b]) => a - b),
          [
            [1, "text of 1"],
            [2, "another text"],
          ],
        )
      }),
    )

    test(
      "spaces are never mixed: neither models nor lengths",
      Effect.gen(function* () {
        const index = yield* VectorIndex
        yield* index.store("m", [at(1, 1, 0), at(2, 1, 0, 0), at(3, 1, 0)])
        yield* index.store("n", [at(4, 1, 0)])
        assert.deepStrictEqual(yield* nearest("m", [1, 0]), ["3: 1.000", "1: 1.000"])
        assert.deepStrictEqual(yield* nearest("m", [1, 0, 0]), ["2: 1.000"])
        assert.deepStrictEqual(yield* nearest("n", [1, 0]), ["4: 1.000"])
        assert.deepStrictEqual(yield* nearest("n", [1, 0, 0]), [])
        // The vector of another model replaces the article's own.
        yield* index.store("n", [at(3, 0, 1)])
        assert.deepStrictEqual(yield* nearest("m", [1, 0]), ["1: 1.000"])
        assert.deepStrictEqual(yield* nearest("n", [1, 0]), ["4: 1.000", "3: 0.000"])
        const three = ArticleId.make(3)
        assert.strictEqual((yield* index.textHashes("m", [three])).size, 0)
        assert.deepStrictEqual(yield* index.vectorOf("m", three), Option.none())
        assert.deepStrictEqual(yield* index.vectorOf("n", three), Option.some(Float32Array.of(0, 1)))
      }),
    )

    test(
      "a vector comes back as it was stored",
      Effect.gen(function* () {
        const index = yield* VectorIndex
        const vector = Float32Array.from({ length: 700 }, (_, place) => Math.sin(place) / 3)
        yield* index.store("m", [{ ...at(1), vector }])
        assert.deepStrictEqual(yield* index.vectorOf("m", ArticleId.make(1)), Option.some(vector))
        assert.deepStrictEqual(yield* index.vectorOf("m", ArticleId.make(2)), Option.none())
      }),
    )

    test(
      "storing raises the version",
      Effect.gen(function* () {
        const index = yield* VectorIndex
        yield* raisesVersion("reading-vectors", "a vector", index.store("m", [at(1, 1)]))
      }),
    )

    it.effect.prop(
      "whatever is stored and replaced, the nearest equal those of a plain search through all",
      { history: History },
      ({ history }) =>
        Effect.gen(function* () {
          const index = yield* VectorIndex
          const model = new Map<number, { readonly model: string; readonly numbers: ReadonlyArray<number> }>()
          for (const batch of history.batches) {
            const last = new Map(batch.vectors)
            yield* index.store(
              batch.model,
              Array.from(last, ([id, numbers]) => at(id, ...numbers)),
            )
            for (const [id, numbers] of last) model.set(id, { model: batch.model, numbers })
            for (const space of ["one", "other"]) {
              const found = yield* index.nearest(space, Float32Array.from(history.asked), history.limit)
              const expected = Array.from(model, ([id, stored]) => ({ id, ...stored }))
                .filter((stored) => stored.model === space)
                .map(({ id, numbers }) => ({ id, score: cosine(numbers, history.asked) }))
                .sort((a, b) => b.score - a.score)
                .slice(0, history.limit)
              assert.lengthOf(found, expected.length)
              for (const [place, { id, score }] of found.entries()) {
                assert.closeTo(score, expected[place]?.score ?? 9, 1e-5)
                assert.closeTo(score, cosine(model.get(id)?.numbers ?? [], history.asked), 1e-5)
              }
              assert.strictEqual(new Set(found.map(({ id }) => id)).size, found.length)
            }
          }
        }).pipe(Effect.provide(fresh())),
      properties,
    )
  })
}

/**
 * The contract of a durable `VectorIndex`, next to `vectorIndexContract`. `make` returns a function that opens one new
 * and empty store: each layer that it returns is the same store, opened by another server.
 */
export const durableVectorIndexContract = (
  adapter: string,
  make: () => () => Layer.Layer<VectorPorts>,
): void => {
  describe(`${adapter}: vectors that outlive the process`, () => {
    it.effect(
      "articles and vectors that one server stores are found by another at once, whatever it held before",
      () => {
        const open = make()
        return Effect.scoped(
          Effect.gen(function* () {
            const server = Effect.suspend(() => Layer.build(Layer.fresh(open())))
            const [one, other] = [yield* server, yield* server]
            const store = (...vectors: ReadonlyArray<ArticleVector>) =>
              Effect.flatMap(VectorIndex, (index) => index.store("m", vectors))
            const seenBy = (services: typeof one) => Effect.provideContext(nearest("m", [1, 0]), services)

            yield* Effect.provideContext(store(at(1, 1, 0)), one)
            assert.deepStrictEqual(yield* seenBy(other), ["1: 1.000"])
            yield* Effect.provideContext(store(at(2, 0, 1), at(3, 1, 1), at(4, 1, 2)), other)
            const all = ["1: 1.000", "3: 0.707", "4: 0.447", "2: 0.000"]
            assert.deepStrictEqual(yield* seenBy(one), all)
            yield* Effect.provideContext(store(at(3, 0, 1)), one)
            const moved = ["1: 1.000", "4: 0.447", "3: 0.000", "2: 0.000"]
            assert.deepStrictEqual(yield* seenBy(other), moved)
            yield* Effect.provideContext(
              Effect.flatMap(VectorIndex, (index) => index.store("n", [at(1, 1, 0)])),
              other,
            )
            assert.deepStrictEqual(yield* seenBy(one), moved.slice(1))
            assert.deepStrictEqual(yield* seenBy(yield* server), moved.slice(1))
          }),
        )
      },
    )
  })
}
