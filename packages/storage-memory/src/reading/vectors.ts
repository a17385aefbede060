import { type ArticleId, ExactVectors, VectorIndex } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"

interface StoredArticle {
  readonly model: string
  readonly textHash: string
  readonly vector: Float32Array
}

const spaceOf = (model: string, dimensions: number) => `${dimensions} ${model}`

/** The vectors of articles in memory, searched one by one. */
export const layer = Layer.effect(
  VectorIndex,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const kept = new Map<ArticleId, StoredArticle>()
    const spaces = new Map<string, ExactVectors<ArticleId>>()

    const put = (id: ArticleId, one: StoredArticle): void => {
      const before = kept.get(id)
      if (before !== undefined) spaces.get(spaceOf(before.model, before.vector.length))?.delete(id)
      const space = spaceOf(one.model, one.vector.length)
      const vectors = spaces.get(space) ?? new ExactVectors<ArticleId>(one.vector.length)
      vectors.set(id, one.vector)
      spaces.set(space, vectors)
      kept.set(id, one)
    }

    return VectorIndex.of({
      store: (model, vectors) =>
        Effect.sync(() => {
          for (const { id, textHash, vector } of vectors) put(id, { model, textHash, vector })
          raiseVersion(versions, "reading-vectors")
        }),
      settle: Effect.void,
      prepare: Effect.void,
      textHashes: (model, ids) =>
        Effect.sync(
          () =>
            new Map(
              ids.flatMap((id) => {
                const one = kept.get(id)
                return one?.model === model ? [[id, one.textHash] as const] : []
              }),
            ),
        ),
      vectorOf: (model, id) =>
        Effect.sync(() => {
          const one = kept.get(id)
          return one?.model === model ? Option.some(one.vector) : Option.none()
        }),
      nearest: (model, vector, limit) =>
        Effect.sync(() => spaces.get(spaceOf(model, vector.length))?.nearest(vector, limit) ?? []),
    })
  }),
)
