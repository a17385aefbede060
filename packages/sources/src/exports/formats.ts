import { type ExportReading, type ExportRow, type FileHead, GrowingBytes } from "@daybook/kernel"
import { CsvRecords } from "./csvRecords.ts"
import { makeRowReader, type RawRecord, type Readings, type Records, type RowReader } from "./reader.ts"

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
  /** True for a record of this format. */
  readonly is: (record: unknown) => boolean
  /** True for the head of a file of this format, where its first record may be longer than the head. */
  readonly begins?: (head: string) => boolean
}

type ReadJson<Item> = (record: unknown) => Readings<Item>

/** A format of JSON or JSON Lines, with the reader of its records; of one file where a record follows from those before it. */
export type JsonFormat<Item> = JsonRecordsOf &
  ({ readonly read: ReadJson<Item> } | { readonly readerOfFile: () => ReadJson<Item> })

/**
 * Reads the rows of a CSV file that begins with these; undefined for a file of another format. Files of an archive may look
 * alike and mean different things: the file's name tells them apart.
 */
export type ReadCsv<Item> = (
  beginning: ReadonlyArray<ReadonlyArray<string>>,
  file: Pick<FileHead, "name" | "packed">,
) => ((row: ReadonlyArray<string>) => Readings<Item>) | undefined

/** A format of CSV, recognised by its first rows. */
export interface CsvFormat<Item> extends Format {
  readonly read: ReadCsv<Item>
}

/** A format of XML or HTML, recognised by its first characters. */
export interface MarkupFormat<Item> extends Format {
  readonly is: (head: string) => boolean
  readonly records: () => Records<ExportReading<Item>>
}

/** A format of which a file is read whole, since it is short or no text. */
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
}

const valuesOf = <Value>(found: ReadonlyArray<RawRecord<Value>>) =>
  found.flatMap((record) => ("value" in record ? [record.value] : []))

const jsonReader = <Item>(
  formats: ReadonlyArray<JsonFormat<Item>>,
  head: string,
  whole: boolean,
): FoundReader<Item> | undefined => {
  const beginnings = formats.map((format) => {
    const cutter = format.records()
    const found = cutter.push(head)
    return { format, found: whole ? [...found, ...cutter.end()] : found, listed: cutter.listed === true }
  })
  const format =
    // The first record may be a broken one.
    (
      beginnings.find(({ format, found }) => valuesOf(found).some(format.is)) ??
      beginnings.find(({ format }) => format.begins?.(head)) ??
      // An account with nothing in it exports an empty list.
      beginnings.find(({ found, listed }) => whole && listed && found.length === 0)
    )?.format
  return format === undefined
    ? undefined
    : {
        format,
        reader: makeRowReader(
          format.records(),
          "readerOfFile" in format ? format.readerOfFile() : format.read,
        ),
      }
}

const delimiters = [",", ";", "\t"] as const

const csvReader = <Item>(
  formats: ReadonlyArray<CsvFormat<Item>>,
  { text, ...file }: FileHead,
): FoundReader<Item> | undefined => {
  for (const delimiter of delimiters) {
    const cutter = new CsvRecords(delimiter)
    const beginning = valuesOf([...cutter.push(text), ...cutter.end()]).slice(0, 20)
    for (const format of formats) {
      const read = format.read(beginning, file)
      if (read !== undefined) return { format, reader: makeRowReader(new CsvRecords(delimiter), read) }
    }
  }
  return undefined
}

const markupReader = <Item>(
  formats: ReadonlyArray<MarkupFormat<Item>>,
  head: string,
): FoundReader<Item> | undefined => {
  const format = formats.find(({ is }) => is(head))
  return format === undefined
    ? undefined
    : { format, reader: makeRowReader(format.records(), (reading) => reading) }
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

const textReader = <Item>(
  { csv = [], json = [], markup = [] }: Formats<Item>,
  head: FileHead,
): FoundReader<Item> | undefined => {
  // No text begins so. Each domain would look for a table in it.
  if (head.bytes.subarray(0, 8).includes(0)) return undefined
  if (/^\s*[[{]/.test(head.text)) return jsonReader(json, head.text, head.whole)
  return /^\uFEFF?\s*</.test(head.text) ? markupReader(markup, head.text) : csvReader(csv, head)
}

/** The format of a file, and the rows that end in each of its pieces. */
export interface FoundFormat<Item> {
  readonly name: string
  readonly version: number
  readonly rows: (bytes: Uint8Array, last: boolean) => ReadonlyArray<ExportRow<Item>>
}

/** The format of the file that begins so; undefined for an unknown format. */
export const formatOf = <Item>(formats: Formats<Item>, head: FileHead): FoundFormat<Item> | undefined => {
  const found = findFormat(formats, head)
  if (found === undefined || formats.besideOthers === undefined) return found
  const beside = formats.besideOthers()
  return {
    ...found,
    rows: (bytes, last) =>
      found.rows(bytes, last).map((row) => ("item" in row ? { ...row, item: beside.of(row.item) } : row)),
  }
}

const findFormat = <Item>(formats: Formats<Item>, head: FileHead): FoundFormat<Item> | undefined => {
  const whole = formats.whole?.find(({ is }) => is(head))
  if (whole !== undefined) {
    const { name, version = 1 } = whole
    return { name, version, rows: wholeFile(whole, { name: head.name }) }
  }
  const found = textReader(formats, head)
  if (found === undefined) return undefined
  const { format, reader } = found
  const decoder = new TextDecoder()
  return {
    name: format.name,
    version: format.version ?? 1,
    rows: (bytes, last) => {
      const rows = reader.push(decoder.decode(bytes, { stream: !last }))
      return last ? [...rows, ...reader.end()] : rows
    },
  }
}
