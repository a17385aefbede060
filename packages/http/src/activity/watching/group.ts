import { movieSorts, Review, showSorts, titlesByHand, watchByHand, WatchedShow } from "@daybook/watching"
import * as Schema from "effect/Schema"
import {
  AnyParameters,
  comparedQuery,
  dateRange,
  editEndpoints,
  Endpoint,
  InstantOrEmpty,
  journalEndpoints,
  keyedGroup,
  listOf,
  manyOf,
  NotFound,
  pageSize,
  paging,
  RecordId,
  sorting,
  text,
  wireForm,
  Year,
} from "../forRoutes.ts"
import { byHandEndpoints } from "./manual/endpoints.ts"
import { YearReview } from "./review.ts"
import { dayOnly, hiddenTitle, rating, title, Watch } from "./wire.ts"
import * as SchemaGetter from "effect/SchemaGetter"
import {
  GenresAnswer,
  MovieAnswer,
  Movies,
  OverviewAnswer,
  Ratings,
  ShowAnswer,
  Shows,
  Stats,
  Watches,
} from "./lists/wire.ts"

export const Reviews = listOf(
  wireForm(
    {
      film: wireForm(title, {}, hiddenTitle.movie),
      rating,
      review: Review.fields.review,
      watchedAt: InstantOrEmpty,
      dayOnly,
      source: Review.fields.source,
    },
    { film: "movie", rating: "user_rating" },
  ),
)

const Show = wireForm(
  {
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
  },
  {},
  hiddenTitle.show,
)

export const WatchedShows = wireForm({ data: manyOf(Show) })

const halfStars = ["0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5"] as const

/** `true`, `false`, or a rating. */
const RatedText = Schema.Literals(["true", "false", ...halfStars]).annotate({
  description: "true for rated films, false for unrated ones, or a rating from 0.5 to 5",
  message: "must be true, false, or a rating from 0.5 to 5 in steps of 0.5",
})

const Rated = RatedText.pipe(
  Schema.decodeTo(Schema.Union([Schema.Boolean, Schema.Finite]), {
    decode: SchemaGetter.transform((text) =>
      text === "true" ? true : text === "false" ? false : Number(text),
    ),
    encode: SchemaGetter.transform((value) => RatedText.make(`${value}` as typeof RatedText.Type)),
  }),
)

const Decade = Schema.String.annotate({ description: "The first year of a decade, such as 1990" })
  .check(
    Schema.isPattern(/^(?!0000)\d{3}0$/, { message: "must be the first year of a decade, such as 1990" }),
  )
  .pipe(
    Schema.decodeTo(Schema.Int, {
      decode: SchemaGetter.transform(Number),
      encode: SchemaGetter.transform((year) => String(year).padStart(4, "0")),
    }),
  )

const filters = {
  q: Schema.optionalKey(text("Part of the title, ignoring case and accents")),
  year: Schema.optionalKey(Year),
}

export class WatchingGroup extends keyedGroup(
  "watching",
  "Watching",
  Endpoint.get("reviews", "/v1/watching/reviews", {
    query: paging,
    success: Reviews,
    summary: "Film reviews",
    description: "Reviewed films, latest first.",
  }).annotate(AnyParameters, true),
  Endpoint.get("watchedShows", "/v1/watching/watched-shows", {
    query: { limit: Schema.optionalKey(pageSize(1_000)), ...dateRange },
    success: WatchedShows,
    summary: "Shows watched",
    description: "Shows with watched episodes, all time or in a range, most watched first.",
  }).annotate(AnyParameters, true),
  Endpoint.get("recent", "/v1/watching/recent", {
    query: { ...paging, ...dateRange },
    success: Watches,
    summary: "Films and episodes watched",
    description: "Every watch whose time is known, latest first.",
  }),
  Endpoint.get("movies", "/v1/watching/movies", {
    query: {
      ...paging,
      ...filters,
      rated: Schema.optionalKey(Rated),
      decade: Schema.optionalKey(Decade),
      genre: Schema.optionalKey(text("A genre, as /v1/watching/stats names it")),
      director: Schema.optionalKey(text("A director, as /v1/watching/stats names them")),
      ...sorting(movieSorts),
    },
    success: Movies,
    summary: "Films",
    description: "Every film that was watched or rated. The year is that of release.",
  }),
  Endpoint.get("movie", "/v1/watching/movies/:id", {
    params: { id: RecordId },
    success: MovieAnswer,
    error: NotFound,
    summary: "One film",
    description: "With all its watches, latest first, your reviews, and details from the film database.",
  }),
  Endpoint.get("shows", "/v1/watching/shows", {
    query: { ...paging, ...filters, ...sorting(showSorts) },
    success: Shows,
    summary: "Shows",
    description: "Every show with a watched episode. The year is its first year.",
  }),
  Endpoint.get("show", "/v1/watching/shows/:id", {
    params: { id: RecordId },
    success: ShowAnswer,
    error: NotFound,
    summary: "One show",
    description:
      "With its seasons and episodes, from the film database and your watches. Each has its watches.",
  }),
  Endpoint.get("ratings", "/v1/watching/ratings", {
    success: Ratings,
    summary: "Ratings of films",
    description: "The number of films per half star. The latest rating of a film counts.",
  }),
  Endpoint.get("stats", "/v1/watching/stats", {
    query: dateRange,
    success: Stats,
    summary: "Films, episodes and minutes",
    description:
      "All time or a range; by genre, decade and director, if the film database has them. At most 100 directors.",
  }),
  Endpoint.get("genres", "/v1/watching/genres", {
    query: comparedQuery,
    success: GenresAnswer,
    summary: "Genres of a period, and of the one before",
    description:
      "Films, episodes and minutes by genre, most minutes first. A title of two genres counts in both. If the period has " +
      "no watches, the newest period with watches is shown.",
  }),
  Endpoint.get("overview", "/v1/watching/overview", {
    query: comparedQuery,
    success: OverviewAnswer,
    summary: "Watching in a period, compared with the previous one",
    description:
      "Watches over time compared with the previous period, the totals of both, and the ratings of all films. If the " +
      "period has no watches, the newest period with some.",
  }),
  ...journalEndpoints("watching", YearReview),
  ...byHandEndpoints,
  ...editEndpoints("EditedWatch", "watching", watchByHand, Watch),
  ...editEndpoints("Movie", "watching", titlesByHand.film, MovieAnswer),
  ...editEndpoints("Show", "watching", titlesByHand.show, ShowAnswer),
) {}
