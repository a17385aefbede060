import { WatchingReview } from "@daybook/watching"
import * as Schema from "effect/Schema"
import { Instant, manyOf, wireForm } from "../forRoutes.ts"
import { director, genre, sums } from "./lists/wire.ts"
import { hiddenTitle, rating, title } from "./wire.ts"

const { averageRating, newShows } = WatchingReview.fields

/** Watching's own part of a year in review. */
export const YearReview = wireForm({
  ...sums,
  newShows: newShows.annotate({ description: "Shows that were not watched before the year" }),
  averageRating: averageRating.annotate({
    description: "Average rating of the year's films, to 2 decimals; 0 without ratings",
  }),
  topFilms: manyOf(
    wireForm({ ...title, rating, watchedAt: Instant }, { rating: "user_rating" }, hiddenTitle.movie),
  ),
  topShows: manyOf(
    wireForm(
      { ...title, episodes: Schema.Int.annotate({ description: "Distinct episodes, with specials" }) },
      { episodes: "episodes_watched" },
      hiddenTitle.show,
    ),
  ),
  topGenres: manyOf(genre),
  topDirectors: manyOf(director),
})
