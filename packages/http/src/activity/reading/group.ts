import { ItemImage, Pagination } from "@daybook/kernel"
import { ReadingStatus } from "@daybook/reading"
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  InstantOrEmpty,
  InvalidRequest,
  KeyRequired,
  NotFound,
  RecordId,
  dateRange,
  paging,
} from "../forRoutes.ts"

const article = {
  id: Schema.Int,
  title: Schema.String,
  author: Schema.String,
  url: Schema.String,
  reader_url: Schema.String.annotate({ description: "Its page in the reading service" }),
  reader_app_url: Schema.String.annotate({ description: "Opens it in the service's app" }),
  domain: Schema.String.annotate({ description: "The host of its address, without www." }),
  site_name: Schema.String,
  description: Schema.String,
  word_count: Schema.Int,
  estimated_read_min: Schema.Int,
  status: ReadingStatus,
  progress: Schema.Finite.annotate({ description: "How much of it was read, 0 to 1" }),
  starred: Schema.Boolean,
  rating: Schema.Int.annotate({ description: "1 to 5; 0 is unrated" }),
  tags: Schema.Array(Schema.String),
  source: Schema.String,
  image: Schema.optionalKey(ItemImage),
  saved_at: InstantOrEmpty,
  started_at: InstantOrEmpty.annotate({ description: "When it was first opened" }),
  finished_at: InstantOrEmpty,
}

export const Archive = Schema.Struct({
  data: Schema.Array(Schema.Struct(article)),
  pagination: Pagination,
})

export const FoundArticles = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      ...article,
      score: Schema.Finite.annotate({ description: "How well it fits; higher is better" }),
    }),
  ),
})

const { limit } = paging

export class ReadingGroup extends HttpApiGroup.make("reading")
  .add(
    HttpApiEndpoint.get("archive", "/v1/reading/archive", {
      query: { ...paging, ...dateRange },
      success: Archive,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Finished articles",
        description: "The latest first; a range is one of the times at which they were finished.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("search", "/v1/reading/search", {
      query: {
        // Optional for the document's sake alone: the domain says what is missing.
        q: Schema.optionalKey(
          Schema.String.annotate({ description: "Words, or what it is about; 1 to 500 characters" }),
        ),
        limit,
      },
      success: FoundArticles,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Search articles",
        description:
          "All articles, not only finished ones, by their words (all of which must be there) and by their " +
          "meaning: two rankings put into one. The score is the sum of 1 / (60 + place) over both.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("related", "/v1/reading/articles/:id/related", {
      params: { id: RecordId },
      query: { limit },
      success: FoundArticles,
      error: [BadRequest, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Related articles, nearest in meaning first",
        description:
          "Nearest first; the score is the cosine. None where the article has no vector of the current model yet.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Reading" })) {}
