import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Embedder, LocalEmbedder } from "../src/index.ts"

const embed = (...texts: ReadonlyArray<string>) =>
  Effect.flatMap(Embedder, (embedder) => embedder.embed(texts)).pipe(Effect.provide(LocalEmbedder))

const cosine = (one: Float32Array = new Float32Array(), other: Float32Array = new Float32Array()) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

const nearness = Effect.fnUntraced(function* (one: string, other: string) {
  const { vectors } = yield* embed(one, other)
  return cosine(vectors[0], vectors[1])
})

describe("the local embedder", () => {
  it.effect("puts texts on one subject nearer to each other than to another", () =>
    Effect.gen(function* () {
      const tides = "The tides follow the moon: spring tides at full moon, neap tides at the half."
      const sea = "Why is a spring tide higher? The moon and the sun pull at the sea together."
      const bread = "Sourdough bread needs flour, water, salt and two days of patience."
      const near = yield* nearness(tides, sea)
      assert.isAbove(near, 2 * (yield* nearness(tides, bread)))
      assert.isAbove(near, 2 * (yield* nearness(sea, bread)))
    }),
  )

  it.effect("knows a word in its other forms, and without its accents", () =>
    Effect.gen(function* () {
      assert.isAbove(yield* nearness("running", "runners run"), 0.2)
      assert.isBelow(Math.abs(yield* nearness("running", "cathedral")), 0.15)
      assert.closeTo(yield* nearness("Café São João", "cafe sao joao"), 1, 1e-6)
    }),
  )

  it.effect("calls near a word in another form, and nothing for nonsense", () =>
    Effect.gen(function* () {
      const { nearFrom = 0 } = yield* Effect.provide(Embedder, LocalEmbedder)
      assert.isAbove(yield* nearness("lighthouse keeping", "Lighthouses"), nearFrom)
      const text = "Why carriages haul: a visit to the depot where gauges are made to depart"
      for (const query of ["zzzz", "qwxz", "xyzzy", "blorptang"]) {
        assert.isBelow(yield* nearness(query, text), nearFrom, query)
      }
    }),
  )

  it.effect("counts words as tokens", () =>
    Effect.map(embed("One, two; three.", "four", "—"), ({ tokens }) => assert.strictEqual(tokens, 4)),
  )

  it.effect("returns the same vectors in every release: stored ones stay comparable", () =>
    Effect.gen(function* () {
      const [vector] = (yield* embed("The quick brown fox")).vectors
      const largest = [...(vector ?? [])].map((value, at) => [at, Math.round(value * 1000)] as const)
      largest.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
      assert.deepStrictEqual(largest.slice(0, 4), [
        [16, -409],
        [415, -409],
        [200, 345],
        [227, 345],
      ])
    }),
  )

  it.effect.prop(
    "returns vectors of length 1, or 0 if there is no word",
    [Schema.Array(Schema.String)],
    ([texts]) =>
      Effect.gen(function* () {
        const { vectors } = yield* embed(...texts)
        assert.strictEqual(vectors.length, texts.length)
        for (const [at, vector] of vectors.entries()) {
          assert.strictEqual(vector.length, 512)
          const expected = /[\p{L}\p{N}]/u.test((texts[at] ?? "").normalize("NFKD")) ? 1 : 0
          assert.closeTo(Math.sqrt(cosine(vector, vector)), expected, 1e-5)
        }
      }),
  )
})
