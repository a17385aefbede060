import {
  Article,
  ArticleContent,
  ArticleGroup,
  ArticleId,
  ArticleKeys,
  ArticleSummary,
  ArticleText,
  DeviceProgress,
  EditedHighlight,
  Highlight,
  HighlightId,
  ReadingSession,
  ReadingStatus,
  ReadingTotals,
  ReadMonth,
  SavedHighlight,
} from "@daybook/reading"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { described, joinedFrom, rowsOf, valuesOf } from "../table.ts"

export const articles = described("articles", Article)

/** Articles as they are written: with the keys that follow from their fields. */
export const keyedArticles = described(
  "articles",
  Schema.Struct({ ...Article.fields, ...ArticleKeys.fields }),
)

/** Highlights as they are written under ids that they have. */
export const savedHighlights = described(
  "highlights",
  Schema.Struct({ id: HighlightId, ...SavedHighlight.fields }),
)

/** The ids of highlights by what their sources call them. */
export const readHighlightKeys = rowsOf(
  Schema.Struct({ id: HighlightId, ...Struct.pick(SavedHighlight.fields, ["source", "sourceId"]) }),
)

/** Highlights as they are edited. */
export const editedHighlights = described("highlights", EditedHighlight, { articleId: { name: "home_id" } })

export const readHighlightIds = valuesOf(HighlightId)

/** Highlights joined with their articles, whose columns have their own names. */
const article = joinedFrom("articles", "article", ArticleSummary)
export const readHighlights = rowsOf(Highlight, { article }, "highlights")

/** Groups, each with the number of all of them. */
export const readGroups = rowsOf(Schema.Struct({ ...ArticleGroup.fields, total: Schema.Int }))

export const readFinishedArticles = rowsOf(
  Schema.Struct(Struct.pick(ReadingTotals.fields, ["articles", "words", "minutes"])),
)

export const readFinishedBooks = rowsOf(Schema.Struct(Struct.pick(ReadingTotals.fields, ["books", "pages"])))

export const readStatusCounts = rowsOf(Schema.Struct({ status: ReadingStatus, count: Schema.Int }))

export const readMonths = rowsOf(ReadMonth)

/** Articles that are finished. */
export const readFinished = rowsOf(Schema.Struct({ ...ArticleSummary.fields, finishedAt: EpochMillis }), {
  id: { name: "article_id", computed: "id" },
})

/** The places where reading devices stopped. */
export const deviceProgress = described("device_progress", DeviceProgress)

export const readBookIds = rowsOf(Schema.Struct(Struct.pick(Article.fields, ["id", "sourceId"])))
export const readSessions = rowsOf(ReadingSession)
export const readNumbers = valuesOf(Schema.Int)

export const readHtml = valuesOf(Schema.String)

export const readIds = valuesOf(ArticleId)
export const readContents = rowsOf(ArticleContent)
export const readTexts = rowsOf(ArticleText)

/** Vectors as bytes; undefined for vectors of another space. */
export const readVectors = rowsOf(
  Schema.Struct({ articleId: ArticleId, embedding: Schema.UndefinedOr(Schema.Uint8Array) }),
  { embedding: { type: "bytes" } },
)

export const readHashes = rowsOf(Schema.Struct({ articleId: ArticleId, textHash: Schema.String }))
