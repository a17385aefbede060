import * as Schema from "effect/Schema"

/** No article has this id. */
export class ArticleNotFound extends Schema.TaggedError<ArticleNotFound>()("ArticleNotFound", {
  id: Schema.Int,
  message: Schema.String,
}) {}

/** No book has this id. */
export class BookNotFound extends Schema.TaggedError<BookNotFound>()("BookNotFound", {
  id: Schema.Int,
  message: Schema.String,
}) {}

/** No highlight has this id, or there is none at all. */
export class HighlightNotFound extends Schema.TaggedError<HighlightNotFound>()("HighlightNotFound", {
  message: Schema.String,
}) {}
