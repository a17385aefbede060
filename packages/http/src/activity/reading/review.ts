import { Article, ArticleId } from "@daybook/reading"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { manyOf, wireForm } from "../forRoutes.ts"
import { optionalForm } from "../../wire/form.ts"
import { ItemImage } from "../../wire/itemImage.ts"
import { hiddenArticle } from "./wire.ts"

const top = manyOf(wireForm({ id: Schema.String, name: Schema.String, count: Schema.Int }))

/** Reading's own part of a year in review. */
export const Review = wireForm({
  articles: Schema.Int.annotate({ description: "Articles finished in the year" }),
  words: Schema.Int,
  minutes: Schema.Int,
  books: Schema.Int.annotate({ description: "Books finished in the year; articles and minutes count none" }),
  pages: Schema.Int.annotate({ description: "In these books" }),
  saved: Schema.Int.annotate({ description: "Articles saved in the year" }),
  highlights: Schema.Int,
  longest: optionalForm(
    wireForm(
      {
        id: ArticleId,
        ...Struct.pick(Article.fields, ["title", "author", "url"]),
        domain: Schema.String,
        wordCount: Article.fields.wordCount,
        image: Schema.optionalKey(ItemImage),
      },
      {},
      hiddenArticle,
    ),
  ),
  tags: top,
  domains: top,
  authors: top,
})
