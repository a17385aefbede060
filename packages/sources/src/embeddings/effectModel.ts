import { SourceError } from "@daybook/kernel"
import { countWords, Embedder } from "@daybook/reading"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AiError } from "effect/ai/AiError"
import { EmbeddingModel } from "effect/ai/EmbeddingModel"

const kindOf = ({ reason }: AiError): SourceError["failure"] => {
  switch (reason._tag) {
    case "RateLimitError":
    case "QuotaExhaustedError":
      return "rate limited"
    case "AuthenticationError":
      return "unauthorized"
    case "NetworkError":
    case "InternalProviderError":
      return "unavailable"
    default:
      return "malformed answer"
  }
}

// The provider's message may repeat the text it was sent, so only its kind is reported.
const failureOf = (model: string, error: AiError): SourceError =>
  new SourceError({
    source: model,
    failure: kindOf(error),
    message: `The embedding model ${model} failed (${error.reason._tag})`,
    ...(error.retryAfter === undefined
      ? {}
      : { retryAfter: Math.ceil(Duration.toSeconds(error.retryAfter)) }),
  })

/**
 * Vectors by an `EmbeddingModel` of Effect's, which its provider packages give. `model` names it: vectors of two names
 * are never compared.
 */
export const layerOf = (model: string): Layer.Layer<Embedder, never, EmbeddingModel> =>
  Layer.effect(
    Embedder,
    Effect.map(EmbeddingModel, ({ embedMany }) => ({
      model,
      embed: (texts) =>
        embedMany(texts).pipe(
          Effect.map(({ embeddings, usage }) => ({
            vectors: embeddings.map(({ vector }) => Float32Array.from(vector)),
            tokens: usage.inputTokens ?? texts.reduce((sum, text) => sum + countWords(text), 0),
          })),
          Effect.mapError((error) => failureOf(model, error)),
        ),
    })),
  )
