import { Review, TitleShown, WatchedShow } from "@daybook/watching"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  Instant,
  InvalidRequest,
  KeyRequired,
  dateRange,
  listOf,
  manyOf,
  pageSize,
  paging,
  wireForm,
} from "../forRoutes.ts"
import { ItemImage } from "../../wire/itemImage.ts"

const title = {
  ...Struct.pick(TitleShown.fields, ["id", "title"]),
  year: TitleShown.fields.year.annotate({ description: "0 where it is not known" }),
  movieDbId: TitleShown.fields.movieDbId.annotate({
    description: "Its number at The Movie Database; 0 where it is not known",
  }),
  image: Schema.optionalKey(ItemImage),
}

export const Reviews = listOf(
  wireForm(
    {
      film: wireForm(title),
      rating: Review.fields.rating.annotate({
        description: "0.5 to 5 in half steps; 0 where it is not rated",
      }),
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
    description: "How many the show has so far, specials left out; 0 where it is not known",
  }),
  episodesWatched: WatchedShow.fields.episodesWatched.annotate({
    description: "Distinct episodes seen in the range, specials too",
  }),
  months: WatchedShow.fields.months.annotate({
    description: "The distinct months, 0 to 11, in which one of them was seen",
  }),
})

export const WatchedShows = wireForm({ data: manyOf(Show) })

export class WatchingGroup extends HttpApiGroup.make("watching")
  .add(
    HttpApiEndpoint.get("reviews", "/v1/watching/reviews", {
      query: paging,
      success: Reviews,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Film reviews",
        description: "Films watched and reviewed, the latest first.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("watchedShows", "/v1/watching/watched-shows", {
      query: { limit: Schema.optionalKey(pageSize(1_000)), ...dateRange },
      success: WatchedShows,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Shows watched",
        description: "Shows of which an episode was seen in the range, or ever; the most watched first.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Watching" })) {}
