import Papa from "papaparse"
import { lineBreaks } from "./jsonRecords.ts"
import { longestRecord, type RawRecord, type Records } from "./reader.ts"

// A longer field does not contain line breaks: its closing quote is missing.
const longestField = 1 << 16

/**
 * The records of a CSV text (RFC 4180), cut into pieces anywhere. Quotes may enclose line breaks, and names may hold
 * stray quotes. Where a quote is missing the line is a bad one, and reading goes on with the next line.
 */
export class CsvRecords implements Records<ReadonlyArray<string>> {
  readonly #delimiter: string
  #rest = ""
  #line = 1
  #tooLong = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  push(text: string): ReadonlyArray<RawRecord<ReadonlyArray<string>>> {
    if (this.#tooLong) {
      const next = text.indexOf("\n") + 1
      return next === 0 ? [] : [this.#endTooLong(), ...this.push(text.slice(next))]
    }
    const whole = this.#rest + text
    // Half of a line break waits for the next piece.
    const end = whole.endsWith("\r") ? whole.length - 1 : whole.length
    const buffer = whole.slice(0, end).replaceAll("\r\n", "\n")
    const lines = buffer.lastIndexOf("\n") + 1
    const { found, read } = this.#read(buffer.slice(0, lines), false)
    this.#rest = buffer.slice(read) + whole.slice(end)
    this.#tooLong = this.#rest.length > longestRecord
    if (this.#tooLong) this.#rest = ""
    return found
  }

  #endTooLong(): RawRecord<ReadonlyArray<string>> {
    this.#tooLong = false
    return { line: this.#line++, problem: "a line that is too long" }
  }

  end(): ReadonlyArray<RawRecord<ReadonlyArray<string>>> {
    if (this.#tooLong) return [this.#endTooLong()]
    const { found } = this.#read(this.#rest, true)
    this.#rest = ""
    return found
  }

  #read(text: string, last: boolean) {
    const found: Array<RawRecord<ReadonlyArray<string>>> = []
    let read = 0
    // Each round but the last ends at a missing quote.
    for (let going = true; going && read < text.length;) {
      going = false
      const start = read
      Papa.parse<ReadonlyArray<string>>(text.slice(start), {
        delimiter: this.#delimiter,
        newline: "\n",
        step: ({ data, errors, meta }, parser) => {
          const end = start + meta.cursor
          const record = text.slice(read, end)
          if (errors.some(({ code }) => code === "MissingQuotes") && !last && record.length < longestField) {
            parser.abort()
            return
          }
          const firstLine = record.indexOf("\n") + 1
          if (errors.length > 0 && firstLine > 0 && firstLine < record.length) {
            found.push({
              line: this.#line,
              problem:
                record.length < longestField
                  ? "a quote that does not end"
                  : "a quote that does not end within 64 KiB: it is missing, or its field is longer, and its lines are read as rows",
            })
            read += firstLine
            this.#line += 1
            going = true
            parser.abort()
            return
          }
          if (data.length > 1 || data[0]?.trim()) found.push({ line: this.#line, value: data })
          read = end
          this.#line += lineBreaks(record)
        },
      })
    }
    return { found, read }
  }
}
