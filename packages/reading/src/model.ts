import { EpochMillis, ReportedUrl, unknownItem, WebUrl } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

export const ArticleId = Schema.Int.pipe(Schema.brand("ArticleId"))
export type ArticleId = typeof ArticleId.Type

/** The reading status of an article; `status.ts` derives it from the service's report. */
export const ReadingStatus = Schema.Literals(["unread", "reading", "finished", "skipped", "abandoned"])
export type ReadingStatus = typeof ReadingStatus.Type

/** The kind of an article. Lists of articles contain no books, which have their own lists. */
export const ArticleKind = Schema.Literals(["article", "book"])
export type ArticleKind = typeof ArticleKind.Type

/** An article as a reading service or a file has it. Unknown text is "", an unknown number 0. */
export const SavedArticle = Schema.Struct({
  kind: ArticleKind,
  /** The service, such as `readwise` or `pocket`; `books` for a book of any service. */
  source: Schema.String,
  /**
   * The service's own id, which never changes; "" in files that have none, where the address identifies the article.
   */
  sourceId: Schema.String,
  /** Another id of the service, which an earlier version of Daybook used for the article. */
  formerId: Schema.optionalKey(Schema.String),
  /**
   * The digest of a book's file, "" if unknown; only from a reading device, which knows how far a book was read and little
   * else.
   */
  document: Schema.optionalKey(Schema.String),
  /** True for a version that only fills empty fields, and brings content: the stored one is more recent. */
  fillsOnly: Schema.optionalKey(Schema.Boolean),
  title: Schema.String,
  author: Schema.String,
  /** The URL of the article itself. Like those below it is as the source reported it, until `normalizeArticle` has made it one that is stored. */
  url: ReportedUrl,
  /** Its page in the service, and the address that opens the service's app. */
  readerUrl: ReportedUrl,
  readerAppUrl: Schema.String,
  siteName: Schema.String,
  description: Schema.String,
  wordCount: Schema.Int,
  /** The part that was read, 0 to 1. */
  progress: Schema.Finite,
  archived: Schema.Boolean,
  starred: Schema.Boolean,
  /** 1 to 5, of a book in quarters from 0.25; 0 where unrated. */
  rating: Schema.Finite,
  tags: Schema.Array(Schema.String),
  imageUrl: ReportedUrl,
  /** A book's, like the four after it: 13 digits, or 10 characters of an old one. */
  isbn: Schema.String,
  pages: Schema.Int,
  /** The year of first publication if known, else the edition's. */
  publishedYear: Schema.Int,
  /** The number of times it was read to its end. */
  timesRead: Schema.Int,
  /** Your review, as plain text with its lines. */
  review: Schema.String,
  /** The status that the source reports; undefined if it follows from progress and archive. */
  status: Schema.UndefinedOr(ReadingStatus),
  savedAt: Schema.UndefinedOr(EpochMillis),
  firstOpenedAt: Schema.UndefinedOr(EpochMillis),
  lastOpenedAt: Schema.UndefinedOr(EpochMillis),
  /** The time of its move to its present location, such as the archive. */
  movedAt: Schema.UndefinedOr(EpochMillis),
  changedAt: Schema.UndefinedOr(EpochMillis),
  /** Its HTML; undefined if the service does not send it, which keeps the stored HTML. */
  content: Schema.UndefinedOr(Schema.String),
})
export type SavedArticle = typeof SavedArticle.Type

/** An article with every field unknown, for callers to override with the fields they know. */
export const unknownArticle: Omit<SavedArticle, "source" | "url"> = unknownItem(
  Schema.Struct(Struct.omit(SavedArticle.fields, ["source", "url"])),
  { kind: "article" },
)

/** A stored article. */
export const Article = Schema.Struct({
  ...Struct.omit(SavedArticle.fields, [
    "formerId",
    "document",
    "fillsOnly",
    "archived",
    "content",
    "firstOpenedAt",
    "movedAt",
    "changedAt",
  ]),
  id: ArticleId,
  url: WebUrl,
  readerUrl: WebUrl,
  /** With any scheme that a browser does not run itself: `appUrl` makes it. */
  readerAppUrl: Schema.String,
  imageUrl: WebUrl,
  status: ReadingStatus,
  /** The first opening. Once set, no sync overwrites it. */
  startedAt: Schema.UndefinedOr(EpochMillis),
  /** Once set, no sync overwrites it. */
  finishedAt: Schema.UndefinedOr(EpochMillis),
})
export type Article = typeof Article.Type

/** What identifies an article to a reader. */
export const ArticleSummary = Schema.Struct(
  Struct.pick(Article.fields, ["id", "kind", "title", "author", "url", "siteName", "imageUrl", "isbn"]),
)
export type ArticleSummary = typeof ArticleSummary.Type

export const HighlightId = Schema.Int.pipe(Schema.brand("HighlightId"))
export type HighlightId = typeof HighlightId.Type

/**
 * A highlighted passage as a reading service has it. A service may report a passage and its note separately: a field
 * that one of the two does not know is "".
 */
export const SavedHighlight = Schema.Struct({
  source: Schema.String,
  /** The service's own id of the passage. */
  sourceId: Schema.String,
  /** The service's own id of the article that it is from. */
  articleSourceId: Schema.String,
  text: Schema.String,
  note: Schema.String,
  highlightedAt: Schema.UndefinedOr(EpochMillis),
})
export type SavedHighlight = typeof SavedHighlight.Type

/** A stored passage with its article. */
export const Highlight = Schema.Struct({
  id: HighlightId,
  ...Struct.pick(SavedHighlight.fields, ["source", "text", "note", "highlightedAt"]),
  article: ArticleSummary,
})
export type Highlight = typeof Highlight.Type

/** A page of a book that a reading device had open. */
export const PageRead = Schema.Struct({
  /** The source's id of its book. */
  bookSourceId: Schema.String,
  page: Schema.Int,
  startedAt: EpochMillis,
  seconds: Schema.Int,
})
export type PageRead = typeof PageRead.Type

/** An item of a reading service. */
export type SavedItem = SavedArticle | SavedHighlight | PageRead

/** True for a highlighted passage. */
export const isHighlight = (item: SavedItem): item is SavedHighlight => "articleSourceId" in item

/** True for a page that was read. */
export const isPageRead = (item: SavedItem): item is PageRead => "bookSourceId" in item

/** True for an article or a book. */
export const isArticle = (item: SavedItem): item is SavedArticle => !isHighlight(item) && !isPageRead(item)
