import type { ExportReading } from "@daybook/kernel"
import type { SavedArticle, SavedHighlight } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../../instants.ts"
import { Text } from "../../text.ts"
import type { JsonFormat, WholeFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"
import { highlight } from "./highlights.ts"
import { article } from "./saved.ts"

const text = Schema.optionalKey(Schema.NullOr(Text))

const Metadata = Schema.Struct({
  /** The id of articles before highlights were read. */
  id: text,
  /** The last part of the article's URL at the service, which also names the files of its text and highlights. */
  slug: Text,
  title: text,
  description: text,
  author: text,
  url: text,
  /** `Active` or `Archived`. */
  state: text,
  /** In percent. */
  readingProgress: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  thumbnail: text,
  labels: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Unknown))),
  savedAt: text,
  updatedAt: text,
})

const labelOf = (label: unknown): ReadonlyArray<string> => {
  const name: unknown = Predicate.hasProperty(label, "name") ? label.name : label
  return typeof name === "string" ? [name] : []
}

/** `metadata_0_to_20.json` and its like, in the zip that Omnivore gave before it closed. */
export const omnivoreJson: JsonFormat<SavedArticle> = {
  name: "Omnivore",
  version: 2,
  records: () => new JsonRecords(["[]"]),
  is: (record) =>
    ["slug", "savedAt", "readingProgress"].every((field) => Predicate.hasProperty(record, field)),
  read: bySchema(Metadata, (one) =>
    article({
      source: "omnivore",
      sourceId: one.slug,
      formerId: one.id ?? "",
      url: one.url ?? "",
      title: one.title ?? "",
      author: one.author ?? "",
      description: one.description ?? "",
      progress: Math.min(1, Math.max(0, (one.readingProgress ?? 0) / 100)),
      archived: one.state?.toLowerCase() === "archived",
      tags: (one.labels ?? []).flatMap(labelOf),
      imageUrl: one.thumbnail ?? "",
      savedAt: instantOf(one.savedAt),
      changedAt: instantOf(one.updatedAt),
    }),
  ),
}

/**
 * The passage of a block of lines that start with `>`. Between paragraphs the quote has a `>` instead of an empty
 * line.
 */
const quoteOf = (block: string): string =>
  block
    .split("\n")
    .map((line) => line.replace(/^> ?/, "\n"))
    .join("\n")
    .trim()

const isLabels = (block: string): boolean => /^#\S/.test(block) && !block.includes("\n")

/** The passages of a file of highlights, each with its note; labels of highlights are left out. */
const highlightsIn = (file: string, slug: string): ReadonlyArray<ExportReading<SavedHighlight>> => {
  const found: Array<{ readonly text: string; readonly notes: Array<string> }> = []
  const ofArticle: Array<string> = []
  const blocks = file
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
  for (const block of blocks.filter((some) => some !== "")) {
    const last = found.at(-1)
    if (block.startsWith(">")) found.push({ text: quoteOf(block), notes: [] })
    else if (last === undefined) ofArticle.push(block)
    else if (last.notes.length > 0 || !isLabels(block)) last.notes.push(block)
  }
  return [
    ...found
      .filter((one) => one.text !== "")
      .map((one) =>
        highlight({
          source: "omnivore",
          articleSourceId: slug,
          text: one.text,
          note: one.notes.join("\n\n"),
        }),
      ),
    ...ofArticle.map(() => ({ skipped: "notes of an article without a passage" })),
  ]
}

// Vaults of notes have folders of this name: their files have headings, properties and links, which those of Omnivore do not.
const isNote = (text: string): boolean => /^(---|#{1,6} )|\[\[/m.test(text)

const slugOf = (name: string): string | undefined => /(?:^|\/)highlights\/([^/]+)\.md$/.exec(name)?.[1]

/** `highlights/<slug>.md` of the zip: what was highlighted in one article, without times. */
export const omnivoreHighlights: WholeFormat<SavedHighlight> = {
  name: "Omnivore",
  is: ({ name, packed, text }) => packed && slugOf(name) !== undefined && !isNote(text),
  longest: 8 << 20,
  read: (file, { name }) => highlightsIn(new TextDecoder().decode(file), slugOf(name) ?? ""),
}
