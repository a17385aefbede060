import { visibleOf } from "@daybook/kernel"
import * as Reading from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { FeedItem } from "../../../feeds/feed.ts"
import { defaultFeedSize, makeFeedAnswers } from "../../../feeds/wire.ts"
import { handlersOf, refused } from "../../forRoutes.ts"
import { ReadingFeedsGroup } from "./group.ts"

const itemOf = (article: Reading.Article): FeedItem => {
  const { author, description, finishedAt, id, kind, siteName, title, url } = article
  return {
    key: `finished ${id}`,
    title,
    url,
    path: `/reading/articles/${id}`,
    at: finishedAt ?? 0,
    summary: description === "" ? [author, siteName].filter((part) => part !== "").join(", ") : description,
    tag: "article",
    picture: {
      title,
      maker: author === "" ? siteName : author,
      imageUrl: Reading.coverAddress(article),
      kind: kind === "book" ? "book" : "cover",
    },
  }
}

/** The finished articles, for feed readers. */
export const layer = handlersOf(ReadingFeedsGroup, function* (handlers) {
  const services = yield* Effect.context<Reading.ArticleStore | DateTime.CurrentTimeZone>()
  const answers = yield* makeFeedAnswers
  return handlers.handleAll({
    archive: ({ query: { limit = defaultFeedSize } }) =>
      Reading.readingArchive({ page: 1, limit }).pipe(
        refused,
        Effect.provideContext(services),
        Effect.flatMap(({ items }) => visibleOf("reading", items, ({ id, kind: type }) => [{ id, type }])),
        Effect.flatMap((items) => answers.atom({ title: "Articles read", items: items.map(itemOf) })),
      ),
  })
})
