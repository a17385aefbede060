import { images } from "@daybook/images"
import { reading as domain } from "@daybook/reading"
import { formatInstant, paginate } from "@daybook/kernel"
import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Archive, FoundArticles, ReadingGroup } from "./group.ts"
import { badRequest, notFound, pageOf, partOfActivity, rememberedReads } from "../forRoutes.ts"
import { type ImageOf, ItemImages } from "../itemImages.ts"

const instantOf = (time: number | undefined) => (time === undefined ? "" : formatInstant(time))

const articleOf = (imageOf: ImageOf) => (article: Reading.Article) => ({
  id: article.id,
  title: article.title,
  author: article.author,
  url: article.url,
  reader_url: article.readerUrl,
  reader_app_url: article.readerAppUrl,
  domain: Reading.domainOf(article.url),
  site_name: article.siteName,
  description: article.description,
  word_count: article.wordCount,
  estimated_read_min: Reading.readMinutes(article.wordCount),
  status: article.status,
  progress: article.progress,
  starred: article.starred,
  rating: article.rating,
  tags: article.tags,
  source: article.source,
  ...imageOf(article.imageUrl),
  saved_at: instantOf(article.savedAt),
  started_at: instantOf(article.startedAt),
  finished_at: instantOf(article.finishedAt),
})

export const layer = HttpApiBuilder.group(
  partOfActivity(ReadingGroup),
  "reading",
  Effect.fn(function* (handlers) {
    const itemImages = yield* ItemImages
    type Services = Reading.ArticleStore | Reading.VectorIndex | Reading.Embedder | DateTime.CurrentTimeZone
    const services = yield* Effect.context<Services>()
    const remembered = yield* rememberedReads<Services>()

    const imagesOf = (articles: ReadonlyArray<Reading.Article>) =>
      itemImages.of(articles.map(({ imageUrl }) => imageUrl))

    const foundOf = Effect.fnUntraced(function* (found: ReadonlyArray<Reading.FoundArticle>) {
      const one = articleOf(yield* imagesOf(found))
      return { data: found.map((article) => ({ ...one(article), score: article.score })) }
    })

    return handlers.handleAll({
      archive: remembered(
        ["reading", "images"],
        Archive,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          const { items, total } = yield* Reading.readingArchive({ ...query, ...page }).pipe(
            Effect.mapError((error) => badRequest(error.message)),
          )
          const one = articleOf(yield* imagesOf(items))
          return { data: items.map(one), pagination: paginate(page, total) }
        }),
      ),

      // Not remembered: where the embedder fails the answer is a poorer one, which must not stay.
      search: ({ query }) =>
        Reading.searchArticles(query.q ?? "", pageOf(query).limit).pipe(
          Effect.mapError((error) => badRequest(error.message)),
          Effect.provideContext(services),
          Effect.flatMap(foundOf),
        ),

      related: remembered(
        [...domain.dataVersions, ...images.dataVersions],
        FoundArticles,
        Effect.fnUntraced(function* ({ params, query }) {
          const id = Reading.ArticleId.make(params.id)
          const found = yield* Reading.relatedArticles(id, pageOf(query).limit).pipe(
            Effect.mapError((error) => notFound(error.message)),
          )
          return yield* foundOf(found)
        }),
      ),
    })
  }),
)
