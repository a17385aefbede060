import { type EpochMillis, type ExportReading, parseJson } from "@daybook/kernel"
import { bookKey, bookSource, type SavedItem, savedBook } from "@daybook/reading"
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Text } from "../../../text.ts"
import type { WholeFormat } from "../../formats.ts"
import { bySchema } from "../../reader.ts"
import { parseTime } from "../../times.ts"
import { highlight } from "../highlights.ts"
import { bookAuthor } from "./authors.ts"

type Reading = ExportReading<SavedItem>

interface Passage {
  readonly text: string
  readonly note: string
  readonly highlightedAt: EpochMillis | undefined
}

/** A book and its passages. The file says nothing of how far it was read, only that it was opened. */
const readingsOf = (
  title: string,
  authors: string | null | undefined,
  document: string,
  passages: ReadonlyArray<Passage>,
): ReadonlyArray<Reading> => {
  if (title.trim() === "") return [{ problem: "a book without a title" }]
  const author = bookAuthor(authors)
  const lastOpenedAt = passages.reduce<EpochMillis | undefined>(
    (last, { highlightedAt: at }) => (at === undefined || (last ?? 0) > at ? last : at),
    undefined,
  )
  return [
    { item: { ...savedBook({ title: title.trim(), author, status: "reading" }), document, lastOpenedAt } },
    ...passages
      .filter(({ text }) => text.trim() !== "")
      .map((passage) =>
        highlight({ source: bookSource, articleSourceId: bookKey(title.trim(), author), ...passage }),
      ),
  ]
}

const optionalText = Schema.optionalKey(Schema.NullOr(Text))

const Entry = Schema.Struct({
  text: optionalText,
  note: optionalText,
  /** Seconds since 1970. */
  time: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
})

const Book = Schema.Struct({
  title: Text,
  author: optionalText,
  md5sum: optionalText,
  entries: Schema.Array(Entry),
})

const readBook = bySchema(Book, ({ author, entries, md5sum, title }) =>
  readingsOf(
    title,
    author,
    md5sum ?? "",
    entries.map(({ note, text, time }) => ({
      text: text ?? "",
      note: note ?? "",
      highlightedAt: typeof time === "number" && time > 0 ? Math.floor(time) * 1_000 : undefined,
    })),
  ),
)

const decodeMany = Schema.decodeUnknownOption(Schema.Struct({ documents: Schema.Array(Schema.Unknown) }))

const readJson = (file: Uint8Array): ReadonlyArray<Reading> => {
  const parsed = parseJson(new TextDecoder().decode(file))
  if ("problem" in parsed) return [parsed]
  const books = Option.match(decodeMany(parsed.value), {
    onSome: ({ documents }) => documents,
    onNone: () => [parsed.value],
  })
  return books.flatMap((book): ReadonlyArray<Reading> => {
    const readings = readBook(book)
    return "problem" in readings ? [readings] : readings
  })
}

/** The JSON of KOReader's exporter: one book, or `documents`. */
export const koreaderJson: WholeFormat<SavedItem> = {
  name: "KOReader",
  is: ({ text }) =>
    /^\s*\{/.test(text) &&
    /"entries"\s*:\s*\[/.test(text) &&
    /"time"\s*:\s*\d/.test(text) &&
    /"(chapter|drawer|sort)"\s*:/.test(text),
  longest: 32 << 20,
  read: readJson,
}

/** The marks that the exporter puts around a passage, by the style of the highlight. */
const marks = [
  ["**_", "_**"],
  ["**", "**"],
  ["==", "=="],
  ["++", "++"],
  ["~~", "~~"],
  ["<u>", "</u>"],
  ["*", "*"],
] as const

const unmarked = (text: string): string => {
  const found = marks.find(
    ([before, after]) =>
      text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after),
  )
  return found === undefined ? text : text.slice(found[0].length, text.length - found[1].length)
}

const head = /^### [^\n]*? @ (\d{1,2} \p{L}+\.? \d{4} \d{1,2}:\d\d:\d\d(?: [AP]M)?)[ \t]*$/mu

/** A time as the exporter writes it, by a clock of twelve hours, in the device's zone: it is taken for UTC. */
const timeOf = (text: string): EpochMillis | undefined => {
  const [, day = "", hour = "", rest = "", half] =
    /^(.*) (\d{1,2})(:\d\d:\d\d)(?: ([AP]M))?$/.exec(text) ?? []
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "PM" ? 12 : 0)
  return parseTime(`${day} ${hours}${rest}`)
}

const passageOf = (time: string, body: string): Passage => {
  const [text = "", ...notes] = body
    .replace(/\n_Generated at: [^\n]*_\s*$/, "")
    .replace(/\n## [^\n]*\s*$/, "")
    .replace(/\n\[[^\]\n]*\]\(<file:[^\n]*>\)\s*$/, "")
    .split("\n\n---\n")
  return { text: unmarked(text.trim()), note: notes.join("\n\n---\n").trim(), highlightedAt: timeOf(time) }
}

const bookHead = /^# ([^\n]+)\n##### ([^\n]*)$/m

const readMarkdown = (file: Uint8Array): ReadonlyArray<Reading> => {
  const text = new TextDecoder().decode(file).replaceAll("\r\n", "\n")
  const [, ...books] = text.split(new RegExp(bookHead, "gm"))
  return Arr.chunksOf(books, 3).flatMap(([title = "", author = "", body = ""]) => {
    const [, ...passages] = body.split(new RegExp(head, "gmu"))
    return readingsOf(
      title,
      author,
      "",
      Arr.chunksOf(passages, 2).map(([time = "", passage = ""]) => passageOf(time, passage)),
    )
  })
}

/** The Markdown of KOReader's exporter: any number of books. */
export const koreaderMarkdown: WholeFormat<SavedItem> = {
  name: "KOReader",
  is: ({ text }) => /^\uFEFF?\s*# /.test(text) && bookHead.test(text) && head.test(text),
  longest: 32 << 20,
  read: readMarkdown,
}
