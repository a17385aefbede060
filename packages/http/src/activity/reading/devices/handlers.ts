import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Asked, pageOf, type PageQuery, refused, rememberedReads } from "../../forRoutes.ts"
import { shownArticles } from "../shown.ts"
import { Sessions, TimeAnswer } from "./wire.ts"

type Query = Omit<Reading.ReadingTimeQuery, "bookId"> & { readonly book_id?: number }

/** The handlers of `deviceEndpoints`. */
export const deviceHandlers = Effect.fnUntraced(function* (dataVersions: ReadonlyArray<string>) {
  const remembered = yield* rememberedReads<Reading.ArticleStore | DateTime.CurrentTimeZone>(dataVersions)
  const shown = yield* shownArticles
  return {
    time: remembered(TimeAnswer, ({ query: { book_id: bookId, ...query } }: Asked<Query>) =>
      refused(Reading.readingTime({ ...query, bookId })),
    ),
    sessions: remembered(
      Sessions,
      function* ({ query: { book_id: bookId, ...query } }: Asked<Query & PageQuery>) {
        const page = pageOf(query)
        const { items, total } = yield* refused(Reading.readingSessions({ ...query, ...page, bookId }))
        const books = yield* shown(items.map(({ book }) => book))
        return {
          ...page,
          items: items.flatMap((item, at) => {
            const book = books[at]
            return book === undefined ? [] : [{ ...item, book }]
          }),
          total,
        }
      },
    ),
  }
})
