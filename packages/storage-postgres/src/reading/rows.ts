import {
  Article,
  ArticleContent,
  ArticleGroup,
  ArticleId,
  ArticleKeys,
  ArticleText,
  BodyExcerpt,
  CleanedArticle,
  EditedHighlight,
  Highlight,
  HighlightId,
  ReadingStatus,
  ReadingTotals,
  ReadMonth,
  SavedHighlight,
} from "@daybook/reading"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { bigint, bytes } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export const articles = tableOf("articles", Article)

/** Articles as they are written: with the keys that follow from their fields. */
export const keyedArticles = tableOf("articles", Schema.Struct({ ...Article.fields, ...ArticleKeys.fields }))

/** The keys of articles, for rows from before there were any. */
export const keys = tableOf("articles", Schema.Struct({ id: ArticleId, ...ArticleKeys.fields }))

/** Highlights as they are written. */
export const savedHighlights = tableOf("highlights", SavedHighlight)

/** Highlights as they are edited. */
export const editedHighlights = tableOf("highlights", EditedHighlight, { articleId: { name: "home_id" } })

export const readHighlightIds = valuesOf(HighlightId)

/** Highlights joined with their articles, whose columns have their own names. */
export const readHighlights = rowsOf(Highlight, {
  article: {
    flat: {
      id: { name: "article_id" },
      title: { name: "article_title" },
      author: { name: "article_author" },
      url: { name: "article_url" },
      siteName: { name: "article_site_name" },
      imageUrl: { name: "article_image_url" },
    },
  },
})

/** Groups, each with the number of all of them. */
export const readGroups = rowsOf(Schema.Struct({ ...ArticleGroup.fields, total: Schema.Int }))

/** The totals of finished articles. */
export const readFinishedSums = rowsOf(
  Schema.Struct(Struct.pick(ReadingTotals.fields, ["articles", "words", "minutes", "books", "pages"])),
  { words: { type: bigint }, minutes: { type: bigint }, pages: { type: bigint } },
)

export const readStatusCounts = rowsOf(Schema.Struct({ status: ReadingStatus, count: Schema.Int }))

/** The totals of months, each with its number among those asked for, from 1. */
export const readMonths = rowsOf(
  Schema.Struct({ month: Schema.Int, ...Struct.omit(ReadMonth.fields, ["start"]) }),
  { words: { type: bigint } },
)

/** Articles that are finished. */
export const readFinished = rowsOf(
  Schema.Struct({
    ...Struct.pick(Article.fields, ["id", "kind", "title", "author", "siteName", "url", "imageUrl", "isbn"]),
    finishedAt: EpochMillis,
  }),
  { id: { name: "article_id" } },
)

/** Excerpts derived from contents. */
export const excerpts = tableOf("made", BodyExcerpt)

/** HTML cleaned from contents. */
export const cleanedArticles = tableOf("made", CleanedArticle)

export const readHtml = valuesOf(Schema.String)

export const readIds = valuesOf(ArticleId)
export const readContents = rowsOf(ArticleContent)
export const readTexts = rowsOf(ArticleText)

export const Space = Schema.Struct({
  id: Schema.Int,
  dimensions: Schema.Int,
  indexedUntil: Schema.Int,
  version: Schema.Int,
})

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

/** Vectors in the form of `array_send`; undefined for vectors of another space. */
export const readVectors = rowsOf(
  Schema.Struct({ articleId: ArticleId, embedding: Schema.UndefinedOr(Schema.Uint8Array) }),
  { embedding: { type: bytes } },
)

export const readHashes = rowsOf(Schema.Struct({ articleId: ArticleId, textHash: Schema.String }))
export const readScored = rowsOf(Schema.Struct({ id: ArticleId, score: Schema.Finite }))
