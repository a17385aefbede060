import * as Schema from "effect/Schema"
import {
  Endpoint,
  keyedGroup,
  NotFound,
  optional,
  RecordId,
  dateRange,
  paging,
  journalEndpoints,
} from "../forRoutes.ts"
import { bookEndpoints } from "./books/endpoints.ts"
import { articleEditEndpoints, bookEditEndpoints, highlightEditEndpoints } from "./editEndpoints.ts"
import { listEndpoints } from "./lists/endpoints.ts"
import { overviewEndpoints } from "./overview/endpoints.ts"
import { Review } from "./review.ts"
import { saveEndpoint } from "./saving/endpoint.ts"
import { Archive, FoundArticles } from "./wire.ts"

const { limit } = paging

export class ReadingGroup extends keyedGroup(
  "reading",
  "Reading",
  Endpoint.get("archive", "/v1/reading/archive", {
    query: { ...paging, ...dateRange },
    success: Archive,
    summary: "Finished articles",
    description: "Latest first. A range selects by the time of finishing.",
  }),
  Endpoint.get("search", "/v1/reading/search", {
    query: {
      // Optional in the document only: the domain names a missing query.
      q: optional(Schema.String, "Words or a topic, 1 to 500 characters"),
      limit,
    },
    success: FoundArticles,
    summary: "Search articles",
    description:
      "Searches all articles, finished or not, without books, by words (all must occur) and by meaning, and merges both rankings. The " +
      "score is the sum of 1 / (60 + rank) over both.",
  }),
  Endpoint.get("related", "/v1/reading/articles/:id/related", {
    params: { id: RecordId },
    query: { limit },
    success: FoundArticles,
    error: NotFound,
    summary: "Related articles",
    description:
      "Most similar first; the score is the cosine. Empty until the article has a vector of the current model.",
  }),
  saveEndpoint,
  ...listEndpoints,
  ...overviewEndpoints,
  ...bookEndpoints,
  ...articleEditEndpoints,
  ...bookEditEndpoints,
  ...highlightEditEndpoints,
  ...journalEndpoints("reading", Review),
) {}
