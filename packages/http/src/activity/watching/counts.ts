import { type Countable, field, numberAt } from "../../assistants/counts/countable.ts"

/** Films and episodes watched, as assistants count them. */
export const watchingCounts: ReadonlyArray<Countable> = [
  {
    of: "watches",
    list: { path: "/v1/watching/recent" },
    at: "watched_at",
    dimensions: {
      kind: field("kind"),
      title: field("movie.title", "show.title"),
      released: field("movie.year", "show.year"),
      rating: field("user_rating"),
    },
    measures: { rating: numberAt("user_rating") },
  },
]
