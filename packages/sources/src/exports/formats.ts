import {
  type ChosenFormat,
  type ExportReading,
  type ExportRow,
  type FileHead,
  GrowingBytes,
  CsvRecords,
  type RawRecord,
  type Records,
} from "@daybook/kernel"
import { joined } from "./bytes.ts"
import { makeRowReader, type Readings, type RowReader } from "./reader.ts"

/** The path of a file, and whether an archive holds it. */
export type FileName = Pick<FileHead, "name" | "packed">

/** A format, and the version of its reader. */
interface Format {
  /** In words: `Spotify`. */
  readonly name: string
  /** Raised from 1 where the reader finds more in a file than before, so that files which were imported are read again. */
  readonly version?: number
}

/** A format of JSON or JSON Lines, recognised by its first records. */
interface JsonRecordsOf extends Format {
  readonly records: () => Records<unknown>
  /** True for a record of this format, and of no other. */
  readonly is: (record: unknown, file: FileName) => boolean
  /** True for the head of a file of this format, even if its first record is longer than the head. */
  readonly begins?: (head: string) => boolean
}

type ReadJson<Item> = (record: unknown) => Readings<Item>

/**
 * A format of JSON or JSON Lines, with the reader of its records; a reader per file if a record depends on earlier
 * ones.
 */
export type JsonFormat<Item> = JsonRecordsOf &
  ({ readonly read: ReadJson<Item> } | { readonly readerOfFile: () => ReadJson<Item> })

/** A CSV file, with its first rows. */
export interface CsvSample extends FileName, Pick<FileHead, "now"> {
  /** True if a row among the first ones cannot be read. */
  readonly broken: boolean
}

/**
 * Reads the rows of a CSV file that starts with these, which are all rows of its head; undefined for a file of
 * another format. Files of an archive may look alike and mean different things: the file's name decides.
 */
export type ReadCsv<Item> = (
  beginning: ReadonlyArray<ReadonlyArray<string>>,
  file: CsvSample,
) => ((row: ReadonlyArray<string>) => Readings<Item>) | undefined

/** A format of CSV, recognised by its first rows. */
export interface CsvFormat<Item> extends Format {
  readonly read: ReadCsv<Item>
  /**
   * Reads a file whose format the user named. It requires less evidence than `read`, and is omitted if both require
   * the same.
   */
  readonly readNamed?: ReadCsv<Item>
}

/** A format of XML or HTML, recognised by its first characters. */
export interface MarkupFormat<Item> extends Format {
  readonly is: (head: string) => boolean
  readonly records: (file: FileName) => Records<Readings<Item>>
}

/** A format whose files are read whole, because they are short or no text. */
export interface WholeFormat<Item> extends Format {
  readonly is: (head: FileHead) => boolean
  /** A longer file is a broken one. */
  readonly longest: number
  readonly read: (file: Uint8Array, of: Pick<FileHead, "name">) => ReadonlyArray<ExportReading<Item>>
}

/** Changes each item of a file by those before it. */
export interface BesideOthers<Item> {
  // A method, so that formats of any items are formats of unknown ones.
  of(item: Item): Item
}

/** The formats that one domain can import. */
export interface Formats<Item> {
  /** In words, for people. */
  readonly names: ReadonlyArray<string>
  readonly json?: ReadonlyArray<JsonFormat<Item>>
  readonly csv?: ReadonlyArray<CsvFormat<Item>>
  readonly markup?: ReadonlyArray<MarkupFormat<Item>>
  readonly whole?: ReadonlyArray<WholeFormat<Item>>
  /** Made for each file. */
  readonly besideOthers?: () => BesideOthers<Item>
}

/** The format of a file, with the reader of its text. */
interface FoundReader<Item> {
  readonly format: Format
  readonly reader: RowReader<Item>
  /** True for JSON, which is UTF-8 by definition. */
  readonly isJson?: boolean
}

const valuesOf = <Value>(found: ReadonlyArray<RawRecord<Value>>) =>
  found.flatMap((record) => ("value" in record ? [record.value] : []))

function* jsonReaders<Item>(
  formats: ReadonlyArray<JsonFormat<Item>>,
  head: FileHead,
  chosen: ChosenFormat | undefined,
): Generator<FoundReader<Item>> {
  const beginnings = formats.map((format) => {
    const cutter = format.records()
    const found = cutter.push(head.text)
    const all = head.whole ? [...found, ...cutter.end()] : found
    return { format, found: all, values: valuesOf(all), listed: cutter.listed === true }
  })
  // The first record may be a broken one.
  let claiming = beginnings.filter(({ format, values }) => values.some((value) => format.is(value, head)))
  if (claiming.length === 0)
    claiming = beginnings.filter(
      ({ format, values }) => values.length === 0 && format.begins?.(head.text) === true,
    )
  // An account with nothing in it exports an empty list, and many programs have lists of the same name.
  if (claiming.length === 0 && chosen !== undefined)
    claiming = beginnings.filter(({ found, listed }) => head.whole && listed && found.length === 0)
  for (const { format } of claiming)
    yield {
      format,
      reader: makeRowReader(format.records(), "readerOfFile" in format ? format.readerOfFile() : format.read),
      isJson: true,
    }
}

const delimiters = [",", ";", "\t"] as const

function* csvReaders<Item>(
  formats: ReadonlyArray<CsvFormat<Item>>,
  head: FileHead,
  chosen: ChosenFormat | undefined,
): Generator<FoundReader<Item>> {
  for (const delimiter of delimiters) {
    const cutter = new CsvRecords(delimiter)
    const complete = cutter.push(head.text)
    // Where the head ends in the middle of a row, that row says nothing, unless it is the only one.
    const found = head.whole || complete.length === 0 ? [...complete, ...cutter.end()] : complete
    const rows = valuesOf(found)
    const { name, now, packed } = head
    const sample = { name, now, packed, broken: rows.length < found.length }
    for (const format of formats) {
      const read = chosen?.format === undefined ? format.read : (format.readNamed ?? format.read)
      const readRow = read(rows, sample)
      if (readRow !== undefined) yield { format, reader: makeRowReader(new CsvRecords(delimiter), readRow) }
    }
  }
}

function* markupReaders<Item>(
  formats: ReadonlyArray<MarkupFormat<Item>>,
  head: FileHead,
): Generator<FoundReader<Item>> {
  for (const format of formats)
    if (format.is(head.text))
      yield { format, reader: makeRowReader(format.records(head), (reading) => reading) }
}

/** The rows of a file that is read whole, once it is. */
const wholeFile = <Item>(
  { longest, read }: WholeFormat<Item>,
  of: Pick<FileHead, "name">,
): FoundFormat<Item>["rows"] => {
  const file = new GrowingBytes()
  let tooLong = false
  return (bytes, last) => {
    tooLong ||= file.length + bytes.length > longest
    if (!tooLong) file.append(bytes)
    if (!last) return []
    return tooLong
      ? [{ line: 1, problem: `it is longer than ${longest >> 20} MiB` }]
      : read(file.bytes, of).map((reading) => ({ ...reading, line: 1 }))
  }
}

function* textReaders<Item>(
  { csv = [], json = [], markup = [] }: Formats<Item>,
  head: FileHead,
  chosen: ChosenFormat | undefined,
): Generator<FoundReader<Item>> {
  // No text begins so. Each domain would look for a table in it.
  if (head.bytes.subarray(0, 8).includes(0)) return
  if (/^\s*[[{]/.test(head.text)) yield* jsonReaders(json, head, chosen)
  else if (/^\uFEFF?\s*</.test(head.text)) yield* markupReaders(markup, head)
  else yield* csvReaders(csv, head, chosen)
}

/** The format of a file, and the rows that end in each of its pieces. */
export interface FoundFormat<Item> {
  readonly name: string
  readonly version: number
  readonly rows: (bytes: Uint8Array, last: boolean) => ReadonlyArray<ExportRow<Item>>
}

const lineFeed = 0x0a

/** The lines of a text of several encodings: each in UTF-8, or in Windows-1252 if it is no UTF-8. */
const textOfLines = (bytes: Uint8Array): string => {
  const utf8 = new TextDecoder("utf-8", { fatal: true })
  const windows1252 = new TextDecoder("windows-1252")
  let text = ""
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(lineFeed, at) + 1 || bytes.length
    const line = bytes.subarray(at, end)
    try {
      text += utf8.decode(line)
    } catch {
      text += windows1252.decode(line)
    }
    at = end
  }
  return text
}

/** The text of the pieces of a file: UTF-8, but for lines in Windows-1252, as spreadsheets still write them. */
const textIn = (isJson: boolean) => {
  const decoder = new TextDecoder("utf-8", { fatal: !isJson })
  let rest = new Uint8Array()
  return (piece: Uint8Array, last: boolean): string => {
    if (isJson) return decoder.decode(piece, { stream: !last })
    const bytes = joined(rest, piece)
    // Characters are decoded whole: the next piece has the rest of the last one.
    const begun = bytes.subarray(-3).findLastIndex((byte) => byte >= 0xc0)
    const end = last || begun < 0 ? bytes.length : Math.max(0, bytes.length - 3) + begun
    rest = bytes.slice(end)
    const whole = bytes.subarray(0, end)
    try {
      return decoder.decode(whole)
    } catch {
      return textOfLines(whole)
    }
  }
}

const rowsOf = <Item>({ isJson = false, reader }: FoundReader<Item>): FoundFormat<Item>["rows"] => {
  const textOf = textIn(isJson)
  return (bytes, last) => {
    const rows = reader.push(textOf(bytes, last))
    return last ? [...rows, ...reader.end()] : rows
  }
}

/** The formats with this name, in any case. */
const called = <Item>({ csv, json, markup, whole, names }: Formats<Item>, name: string): Formats<Item> => {
  const isCalled = (format: Format) => format.name.toLowerCase() === name.toLowerCase()
  return {
    names,
    json: json?.filter(isCalled) ?? [],
    csv: csv?.filter(isCalled) ?? [],
    markup: markup?.filter(isCalled) ?? [],
    whole: whole?.filter(isCalled) ?? [],
  }
}

/** The names with which a format can be chosen, each once. */
export const namesOf = <Item>({ csv = [], json = [], markup = [], whole = [] }: Formats<Item>) => [
  ...new Set([...json, ...csv, ...markup, ...whole].map(({ name }) => name)),
]

/** All formats that claim the file with this start. The samples of every format are claimed only by that format. */
export function* claimsOf<Item>(
  formats: Formats<Item>,
  head: FileHead,
  chosen?: ChosenFormat,
): Generator<FoundFormat<Item>> {
  const some = chosen?.format === undefined ? formats : called(formats, chosen.format)
  for (const whole of some.whole ?? []) {
    const { is, name, version = 1 } = whole
    if (is(head)) yield { name, version, rows: wholeFile(whole, { name: head.name }) }
  }
  for (const found of textReaders(some, head, chosen)) {
    const { name, version = 1 } = found.format
    yield { name, version, rows: rowsOf(found) }
  }
}

/** The format of the file that begins so; undefined for an unknown format. */
export const formatOf = <Item>(
  formats: Formats<Item>,
  head: FileHead,
  chosen?: ChosenFormat,
): FoundFormat<Item> | undefined => {
  const [found] = claimsOf(formats, head, chosen)
  if (found === undefined || formats.besideOthers === undefined) return found
  const beside = formats.besideOthers()
  return {
    ...found,
    rows: (bytes, last) =>
      found.rows(bytes, last).map((row) => ("item" in row ? { ...row, item: beside.of(row.item) } : row)),
  }
}

/** The formats that the file could have if the user chooses one: the content is not enough evidence. */
export const couldBe = <Item>({ csv = [], names }: Formats<Item>, head: FileHead): ReadonlyArray<string> => {
  const lenient = csv.filter(({ readNamed }) => readNamed !== undefined)
  if (lenient.length === 0) return []
  return lenient
    .map(({ name }) => name)
    .filter((format) => formatOf({ names, csv: lenient }, head, { format }) !== undefined)
}
