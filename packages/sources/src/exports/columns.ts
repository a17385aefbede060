import { storableText } from "@daybook/kernel"
import type { CsvSample, ReadCsv } from "./formats.ts"
import type { Readings } from "./reader.ts"

/** The file of a row. */
interface OfTable extends CsvSample {
  readonly has: (column: string) => boolean
}

/**
 * Reads a CSV file whose header has these columns, in any case and order. `field` returns a column's trimmed text, ""
 * for a missing column. Repeated headers are skipped, and a row of another length is a problem.
 */
export const table =
  <Item>(
    needed: ReadonlyArray<string>,
    read: (field: (column: string) => string, file: OfTable) => Readings<Item>,
  ): ReadCsv<Item> =>
  ([header = []], sample) => {
    const names = header.map((name) => name.replace("\uFEFF", "").trim().toLowerCase())
    if (!needed.every((name) => names.includes(name))) return undefined
    const file = { ...sample, has: (name: string) => names.includes(name) }
    return (row) => {
      if (row.join("\n") === header.join("\n")) return undefined
      // Spreadsheets add empty cells at the end of a row.
      const isComplete = row.length >= header.length && row.slice(header.length).every((cell) => cell === "")
      return isComplete
        ? read((name) => storableText(row[names.indexOf(name)] ?? "").trim(), file)
        : { problem: `${row.length} fields instead of ${header.length}` }
    }
  }
