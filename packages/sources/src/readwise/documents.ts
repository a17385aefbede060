import { type SavedArticle, type SavedHighlight, type SavedItem, unknownArticle } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../instants.ts"
import { plainText } from "../html/plainText.ts"
import { optional } from "../optional.ts"
import { Text } from "../text.ts"

const text = optional(Text)
const time = optional(Schema.String)

/** A row of the list. */
export const Document = Schema.Struct({
  id: Text.check(Schema.isMinLength(1)),
  url: text,
  source_url: text,
  title: text,
  author: text,
  category: text,
  location: text,
  // An object keyed by tag, not a list.
  tags: optional(Schema.Record(Schema.String, Schema.Struct({ name: text }))),
  site_name: text,
  word_count: optional(Schema.Finite),
  summary: text,
  image_url: text,
  parent_id: text,
  reading_progress: optional(Schema.Finite),
  created_at: time,
  updated_at: time,
  saved_at: time,
  first_opened_at: time,
  last_opened_at: time,
  last_moved_at: time,
  html_content: text,
  // The passage of a highlight, or the words of a note.
  content: text,
  // The note of a highlight.
  notes: text,
})
export type Document = typeof Document.Type

/** A page of `GET /api/v3/list/`. The last one has no cursor. */
export const Page = Schema.Struct({
  nextPageCursor: optional(Schema.String),
  results: Schema.Array(Schema.Unknown),
})

const tagsOf = (tags: Document["tags"]): ReadonlyArray<string> =>
  Object.entries(tags ?? {}).map(([key, { name }]) => name ?? key)

/** An unopened document of a feed, which was never saved. It arrives again once it is opened or moved. */
const isUnopenedFeed = ({ first_opened_at, last_opened_at, location, reading_progress }: Document): boolean =>
  location === "feed" &&
  (first_opened_at ?? "") === "" &&
  (last_opened_at ?? "") === "" &&
  (reading_progress ?? 0) === 0

/** Highlights and notes are rows of the same list, below their document. */
const isArticle = (document: Document): boolean =>
  (document.parent_id ?? "") === "" &&
  document.category !== "highlight" &&
  document.category !== "note" &&
  !isUnopenedFeed(document)

/** A highlight below its document, or a note below its highlight: the note names the highlight and nothing else of it. */
const highlightOf = (document: Document): ReadonlyArray<SavedHighlight> => {
  const parent = document.parent_id ?? ""
  if (parent === "") return []
  const source = "readwise"
  switch (document.category) {
    case "highlight":
      return [
        {
          source,
          sourceId: document.id,
          articleSourceId: parent,
          text: document.content ?? plainText(document.html_content ?? "", 12_000),
          note: document.notes ?? "",
          highlightedAt: instantOf(document.saved_at) ?? instantOf(document.created_at),
        },
      ]
    case "note":
      return [
        {
          source,
          sourceId: parent,
          articleSourceId: "",
          text: "",
          note: document.content ?? "",
          highlightedAt: undefined,
        },
      ]
    default:
      return []
  }
}

const articleOf = (document: Document): SavedArticle => ({
  ...unknownArticle,
  source: "readwise",
  sourceId: document.id,
  title: document.title ?? "",
  author: document.author ?? "",
  // The address of the original: made up, or `mailto:`, for an email or an uploaded file.
  url: document.source_url ?? "",
  readerUrl: document.url ?? "",
  readerAppUrl: `wiseread:///read/${encodeURIComponent(document.id)}`,
  siteName: document.site_name ?? "",
  description: document.summary ?? "",
  wordCount: Math.max(0, Math.round(document.word_count ?? 0)),
  progress: Math.min(1, Math.max(0, document.reading_progress ?? 0)),
  archived: document.location === "archive",
  // Reader has no stars; its shortlist serves as such.
  starred: document.location === "shortlist",
  tags: tagsOf(document.tags),
  imageUrl: document.image_url ?? "",
  savedAt: instantOf(document.saved_at) ?? instantOf(document.created_at),
  firstOpenedAt: instantOf(document.first_opened_at),
  lastOpenedAt: instantOf(document.last_opened_at),
  movedAt: instantOf(document.last_moved_at),
  changedAt: instantOf(document.updated_at),
  content: document.html_content ?? undefined,
})

/** The articles and highlights of the rows of a list. */
export const itemsOf = (documents: ReadonlyArray<Document>): ReadonlyArray<SavedItem> =>
  documents.flatMap((document): ReadonlyArray<SavedItem> =>
    isArticle(document) ? [articleOf(document)] : highlightOf(document),
  )

/** A row without its text, which is by far its longest part and can be fetched again. */
export const withoutText = (row: unknown): unknown =>
  Predicate.hasProperty(row, "html_content") ? { ...row, html_content: undefined } : row
