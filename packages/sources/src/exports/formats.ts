import type { ExportReading } from "@daybook/kernel"
import { CsvRecords } from "./csvRecords.ts"
import { makeRowReader, type RawRecord, type Records, type RowReader } from "./reader.ts"

/** A format of JSON or JSON Lines, recognised by its first records. */
export interface JsonFormat<Item> {
  readonly records: () => Records<unknown>
  /** True for a record of this format. */
  readonly is: (record: unknown) => boolean
  /** Undefined for a record with nothing to import, such as a description of the account. */
  readonly read: (record: unknown) => ExportReading<Item> | undefined
}

/**
 * Reads the rows of a CSV file that begins with these; undefined for a file of another format. `part` is the file's
 * name within an archive, whose files may look alike and mean different things.
 */
export type CsvFormat<Item> = (
  beginning: ReadonlyArray<ReadonlyArray<string>>,
  part: string,
) => ((row: ReadonlyArray<string>) => ExportReading<Item> | undefined) | undefined

/** A format of XML or HTML, recognised by its first characters. */
export interface MarkupFormat<Item> {
  readonly is: (head: string) => boolean
  readonly records: () => Records<ExportReading<Item>>
}

/** The formats that one domain can import. */
export interface Formats<Item> {
  /** In words, for people. */
  readonly names: ReadonlyArray<string>
  readonly json?: ReadonlyArray<JsonFormat<Item>>
  readonly csv?: ReadonlyArray<CsvFormat<Item>>
  readonly markup?: ReadonlyArray<MarkupFormat<Item>>
}

/** The number of characters in which a format is looked for. */
export const headLength = 1 << 16

const valuesOf = <Value>(found: ReadonlyArray<RawRecord<Value>>) =>
  found.flatMap((record) => ("value" in record ? [record.value] : []))

const jsonReader = <Item>(
  formats: ReadonlyArray<JsonFormat<Item>>,
  head: string,
  whole: boolean,
  part: string,
): RowReader<Item> | undefined => {
  const beginnings = formats.map((format) => {
    const cutter = format.records()
    const found = cutter.push(head)
    return { format, found: whole ? [...found, ...cutter.end()] : found, listed: cutter.listed === true }
  })
  const format =
    // The first record may be a broken one.
    (
      beginnings.find(({ format, found }) => valuesOf(found).some(format.is)) ??
      // An account with nothing in it exports an empty list.
      beginnings.find(({ found, listed }) => whole && listed && found.length === 0)
    )?.format
  return format === undefined ? undefined : makeRowReader(format.records(), format.read, part)
}

const delimiters = [",", ";", "\t"] as const

const csvReader = <Item>(
  formats: ReadonlyArray<CsvFormat<Item>>,
  head: string,
  part: string,
): RowReader<Item> | undefined => {
  for (const delimiter of delimiters) {
    const cutter = new CsvRecords(delimiter)
    const beginning = valuesOf([...cutter.push(head), ...cutter.end()]).slice(0, 20)
    for (const format of formats) {
      const read = format(beginning, part)
      if (read !== undefined) return makeRowReader(new CsvRecords(delimiter), read, part)
    }
  }
  return undefined
}

const markupReader = <Item>(
  formats: ReadonlyArray<MarkupFormat<Item>>,
  head: string,
  part: string,
): RowReader<Item> | undefined => {
  const format = formats.find(({ is }) => is(head))
  return format === undefined ? undefined : makeRowReader(format.records(), (reading) => reading, part)
}

/**
 * A reader for the format of the file that begins with `head`; undefined for an unknown format. `whole` says that
 * `head` is the whole file; `part` is the file's name within an archive.
 */
export const readerFor = <Item>(
  { csv = [], json = [], markup = [] }: Formats<Item>,
  head: string,
  whole: boolean,
  part: string,
): RowReader<Item> | undefined => {
  if (/^\s*[[{]/.test(head)) return jsonReader(json, head, whole, part)
  return /^\uFEFF?\s*</.test(head) ? markupReader(markup, head, part) : csvReader(csv, head, part)
}
