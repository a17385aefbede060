import { type SavedArticle, type SavedHighlight, unknownArticle } from "@daybook/reading"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { optional } from "../optional.ts"
import { Text, TextId } from "../text.ts"

// The same field arrives as a number and as text, in one response.
const Numeric = Schema.Union([
  Schema.Finite,
  Schema.String.pipe(Schema.decodeTo(Schema.Finite, SchemaTransformation.numberFromString)),
])

/** A row of a folder's list. */
export const Bookmark = Schema.Struct({
  type: optional(Schema.Literal("bookmark")),
  bookmark_id: Numeric,
  url: optional(Text),
  title: optional(Text),
  description: optional(Text),
  time: optional(Numeric),
  starred: optional(Numeric),
  hash: optional(Text),
  progress: optional(Numeric),
  progress_timestamp: optional(Numeric),
  tags: optional(Schema.Array(Schema.Struct({ name: optional(Text) }))),
})
export type Bookmark = typeof Bookmark.Type

/** A folder that the owner created. */
export const Folder = Schema.Struct({
  type: Schema.Literal("folder"),
  folder_id: Schema.Union([Schema.Finite, TextId]),
})

/** A highlighted passage in a folder's list. */
export const Passage = Schema.Struct({
  highlight_id: Numeric,
  bookmark_id: Numeric,
  text: optional(Text),
  note: optional(Text),
  time: optional(Numeric),
})
export type Passage = typeof Passage.Type

/** Version 1.1 sends an object with lists, version 1 one flat list of everything. */
const Listed = Schema.Union([
  Schema.Struct({
    bookmarks: Schema.Array(Schema.Unknown),
    highlights: optional(Schema.Array(Schema.Unknown)),
    delete_ids: Schema.optionalKey(Schema.Unknown),
  }),
  Schema.Array(Schema.Unknown),
])

/** The new and changed bookmarks of a folder, and the ids of removed ones. */
export const FolderList = Listed

const isOfType = (type: string) => (row: unknown) => Predicate.hasProperty(row, "type") && row.type === type

/** The rows of a list that are bookmarks, readable or not. */
export const bookmarkRows = (list: typeof Listed.Type): ReadonlyArray<unknown> =>
  "bookmarks" in list ? list.bookmarks : list.filter(isOfType("bookmark"))

/** The rows of a list that are highlights, readable or not. */
export const highlightRows = (list: typeof Listed.Type): ReadonlyArray<unknown> =>
  "bookmarks" in list ? (list.highlights ?? []) : list.filter(isOfType("highlight"))

const readIds = Schema.decodeUnknownOption(Schema.Array(Numeric))

export const goneFrom = (list: typeof Listed.Type): ReadonlySet<string> =>
  new Set("bookmarks" in list ? Option.getOrElse(readIds(list.delete_ids), () => []).map(String) : [])

/** The whole list of folders. */
export const Folders = Schema.Array(Schema.Unknown)

/** The rows of it that are folders, readable or not. */
export const folderRows = (list: typeof Folders.Type): ReadonlyArray<unknown> =>
  list.filter(isOfType("folder"))

const seconds = (value: number | null | undefined) => (value ? Math.round(value) * 1000 : undefined)

/** A passage as a highlight. */
export const highlightOf = (passage: Passage): SavedHighlight => ({
  source: "instapaper",
  sourceId: String(passage.highlight_id),
  articleSourceId: String(passage.bookmark_id),
  text: passage.text ?? "",
  note: passage.note ?? "",
  highlightedAt: seconds(passage.time),
})

/** A bookmark of a folder as an article. Its content is undefined if it was not fetched. */
export const articleOf = (bookmark: Bookmark, folder: string, content: string | undefined): SavedArticle => {
  const id = String(bookmark.bookmark_id)
  const url = bookmark.url ?? ""
  const description = bookmark.description ?? ""
  const openedAt = seconds(bookmark.progress_timestamp)
  return {
    ...unknownArticle,
    source: "instapaper",
    sourceId: id,
    title: bookmark.title ?? "",
    url,
    readerUrl: `https://www.instapaper.com/read/${id}`,
    // For a missing description the service sends the page's host.
    description: URL.canParse(url) && new URL(url).host === description ? "" : description,
    progress: Math.min(1, Math.max(0, bookmark.progress ?? 0)),
    archived: folder === "archive",
    starred: bookmark.starred === 1,
    tags: (bookmark.tags ?? []).flatMap(({ name }) => name ?? []),
    savedAt: seconds(bookmark.time),
    // The service's only time is the last change of progress; 0 before the first opening.
    firstOpenedAt: openedAt,
    lastOpenedAt: openedAt,
    content,
  }
}
