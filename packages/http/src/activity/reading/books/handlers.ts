import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  type Asked,
  type ById,
  notFound,
  pagedWith,
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
    return answer ?? (yield* Effect.die("a book has one form"))
  }),
)

/** The handlers of `bookEndpoints`. */
export const bookHandlers = Effect.fnUntraced(function* (dataVersions: ReadonlyArray<string>) {
  const remembered = yield* rememberedReads<Reading.ArticleStore | DateTime.CurrentTimeZone>(dataVersions)
  const shown = yield* shownArticles
  const oneShown = yield* bookShown
  return {
    books: remembered(Books, ({ query }: Asked<Partial<Reading.BooksQuery> & PageQuery>) =>
      pagedWith(query, (page) => refused(Reading.listBooks({ ...query, ...page })), shown),
    ),
    book: remembered(BookAnswer, ({ params }: ById) => oneShown(params.id)),
  }
})
