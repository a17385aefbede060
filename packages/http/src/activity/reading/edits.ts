import * as Reading from "@daybook/reading"
import * as Effect from "effect/Effect"
import { editHandlers, notFound } from "../forRoutes.ts"
import { bookShown } from "./books/handlers.ts"
import { BookAnswer } from "./books/wire.ts"
import { highlightShown } from "./lists/shownHighlights.ts"
import { HighlightAnswer } from "./lists/wire.ts"
import { shownArticles } from "./shown.ts"
import { ArticleAnswer } from "./wire.ts"

const store = Effect.map(Reading.ArticleStore, ({ edits }) => edits)

/** The handlers of edits of articles, books and highlights. */
export const editsOfReading = Effect.gen(function* () {
  const articlesShown = yield* shownArticles
  const showHighlight = yield* highlightShown
  const oneBookShown = yield* bookShown
  return {
    ...(yield* editHandlers("Article", Reading.articleEditFields, {
      store,
      form: ArticleAnswer,
      shown: Effect.fnUntraced(function* (id: string) {
        const found = Reading.findArticle(Reading.ArticleId.make(Number(id)))
        const article = yield* Effect.mapError(found, ({ message }) => notFound(message))
        const [answer] = yield* articlesShown([article])
        return answer ?? (yield* Effect.die("an article has one form"))
      }),
    })),
    ...(yield* editHandlers("Book", Reading.bookEditFields, {
      store,
      form: BookAnswer,
      shown: (id: string) => oneBookShown(Number(id)),
    })),
    ...(yield* editHandlers("Highlight", Reading.highlightByHand, {
      store,
      form: HighlightAnswer,
      shown: (id: string) => showHighlight(Number(id)),
    })),
  }
})
