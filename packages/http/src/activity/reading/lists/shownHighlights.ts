import { coverAddress, domainOf, findHighlight, type Highlight, HighlightId } from "@daybook/reading"
import * as Effect from "effect/Effect"
import { notFound } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"

/** Highlights as in responses, with the images of their articles. */
export const shownHighlights = Effect.map(ItemImages, (itemImages) =>
  Effect.fnUntraced(function* (highlights: ReadonlyArray<Highlight>) {
    const imageOf = yield* itemImages.of(highlights.map(({ article }) => coverAddress(article)))
    return highlights.map(({ article, ...highlight }) => ({
      ...highlight,
      article: { ...article, domain: domainOf(article.url) },
      ...imageOf(coverAddress(article)),
    }))
  }),
)

/** One highlight, as in responses. */
export const highlightShown = Effect.map(shownHighlights, (shown) =>
  Effect.fnUntraced(function* (id: number) {
    const found = findHighlight(HighlightId.make(id))
    const [answer] = yield* shown([yield* Effect.mapError(found, ({ message }) => notFound(message))])
    return answer ?? (yield* Effect.die("a highlight has one form"))
  }),
)
