import { images } from "@daybook/images"
import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Archive, FoundArticles, ReadingGroup } from "./group.ts"
import { journalHandlers, notFound, pageOf, partOfActivity, rememberedReads, refused } from "../forRoutes.ts"
import { type ImageOf, ItemImages } from "../itemImages.ts"

const dataVersions = [...Reading.reading.dataVersions, ...images.dataVersions]

const shown =
  (imageOf: ImageOf) =>
  <Article extends Reading.Article>(article: Article) => ({
    ...article,
    domain: Reading.domainOf(article.url),
    estimatedReadMin: Reading.readMinutes(article.wordCount),
    ...imageOf(article.imageUrl),
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
      return FoundArticles.of({ data: found.map(shown(yield* imagesOf(found))) })
    })

    return handlers.handleAll({
      ...(yield* journalHandlers(Reading.reading)),

      archive: remembered(
        dataVersions,
        Archive,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          const { items, total } = yield* Reading.readingArchive({ ...query, ...page }).pipe(refused)
          return Archive.of({ ...page, items: items.map(shown(yield* imagesOf(items))), total })
        }),
      ),

      // Not remembered: a poorer answer, made while the embedder fails, must not stay.
      search: ({ query }) =>
        Reading.searchArticles(query.q ?? "", pageOf(query).limit).pipe(
          refused,
          Effect.provideContext(services),
          Effect.flatMap(foundOf),
        ),

      related: remembered(
        dataVersions,
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
