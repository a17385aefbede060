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
  const carryOn = yield* makeRunDetached
  const services = yield* Effect.context<ArticleStore | VectorIndex | Embedder | PlainText | SyncRuns>()

  return handlers.handleAll({
    backfillBodyExcerpt: ({ payload: { force = false, limit = 2_000, offset = 0 } }) =>
      carryOn(Effect.provideContext(backfillBodyExcerpts({ force, limit, offset }), services)).pipe(
        Effect.map(ExcerptsFilled.of),
      ),

    reembedReading: ({ payload: { batchSize = 50, limit = 2_000, offset = 0, onlyMissing = false } }) =>
      carryOn(
        Effect.provideContext(reembedArticles({ batchSize, limit, offset, onlyMissing }), services),
      ).pipe(
        Effect.map(ArticlesEmbedded.of),
        Effect.mapError((error) => workFailed(`${error.source}: ${error.message}`)),
      ),
  })
})
