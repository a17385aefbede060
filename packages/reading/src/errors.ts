import * as Schema from "effect/Schema"

/** There is no article of this number. */
export class ArticleNotFound extends Schema.TaggedError<ArticleNotFound>()("ArticleNotFound", {
  id: Schema.Int,
  message: Schema.String,
}) {}
