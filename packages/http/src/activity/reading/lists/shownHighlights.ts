import { domainOf, type Highlight } from "@daybook/reading"
import * as Effect from "effect/Effect"
import { ItemImages } from "../../itemImages.ts"

/** Highlights as in responses, with the images of their articles. */
export const shownHighlights = Effect.map(ItemImages, (itemImages) =>
  Effect.fnUntraced(function* (highlights: ReadonlyArray<Highlight>) {
    const imageOf = yield* itemImages.of(highlights.map(({ article }) => article.imageUrl))
    return highlights.map(({ article, ...highlight }) => ({
      ...highlight,
      article: { ...article, domain: domainOf(article.url) },
      ...imageOf(article.imageUrl),
    }))
  }),
)
