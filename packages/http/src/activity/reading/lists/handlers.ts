import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { DateRangeInput, Page, PageRequest } from "@daybook/kernel"
import {
  type Asked,
  badRequest,
  type ById,
  notFound,
  pageOf,
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

  const pageShown = Effect.fnUntraced(function* (page: PageRequest, { items, total }: Page<Reading.Article>) {
    return { ...page, items: yield* shown(items), total }
  })

  const groups = (by: Reading.Grouping) =>
    remembered(Groups, function* ({ query }: Asked<PageQuery>) {
      const page = pageOf(query)
      return { ...page, ...(yield* Reading.articleGroups(by, page)) }
    })

  return {
    articles: remembered(Archive, function* ({ query }: Asked<Partial<Reading.ArticlesQuery> & PageQuery>) {
      const page = pageOf(query)
      const found = yield* refused(Reading.listArticles({ ...query, ...page }))
      return yield* pageShown(page, found)
    }),
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
    recent: remembered(ReadArticles, function* ({ query }: Asked<DateRangeInput & PageQuery>) {
      const page = pageOf(query)
      const found = yield* refused(Reading.recentArticles({ ...query, ...page }))
      return yield* pageShown(page, found)
    }),
    readingNow: remembered(ReadArticles, function* ({ query }: Asked<PageQuery>) {
      const page = pageOf(query)
      return yield* pageShown(page, yield* Reading.readingNow(page))
    }),
    highlights: remembered(Highlights, function* ({ query }: Asked<HighlightQuery & PageQuery>) {
      const page = pageOf(query)
      const { items, total } = yield* refused(Reading.listHighlights({ ...highlightsAsked(query), ...page }))
      return { ...page, items: yield* highlightsShown(items), total }
    }),
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
