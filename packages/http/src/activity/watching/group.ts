import { Pagination } from "@daybook/kernel"
import { WatchSource } from "@daybook/watching"
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  Instant,
  InvalidRequest,
  KeyRequired,
  dateRange,
  pageSize,
  paging,
} from "../forRoutes.ts"
import { ItemImage } from "../../wire/itemImage.ts"

const MovieDbId = Schema.Int.annotate({
  description: "Its number at The Movie Database; 0 where it is not known",
})

const Year = Schema.Int.annotate({ description: "0 where it is not known" })

const Movie = Schema.Struct({
  id: Schema.Int,
  title: Schema.String,
  year: Year,
  movie_db_id: MovieDbId,
  image: Schema.optionalKey(ItemImage),
})

const Review = Schema.Struct({
  movie: Movie,
  user_rating: Schema.Finite.annotate({ description: "0.5 to 5 in half steps; 0 where it is not rated" }),
  review: Schema.String,
  watched_at: Instant,
  source: WatchSource,
})

export const Reviews = Schema.Struct({ data: Schema.Array(Review), pagination: Pagination })

const WatchedShow = Schema.Struct({
  id: Schema.Int,
  title: Schema.String,
  year: Year,
  movie_db_id: MovieDbId,
  image: Schema.optionalKey(ItemImage),
  total_episodes: Schema.Int.annotate({
    description: "How many the show has so far, specials left out; 0 where it is not known",
  }),
  episodes_watched: Schema.Int.annotate({ description: "Distinct episodes seen in the range, specials too" }),
  months: Schema.Array(Schema.Int).annotate({
    description: "The distinct months, 0 to 11, in which one of them was seen",
  }),
})

export const WatchedShows = Schema.Struct({ data: Schema.Array(WatchedShow) })

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
