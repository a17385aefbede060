import { EpochMillis } from "@daybook/kernel"
import {
  Article,
  ArticleContent,
  ArticleGroup,
  ArticleId,
  ArticleKeys,
  ArticleText,
  EditedHighlight,
  Highlight,
  HighlightId,
  ReadingStatus,
  ReadingTotals,
  ReadMonth,
  SavedHighlight,
} from "@daybook/reading"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import * as Struct from "effect/Struct"
import { bytes } from "../sql/columnTypes.ts"
import type { Database } from "../sql/database.ts"
import { jsonList, rowsOf, tableOf, valuesOf } from "../sql/table.ts"

/** Ids as the right side of `in`. */
export const idsIn = (sql: Database["Service"]["sql"], ids: ReadonlyArray<number>): Fragment =>
  sql`(select value from json_each(${jsonList(ids)}))`

export const articles = tableOf("articles", Article)

/** Articles as they are written: with the keys that follow from their fields. */
export const keyedArticles = tableOf("articles", Schema.Struct({ ...Article.fields, ...ArticleKeys.fields }))

const head = {
  articleId: ArticleId,
  title: Schema.String,
  about: Schema.String,
  description: Schema.String,
}

/** The words of articles next to their text, which stay as they are. */
export const headsOfWords = tableOf("article_words", Schema.Struct(head))

/** All words of articles. */
export const articleWords = tableOf("article_words", Schema.Struct({ ...head, body: Schema.String }))

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

export const readFinishedArticles = rowsOf(
  Schema.Struct(Struct.pick(ReadingTotals.fields, ["articles", "words", "minutes"])),
)

export const readFinishedBooks = rowsOf(Schema.Struct(Struct.pick(ReadingTotals.fields, ["books", "pages"])))

export const readStatusCounts = rowsOf(Schema.Struct({ status: ReadingStatus, count: Schema.Int }))

export const readMonths = rowsOf(ReadMonth)

/** Articles that are finished. */
export const readFinished = rowsOf(
  Schema.Struct({
    ...Struct.pick(Article.fields, ["id", "kind", "title", "author", "siteName", "url", "imageUrl", "isbn"]),
    finishedAt: EpochMillis,
  }),
  { id: { name: "article_id" } },
)

export const readHtml = valuesOf(Schema.String)
export const readIds = valuesOf(ArticleId)
export const readContents = rowsOf(ArticleContent)
export const readTexts = rowsOf(ArticleText)

/** Vectors as bytes; undefined for those of another space. */
export const readVectors = rowsOf(
  Schema.Struct({ articleId: ArticleId, embedding: Schema.UndefinedOr(Schema.Uint8Array) }),
  { embedding: { type: bytes } },
)

export const readHashes = rowsOf(Schema.Struct({ articleId: ArticleId, textHash: Schema.String }))
