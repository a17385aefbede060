import * as Schema from "effect/Schema"

/** No article has this id. */
export class ArticleNotFound extends Schema.TaggedError<ArticleNotFound>()("ArticleNotFound", {
  id: Schema.Int,
  message: Schema.String,
}) {}
