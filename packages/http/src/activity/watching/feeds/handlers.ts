import { visibleOf } from "@daybook/kernel"
import { type Review, WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import type { FeedItem } from "../../../feeds/feed.ts"
import { defaultFeedSize, makeFeedAnswers } from "../../../feeds/wire.ts"
import { handlersOf } from "../../forRoutes.ts"
import { WatchingFeedsGroup } from "./group.ts"

/** A rating from 0.5 to 5 as stars, such as ★★★½. */
const starsOf = (rating: number): string => "★".repeat(Math.floor(rating)) + (rating % 1 === 0 ? "" : "½")

const itemOf = ({ film, rating, review, watchedAt }: Review & { readonly watchedAt: number }): FeedItem => ({
  key: `review ${film.id} ${watchedAt}`,
  title: [film.title, ...(film.year === 0 ? [] : [`(${film.year})`]), starsOf(rating)].join(" ").trim(),
  url: "",
  path: `/watching/movies/${film.id}`,
  at: watchedAt,
  summary: review,
  tag: "film",
  picture: { title: film.title, maker: "", imageUrl: film.imageUrl, kind: "poster" },
})

/** The reviews of films, for feed readers. */
export const layer = handlersOf(WatchingFeedsGroup, function* (handlers) {
  const store = yield* WatchingStore
  const answers = yield* makeFeedAnswers
  return handlers.handleAll({
    reviews: ({ query: { limit = defaultFeedSize } }) =>
      store.reviews({ page: 1, limit }).pipe(
        Effect.flatMap(({ items }) =>
          visibleOf("watching", items, ({ film: { id } }) => [{ type: "movie", id }]),
        ),
        Effect.flatMap((reviews) => {
          const items = reviews.flatMap(({ watchedAt, ...review }) =>
            watchedAt === undefined ? [] : [itemOf({ ...review, watchedAt })],
          )
          return answers.atom({ title: "Film reviews", items })
        }),
      ),
  })
})
