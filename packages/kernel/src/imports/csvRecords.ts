import { CsvRows, maxFieldLength } from "./csvRows.ts"
import { lineBreaks, maxRecordLength, type RawRecord, type Records } from "./records.ts"

/**
 * The records of a CSV text (RFC 4180), cut into pieces anywhere. Quotes may enclose line breaks, and names may
 * contain stray quotes. A line with a missing quote is a bad one, and reading continues with the next line. If the first line
 * ends with CR alone, as spreadsheets write it for the Mac, all do.
 */
export class CsvRecords implements Records<ReadonlyArray<string>> {
  readonly #delimiter: string
  readonly #longest: number
  /** The pieces of the record whose end has not come, and their length. */
  #rest: Array<string> = []
  #length = 0
  #line = 1
  #tooLong = false
  /** Whether lines end with only CR; undefined until the first one ends. */
  #endsWithCr: boolean | undefined

  constructor(delimiter: string, longest = maxRecordLength) {
    this.#delimiter = delimiter
    this.#longest = longest
  }

  push(piece: string): ReadonlyArray<RawRecord<ReadonlyArray<string>>> {
    return this.#pushLines(this.#withLineFeeds(piece))
  }

  #withLineFeeds(piece: string): string {
    let text = piece
    if (this.#endsWithCr === undefined) {
      text = this.#takeRest() + piece
      const end = /\r[^\n]|\n/.exec(text)?.[0]
      if (end !== undefined) this.#endsWithCr = end !== "\n"
    }
    return this.#endsWithCr === true ? text.replaceAll("\r", "\n") : text
  }

  #pushLines(text: string): ReadonlyArray<RawRecord<ReadonlyArray<string>>> {
    if (this.#tooLong) {
      const next = text.indexOf("\n") + 1
      return next === 0 ? [] : [this.#endTooLong(), ...this.#pushLines(text.slice(next))]
    }
    const lines = text.lastIndexOf("\n") + 1
    if (lines === 0) {
      this.#keep(text)
      return []
    }
    const { found, rest } = this.#read(this.#takeRest() + text.slice(0, lines), false)
    this.#keep(rest + text.slice(lines))
    return found
  }

  /** A line that is too long is skipped up to its end. */
  #keep(text: string): void {
    this.#rest.push(text)
    this.#length += text.length
    this.#tooLong = this.#length > this.#longest
    if (this.#tooLong) this.#takeRest()
  }

  #takeRest(): string {
    const rest = this.#rest.join("")
    this.#rest = []
    this.#length = 0
    return rest
  }

  #endTooLong(): RawRecord<ReadonlyArray<string>> {
    this.#tooLong = false
    return { line: this.#line++, problem: "a line that is too long" }
  }

  end(): ReadonlyArray<RawRecord<ReadonlyArray<string>>> {
    if (this.#tooLong) return [this.#endTooLong()]
    return this.#read(this.#takeRest(), true).found
  }

  #read(lines: string, last: boolean) {
    const text = lines.replaceAll("\r\n", "\n")
    const rows = new CsvRows(text, this.#delimiter)
    const found: Array<RawRecord<ReadonlyArray<string>>> = []
    let at = 0
    while (at < text.length) {
      const row = rows.read(at)
      if ("fields" in row) {
        const { end, fields } = row
        if (fields.length > 1 || fields[0]?.trim()) found.push({ line: this.#line, value: fields })
        this.#line += lineBreaks(text.slice(at, end))
        at = end
        continue
      }
      const isLong = text.length - at >= maxFieldLength
      if (row.fault === "unclosed" && !last && !isLong) break
      found.push({
        line: this.#line,
        problem:
          row.fault === "unclosed" && isLong
            ? "a quote that does not end within 64 KiB: it is missing, or its field is longer, and its lines are read as rows"
            : "a quote that does not end",
      })
      this.#line += 1
      at = text.indexOf("\n", at) + 1
    }
    return { found, rest: text.slice(at) }
  }
}
