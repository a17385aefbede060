import { Article, ArticleId } from "@daybook/reading"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
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
  listOf,
  manyOf,
  paging,
  wireForm,
  journalEndpoints,
} from "../forRoutes.ts"
import { ItemImage } from "../../wire/itemImage.ts"

const article = {
  id: ArticleId,
  ...Struct.pick(Article.fields, ["title", "author", "url"]),
  readerUrl: Article.fields.readerUrl.annotate({ description: "Its page in the reading service" }),
  readerAppUrl: Article.fields.readerAppUrl.annotate({ description: "Opens it in the service's app" }),
  domain: Schema.String.annotate({ description: "The host of its address, without www." }),
  ...Struct.pick(Article.fields, ["siteName", "description", "wordCount"]),
  estimatedReadMin: Schema.Int,
  status: Article.fields.status,
  progress: Article.fields.progress.annotate({ description: "The part that was read, 0 to 1" }),
  starred: Article.fields.starred,
  rating: Article.fields.rating.annotate({ description: "1 to 5; 0 where unrated" }),
  tags: Article.fields.tags,
  source: Article.fields.source,
  image: Schema.optionalKey(ItemImage),
  savedAt: InstantOrEmpty,
  startedAt: InstantOrEmpty.annotate({ description: "The first opening" }),
  finishedAt: InstantOrEmpty,
}

export const Archive = listOf(wireForm(article))

const FoundArticle = wireForm({
  ...article,
  score: Schema.Finite.annotate({ description: "The quality of the match; higher is better" }),
})

export const FoundArticles = wireForm({ data: manyOf(FoundArticle) })

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
        description: "Latest first. A range selects by the time of finishing.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("search", "/v1/reading/search", {
      query: {
        // Optional in the document only: the domain names a missing query.
        q: Schema.optionalKey(
          Schema.String.annotate({ description: "Words or a topic, 1 to 500 characters" }),
        ),
        limit,
      },
      success: FoundArticles,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Search articles",
        description:
          "Searches all articles, finished or not, by words (all must occur) and by meaning, and merges both rankings. The " +
          "score is the sum of 1 / (60 + rank) over both.",
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
        summary: "Related articles",
        description:
          "Nearest in meaning first; the score is the cosine. Empty until the article has a vector of the current model.",
      }),
    ),
  )
  .add(...journalEndpoints("reading"))
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Reading" })) {}
