import { Review, WatchedShow } from "@daybook/watching"
import * as Schema from "effect/Schema"
import {
  Endpoint,
  Instant,
  dateRange,
  keyedGroup,
  listOf,
  manyOf,
  pageSize,
  paging,
  wireForm,
  journalEndpoints,
} from "../forRoutes.ts"
import { byHandEndpoints } from "./manual/endpoints.ts"
import { watchEditEndpoints } from "./editEndpoints.ts"
import { listEndpoints } from "./lists/endpoints.ts"
import { YearReview } from "./review.ts"
import { rating, title } from "./wire.ts"

export const Reviews = listOf(
  wireForm(
    {
      film: wireForm(title),
      rating,
      review: Review.fields.review,
      watchedAt: Instant,
      source: Review.fields.source,
    },
    { film: "movie", rating: "user_rating" },
  ),
)

const Show = wireForm({
  ...title,
  totalEpisodes: WatchedShow.fields.totalEpisodes.annotate({
    description: "The show's episodes so far, without specials; 0 if unknown",
  }),
  episodesWatched: WatchedShow.fields.episodesWatched.annotate({
    description: "The distinct episodes watched in the range, with specials",
  }),
  months: WatchedShow.fields.months.annotate({
    description: "The distinct months, 0 to 11, with a watched episode",
  }),
})

export const WatchedShows = wireForm({ data: manyOf(Show) })

export class WatchingGroup extends keyedGroup(
  "watching",
  "Watching",
  Endpoint.get("reviews", "/v1/watching/reviews", {
    query: paging,
    success: Reviews,
    summary: "Film reviews",
    description: "Reviewed films, latest first.",
  }),
  Endpoint.get("watchedShows", "/v1/watching/watched-shows", {
    query: { limit: Schema.optionalKey(pageSize(1_000)), ...dateRange },
    success: WatchedShows,
    summary: "Shows watched",
    description: "Shows with watched episodes, all time or in a range, most watched first.",
  }),
  ...listEndpoints,
  ...journalEndpoints("watching", YearReview),
  ...byHandEndpoints,
  ...watchEditEndpoints,
) {}
