import type { ExportReading } from "@daybook/kernel"
import type { SavedArticle, SavedItem } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { plainText } from "../../html/plainText.ts"
import { instantOf } from "../../instants.ts"
import { Text } from "../../text.ts"
import { table } from "../columns.ts"
import type { JsonFormat, ReadCsv } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema, ExpandedRecords } from "../reader.ts"
import { keptWithArticles } from "./highlights.ts"
import { article, readIfArchived, tagsIn } from "./saved.ts"
import { optional } from "../../optional.ts"

const text = optional(Text)

const Flag = Schema.Union([Schema.Boolean, Schema.Literals([0, 1])])

/** A number, which some databases behind Wallabag write as a text. */
const Id = Schema.Union([Schema.Int, Text])

const idOf = (id: typeof Id.Type | null | undefined): string => (id == null ? "" : String(id).trim())

const Entry = Schema.Struct({
  id: optional(Id),
  is_archived: Flag,
  is_starred: optional(Flag),
  tags: optional(Schema.Array(Schema.Unknown)),
  title: text,
  url: text,
  content: text,
  created_at: text,
  updated_at: text,
  archived_at: text,
  published_by: optional(Schema.Array(Schema.NullOr(Text))),
  domain_name: text,
  preview_picture: text,
})

/** Tags are texts in the export, and objects in the API's responses. */
const labelOf = (tag: unknown): ReadonlyArray<string> => {
  const label: unknown = Predicate.hasProperty(tag, "label") ? tag.label : tag
  return typeof label === "string" ? [label] : []
}

// A record is no longer.
const maxTextLength = 1 << 20

const wordsIn = (html: string): number => plainText(html, maxTextLength).match(/\S+/g)?.length ?? 0

const Annotation = Schema.Struct({
  entryId: Id,
  annotation: Schema.Struct({
    // The export of a server has no ids, the responses of its API have.
    id: optional(Id),
    /** The passage. */
    quote: Text,
    /** The owner's note. */
    text: text,
    created_at: text,
  }),
})

const readAnnotation = bySchema(Annotation, ({ annotation, entryId }): ExportReading<SavedItem> => ({
  item: {
    source: "wallabag",
    sourceId: idOf(annotation.id) || `${idOf(entryId)} ${annotation.quote.slice(0, maxQuoteInId)}`,
    articleSourceId: idOf(entryId),
    text: annotation.quote,
    note: annotation.text ?? "",
    highlightedAt: instantOf(annotation.created_at),
  },
  skipped: keptWithArticles,
}))

const maxQuoteInId = 100

const isAnnotation = (record: unknown): boolean =>
  Predicate.hasProperty(record, "annotation") && Predicate.hasProperty(record, "entryId")

/** An entry, followed by its annotations. */
const withAnnotations = (entry: unknown): ReadonlyArray<unknown> => {
  const annotations = Predicate.hasProperty(entry, "annotations") ? entry.annotations : undefined
  const entryId = Predicate.hasProperty(entry, "id") ? entry.id : undefined
  return Array.isArray(annotations)
    ? [entry, ...annotations.map((annotation: unknown) => ({ annotation, entryId }))]
    : [entry]
}

/** Wallabag's JSON, of all entries or of some, with highlights. Its text only shows how long an article is. */
export const wallabagJson: JsonFormat<SavedItem> = {
  name: "Wallabag",
  version: 2,
  records: () => new ExpandedRecords(new JsonRecords(["[]"]), withAnnotations),
  // Other programs that keep links call them archived, too, but star none.
  is: (record) => ["is_archived", "is_starred", "url"].every((field) => Predicate.hasProperty(record, field)),
  // The first article may be longer than the head of the file.
  begins: (head) =>
    ["is_archived", "is_starred"].every((field) =>
      new RegExp(`^\\s*\\[\\s*\\{[^{}]{0,500}"${field}"\\s*:`).test(head),
    ),
  read: (record) => (isAnnotation(record) ? readAnnotation(record) : readEntry(record)),
}

const readEntry = bySchema(Entry, (entry) =>
  article({
    source: "wallabag",
    sourceId: idOf(entry.id),
    url: entry.url ?? "",
    title: entry.title ?? "",
    author: (entry.published_by ?? []).filter((name) => name !== null && name !== "").join(", "),
    siteName: entry.domain_name ?? "",
    wordCount: wordsIn(entry.content ?? ""),
    starred: entry.is_starred === true || entry.is_starred === 1,
    tags: (entry.tags ?? []).flatMap(labelOf),
    imageUrl: entry.preview_picture ?? "",
    savedAt: instantOf(entry.created_at),
    movedAt: instantOf(entry.archived_at),
    changedAt: instantOf(entry.updated_at),
    ...readIfArchived(entry.is_archived === true || entry.is_archived === 1),
  }),
)

/** Wallabag's CSV, which does not record reading. It has a 12-hour clock: only the day is used. */
export const wallabagCsv: ReadCsv<SavedArticle> = table(
  ["title", "url", "content", "tags", "mime type", "creation date"],
  (field) => {
    const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(field("creation date")) ?? []
    return article({
      source: "wallabag",
      url: field("url"),
      title: field("title"),
      wordCount: wordsIn(field("content")),
      tags: tagsIn(field("tags"), ","),
      savedAt: instantOf(`${year}-${month}-${day}T12:00:00Z`),
    })
  },
)
