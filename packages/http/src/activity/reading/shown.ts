import { type Article, coverAddress, domainOf, lastReadAt, readMinutes } from "@daybook/reading"
import * as Effect from "effect/Effect"
import { ItemImages } from "../itemImages.ts"

/** Articles as in responses, with their images. */
export const shownArticles = Effect.map(
  ItemImages,
  (itemImages) =>
    <Some extends Article>(articles: ReadonlyArray<Some>) =>
      Effect.map(itemImages.of(articles.map(coverAddress)), (imageOf) =>
        articles.map((article) => ({
          ...article,
          domain: domainOf(article.url),
          estimatedReadMin: readMinutes(article.wordCount),
          lastReadAt: lastReadAt(article),
          ...imageOf(coverAddress(article)),
        })),
      ),
)
