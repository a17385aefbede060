import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  type Asked,
  type ById,
  notFound,
  pageOf,
  type PageQuery,
  refused,
  rememberedReads,
} from "../../forRoutes.ts"
import { shownArticles } from "../shown.ts"
import { BookAnswer, Books } from "./wire.ts"

/** One book, as in responses. */
export const bookShown = Effect.map(shownArticles, (shown) =>
  Effect.fnUntraced(function* (id: number) {
    const found = Reading.findBook(Reading.ArticleId.make(id))
    const book = yield* Effect.mapError(found, ({ message }) => notFound(message))
    const [answer] = yield* shown([book])
    return BookAnswer.of(answer ?? (yield* Effect.die("a book has one form")))
  }),
)

/** The handlers of `bookEndpoints`. */
export const bookHandlers = Effect.fnUntraced(function* (dataVersions: ReadonlyArray<string>) {
  const remembered = yield* rememberedReads<Reading.ArticleStore | DateTime.CurrentTimeZone>()
  const shown = yield* shownArticles
  const oneShown = yield* bookShown
  return {
    books: remembered(
      dataVersions,
      Books,
      Effect.fnUntraced(function* ({ query }: Asked<Partial<Reading.BooksQuery> & PageQuery>) {
        const page = pageOf(query)
        const { items, total } = yield* refused(Reading.listBooks({ ...query, ...page }))
        return Books.of({ ...page, items: yield* shown(items), total })
      }),
    ),
    book: remembered(
      dataVersions,
      BookAnswer,
      Effect.fnUntraced(function* ({ params }: ById) {
        return yield* oneShown(params.id)
      }),
    ),
  }
})
