import type { SyncRuns } from "@daybook/kernel"
import {
  type ArticleStore,
  backfillBodyExcerpts,
  type Embedder,
  type PlainText,
  reembedArticles,
  type VectorIndex,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import { ArticlesEmbedded, ExcerptsFilled, ReadingAdminGroup } from "./group.ts"
import { handlersOf, makeRunDetached, workFailed } from "../../forRoutes.ts"

export const layer = handlersOf(ReadingAdminGroup, function* (handlers) {
  const carryOn = yield* makeRunDetached<ArticleStore | VectorIndex | Embedder | PlainText | SyncRuns>()

  return handlers.handleAll({
    backfillBodyExcerpt: ({ payload: { force = false, limit = 2_000, offset = 0 } }) =>
      Effect.map(carryOn(backfillBodyExcerpts({ force, limit, offset })), ExcerptsFilled.of),

    reembedReading: ({ payload: { batchSize = 50, limit = 2_000, offset = 0, onlyMissing = false } }) =>
      carryOn(reembedArticles({ batchSize, limit, offset, onlyMissing })).pipe(
        Effect.map(ArticlesEmbedded.of),
        Effect.mapError((error) => workFailed(`${error.source}: ${error.message}`)),
      ),
  })
})
