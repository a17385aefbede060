import { Article, ArticleId } from "@daybook/reading"
import * as Schema from "effect/Schema"
import { InstantOrEmpty, listOf, wireForm } from "../../forRoutes.ts"
import { ItemImage } from "../../../wire/itemImage.ts"
import { hiddenArticle } from "../wire.ts"

/** A book, as lists and reads show it. */
export const BookAnswer = wireForm(
  {
    id: ArticleId,
    title: Article.fields.title,
    author: Article.fields.author.annotate({ description: "Several with commas between them" }),
    url: Article.fields.url.annotate({ description: "Its page at the service; empty if unknown" }),
    isbn: Article.fields.isbn.annotate({
      description: "One edition's ISBN, 13 digits or 10 characters; empty if unknown",
    }),
    pages: Article.fields.pages.annotate({ description: "0 where unknown" }),
    publishedYear: Article.fields.publishedYear.annotate({
      description: "Year of first publication, else of the edition; 0 if unknown",
    }),
    status: Article.fields.status.annotate({
      description: "unread: to be read; abandoned: not finished; skipped: will not be read",
    }),
    rating: Article.fields.rating.annotate({ description: "0.25 to 5 in quarters; 0 where unrated" }),
    review: Article.fields.review.annotate({ description: "Your review, as plain text" }),
    tags: Article.fields.tags.annotate({ description: "Its shelves and tags, except the status" }),
    timesRead: Article.fields.timesRead,
    source: Article.fields.source.annotate({ description: "books, or manual for a book you added" }),
    image: Schema.optionalKey(ItemImage),
    savedAt: InstantOrEmpty,
    startedAt: InstantOrEmpty.annotate({ description: "Start of the last reading, like finished_at" }),
    finishedAt: InstantOrEmpty.annotate({
      description: "Noon UTC of its day where only that is known; empty if the date is unknown",
    }),
  },
  { publishedYear: "year" },
  hiddenArticle,
)

export const Books = listOf(BookAnswer)
