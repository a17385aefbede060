import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { bookHandlers } from "./books/handlers.ts"
import { deviceHandlers } from "./devices/handlers.ts"
import { editsOfReading } from "./edits.ts"
import { ReadingGroup } from "./group.ts"
import { listHandlers } from "./lists/handlers.ts"
import { overviewHandlers } from "./overview/handlers.ts"
import { Review } from "./review.ts"
import { saveHandlers } from "./saving/handlers.ts"
import { shownArticles } from "./shown.ts"
import { Archive, FoundArticles } from "./wire.ts"
import {
  handlersOf,
  journalHandlers,
  notFound,
  pagedWith,
  pageOf,
  refused,
  rememberedReads,
  shownIn,
} from "../forRoutes.ts"
import { withImageVersions } from "../itemImages.ts"

const dataVersions = withImageVersions(Reading.reading.dataVersions)

export const layer = handlersOf(ReadingGroup, function* (handlers) {
  type Services = Reading.ArticleStore | Reading.VectorIndex | Reading.Embedder | DateTime.CurrentTimeZone
  const services = yield* Effect.context<Services>()
  const remembered = yield* rememberedReads<Services>(dataVersions)

  const shown = yield* shownArticles

  const foundOf = Effect.fnUntraced(function* (found: ReadonlyArray<Reading.FoundArticle>) {
    return { data: yield* shown(found) }
  })

  return handlers.handleAll({
    ...(yield* journalHandlers(Reading.reading, Review)),
    ...(yield* listHandlers(dataVersions)),
    ...(yield* overviewHandlers(dataVersions)),
    ...(yield* bookHandlers(dataVersions)),
    ...(yield* deviceHandlers(dataVersions)),
    ...(yield* editsOfReading),
    ...(yield* saveHandlers),

    archive: remembered(Archive, ({ query }) =>
      pagedWith(query, (page) => refused(Reading.readingArchive({ ...query, ...page })), shown),
    ),

    // Not cached: a poorer response, made while the embedder fails, must not stay.
    search: ({ query }) =>
      Reading.searchArticles(query.q ?? "", pageOf(query).limit).pipe(
        refused,
        Effect.provideContext(services),
        Effect.flatMap(foundOf),
        Effect.flatMap((articles) => shownIn(FoundArticles, articles)),
        Effect.map((json) => json ?? { data: [] }),
      ),

    related: remembered(FoundArticles, function* ({ params, query }) {
      const id = Reading.ArticleId.make(params.id)
      const found = yield* Reading.relatedArticles(id, pageOf(query).limit).pipe(
        Effect.mapError((error) => notFound(error.message)),
      )
      return yield* foundOf(found)
    }),
  })
})
