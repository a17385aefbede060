import { Article, ArticleId } from "@daybook/reading"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { type HiddenBy, InstantOrEmpty, listOf, manyOf, wireForm } from "../forRoutes.ts"
import { ItemImage } from "../../wire/itemImage.ts"

/** An article, or a book, is hidden as either: their ids are of one kind. */
export const hiddenArticle: HiddenBy<{ readonly id: number }> = {
  domain: "reading",
  by: ({ id }) => [
    { type: "article", id },
    { type: "book", id },
  ],
}

/** The fields of an article in every list. */
export const article = {
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
  // Only books have parts of a star.
  rating: Schema.Int.annotate({ description: "1 to 5; 0 where unrated" }),
  tags: Article.fields.tags,
  source: Article.fields.source,
  image: Schema.optionalKey(ItemImage),
  savedAt: InstantOrEmpty,
  startedAt: InstantOrEmpty.annotate({ description: "The first opening" }),
  finishedAt: InstantOrEmpty,
}

export const ArticleAnswer = wireForm(article, {}, hiddenArticle)

export const Archive = listOf(ArticleAnswer)

const FoundArticle = wireForm(
  {
    ...article,
    score: Schema.Finite.annotate({ description: "The quality of the match; higher is better" }),
  },
  {},
  hiddenArticle,
)

export const FoundArticles = wireForm({ data: manyOf(FoundArticle) })
