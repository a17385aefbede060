import { Embedder } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AiError from "effect/ai/AiError"
import * as EmbeddingModel from "effect/ai/EmbeddingModel"
import { Embeddings } from "../../src/index.ts"

type Provider = Parameters<typeof EmbeddingModel.make>[0]["embedMany"]

const embed = (embedMany: Provider, ...texts: ReadonlyArray<string>) =>
  Effect.flatMap(Embedder, (embedder) => embedder.embed(texts)).pipe(
    Effect.provide(
      Embeddings.layerOf("a-model").pipe(
        Layer.provide(Layer.effect(EmbeddingModel.EmbeddingModel, EmbeddingModel.make({ embedMany }))),
      ),
    ),
  )

const failing = (reason: AiError.AiErrorReason) => () =>
  Effect.fail(AiError.make({ module: "Test", method: "embedMany", reason }))

describe("embeddings by a model of Effect's", () => {
  it.effect("are in the order of the texts, with the provider's count of tokens or our own", () =>
    Effect.gen(function* () {
      const results = [
        [0.6, 0.8],
        [1, 0],
      ]
      const counted = yield* embed(
        () => Effect.succeed({ results, usage: { inputTokens: 9 } }),
        "one",
        "two words",
      )
      assert.deepStrictEqual(
        counted.vectors,
        results.map((vector) => Float32Array.from(vector)),
      )
      assert.strictEqual(counted.tokens, 9)
      const uncounted = yield* embed(
        () => Effect.succeed({ results, usage: { inputTokens: undefined } }),
        "one",
        "two words",
      )
      assert.strictEqual(uncounted.tokens, 3)
    }),
  )

  it.effect("fail with a SourceError", () =>
    Effect.gen(function* () {
      const limited = yield* Effect.flip(
        embed(failing(new AiError.RateLimitError({ retryAfter: Duration.seconds(20) })), "one"),
      )
      assert.deepInclude(limited, { source: "a-model", failure: "rate limited", retryAfter: 20 })
      const refused = yield* Effect.flip(
        embed(failing(new AiError.AuthenticationError({ kind: "InvalidKey" })), "one"),
      )
      assert.strictEqual(refused.failure, "unauthorized")
    }),
  )
})
