import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { DateRangeInput } from "@daybook/kernel"
import {
  type Asked,
  badRequest,
  type ById,
  notFound,
  paged,
  pagedWith,
  type PageQuery,
  refused,
  rememberedReads,
  shownIn,
} from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"
import { shownArticles } from "../shown.ts"
import { highlightShown, shownHighlights } from "./shownHighlights.ts"
import { statsShown } from "./statsShown.ts"
import { Archive } from "../wire.ts"
import { Groups, HighlightAnswer, Highlights, ReadArticles, StatsAnswer, WholeArticleAnswer } from "./wire.ts"

type Services = Reading.ArticleStore | Reading.CleanHtml | Reading.PlainText | DateTime.CurrentTimeZone

interface HighlightQuery extends DateRangeInput {
  readonly q?: string
  readonly article_id?: number
}

const highlightsAsked = ({ article_id, ...range }: HighlightQuery) => ({
  ...range,
  articleId: article_id === undefined ? undefined : Reading.ArticleId.make(article_id),
})

/** The handlers of the lists of reading. */
export const listHandlers = Effect.fnUntraced(function* (dataVersions: ReadonlyArray<string>) {
  const services = yield* Effect.context<Services>()
  const remembered = yield* rememberedReads<Services>(dataVersions)
  const shown = yield* shownArticles
  const itemImages = yield* ItemImages
  const highlightsShown = yield* shownHighlights
  const oneHighlight = yield* highlightShown
  const stats = yield* statsShown

  const groups = (by: Reading.Grouping) =>
    remembered(Groups, ({ query }: Asked<PageQuery>) =>
      paged(query, (page) => Reading.articleGroups(by, page)),
    )

  return {
    articles: remembered(Archive, ({ query }: Asked<Partial<Reading.ArticlesQuery> & PageQuery>) =>
      pagedWith(query, (page) => refused(Reading.listArticles({ ...query, ...page })), shown),
    ),
    article: remembered(WholeArticleAnswer, function* ({ params }: ById) {
      const whole = yield* Effect.mapError(
        Reading.wholeArticle(Reading.ArticleId.make(params.id)),
        ({ message }) => notFound(message),
      )
      const [article] = yield* shown([whole])
      const copyOf = yield* itemImages.copies(Reading.imagesIn(whole.html))
      const bodyHtml = Reading.withImages(whole.html, copyOf)
      return { ...(article ?? (yield* Effect.die("an article has one form"))), bodyHtml }
    }),
    recent: remembered(ReadArticles, ({ query }: Asked<DateRangeInput & PageQuery>) =>
      pagedWith(query, (page) => refused(Reading.recentArticles({ ...query, ...page })), shown),
    ),
    readingNow: remembered(ReadArticles, ({ query }: Asked<PageQuery>) =>
      pagedWith(query, Reading.readingNow, shown),
    ),
    highlights: remembered(Highlights, ({ query }: Asked<HighlightQuery & PageQuery>) =>
      pagedWith(
        query,
        (page) => refused(Reading.listHighlights({ ...highlightsAsked(query), ...page })),
        highlightsShown,
      ),
    ),
    // Not remembered: each call is another draw.
    randomHighlight: ({ query }: Asked<HighlightQuery>) =>
      Reading.randomHighlight(highlightsAsked(query)).pipe(
        Effect.catchTag("HighlightNotFound", ({ message }) => Effect.fail(notFound(message))),
        Effect.catchTag("InvalidInput", ({ message }) => Effect.fail(badRequest(message))),
        Effect.provideContext(services),
        Effect.flatMap((highlight) => highlightsShown([highlight])),
        Effect.flatMap(([shown]) =>
          shown === undefined ? Effect.undefined : shownIn(HighlightAnswer, shown),
        ),
        Effect.flatMap((json) =>
          json === undefined ? Effect.fail(notFound("There is no highlight to show")) : Effect.succeed(json),
        ),
      ),
    highlight: remembered(HighlightAnswer, ({ params }: ById) => oneHighlight(params.id)),
    tags: groups("tag"),
    domains: groups("domain"),
    authors: groups("author"),
    stats: remembered(StatsAnswer, function* ({ query }: Asked<DateRangeInput>) {
      return yield* stats(yield* refused(Reading.readingStats(query)))
    }),
  }
})
