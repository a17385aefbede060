import { Article, ArticleContent, ArticleId, ArticleText, BodyExcerpt } from "@daybook/reading"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { bytes } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export const articles = tableOf("articles", Article)

/** Articles that are finished. */
export const readFinished = rowsOf(
  Schema.Struct({
    ...Struct.pick(Article.fields, ["id", "title", "author", "siteName", "url", "imageUrl"]),
    finishedAt: EpochMillis,
  }),
  { id: { name: "article_id" } },
)

/** Excerpts derived from contents. */
export const excerpts = tableOf("made", BodyExcerpt)

export const readIds = valuesOf(ArticleId)
export const readContents = rowsOf(ArticleContent)
export const readTexts = rowsOf(ArticleText)

export const readSpaces = rowsOf(
  Schema.Struct({ id: Schema.Int, dimensions: Schema.Int, indexedUntil: Schema.Int, version: Schema.Int }),
)

/** The numbers of vectors in a space's index and of those written after it. */
export const readSpaceCounts = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    dimensions: Schema.Int,
    indexedUntil: Schema.Int,
    covered: Schema.Int,
    fresh: Schema.Int,
  }),
)

/** Vectors in the form of `array_send`; undefined for those of another space. */
export const readVectors = rowsOf(
  Schema.Struct({ articleId: ArticleId, embedding: Schema.UndefinedOr(Schema.Uint8Array) }),
  { embedding: { type: bytes } },
)

export const readHashes = rowsOf(Schema.Struct({ articleId: ArticleId, textHash: Schema.String }))
export const readScored = rowsOf(Schema.Struct({ id: ArticleId, score: Schema.Finite }))
