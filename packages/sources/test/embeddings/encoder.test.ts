import { Embedder } from "@daybook/reading"
import { Embeddings } from "@daybook/sources"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

const near = (one: Float32Array = new Float32Array(), other: Float32Array = new Float32Array()) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

describe("the shipped encoder", () => {
  it.live("returns the vectors that TensorFlow.js gives, by meaning", () =>
    Effect.gen(function* () {
      const { embed, model } = yield* Embedder
      assert.strictEqual(model, "universal-sentence-encoder-lite")
      const { tokens, vectors } = yield* embed(["car", "automobile", "banana", "   ", "word ".repeat(2_000)])
      const [car, automobile, banana, spaces, long] = vectors
      // Figures of @tensorflow/tfjs-core 4.22.0.
      assert.closeTo(near(car, automobile), 0.687284, 1e-4)
      assert.closeTo(near(car, banana), 0.351974, 1e-4)
      assert.closeTo(car?.[0] ?? 0, -0.0434865, 1e-5)
      assert.closeTo(near(long, long), 1, 1e-5)
      assert.strictEqual(spaces?.every(Number.isFinite), true)
      assert.isAbove(tokens, 2_000)
    }).pipe(Effect.provide(Embeddings.encoder)),
  )

  it.live("calls near those that mean a question, and none for nonsense", () =>
    Effect.gen(function* () {
      const { embed, nearFrom = 0 } = yield* Embedder
      const texts = ["Why electric automobiles lose range in winter", "A beginner's guide to sourdough"]
      const isNear = Effect.fnUntraced(function* (query: string) {
        const [asked, ...vectors] = (yield* embed([query, ...texts])).vectors
        return vectors.map((vector) => near(asked, vector) >= nearFrom)
      })
      assert.deepStrictEqual(yield* isNear("cars driving far when it is freezing"), [true, false])
      assert.deepStrictEqual(yield* isNear("baking bread at home"), [false, true])
      for (const query of ["zzzz", "qwxz", "asdfghjkl", "xyzzy", "98451273"]) {
        assert.deepStrictEqual(yield* isNear(query), [false, false], query)
      }
    }).pipe(Effect.provide(Embeddings.encoder)),
  )

  it.live("serves a search before the rest of a batch, and drops texts that no one waits for", () =>
    Effect.gen(function* () {
      const { embed } = yield* Embedder
      yield* embed(["warm"])
      const ended: Array<string> = []
      const long = "a long text about gardens ".repeat(30)
      const batch = yield* embed(Array.from({ length: 20 }, () => long)).pipe(
        Effect.andThen(Effect.sync(() => ended.push("batch"))),
        Effect.forkChild({ startImmediately: true }),
      )
      yield* Effect.timeoutOption(embed(Array.from({ length: 1_000 }, () => long)), "1 millis")
      yield* embed(["a search"])
      ended.push("search")
      yield* Fiber.join(batch)
      assert.deepStrictEqual(ended, ["search", "batch"])
    }).pipe(Effect.provide(Embeddings.encoder)),
  )

  it.live("states what to install where Transformers.js is missing", () =>
    Effect.gen(function* () {
      const { embed } = yield* Embedder
      const { failure, message } = yield* Effect.flip(embed(["text"]))
      assert.strictEqual(failure, "unavailable")
      assert.include(message, "npm install @huggingface/transformers")
    }).pipe(Effect.provide(Embeddings.transformers({ folder: "nowhere", model: "nobody/none" }))),
  )
})
