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
  progress: Article.fields.progress.annotate({ description: "How much of it was read, 0 to 1" }),
  starred: Article.fields.starred,
  rating: Article.fields.rating.annotate({ description: "1 to 5; 0 is unrated" }),
  tags: Article.fields.tags,
  source: Article.fields.source,
  image: Schema.optionalKey(ItemImage),
  savedAt: InstantOrEmpty,
  startedAt: InstantOrEmpty.annotate({ description: "When it was first opened" }),
  finishedAt: InstantOrEmpty,
}

export const Archive = listOf(wireForm(article))

const FoundArticle = wireForm({
  ...article,
  score: Schema.Finite.annotate({ description: "How well it fits; higher is better" }),
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
