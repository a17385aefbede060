// A longer field does not contain line breaks: its closing quote is missing.
export const maxFieldLength = 1 << 16

const quote = 0x22
const lineFeed = 0x0a

/** The first of ascending positions that is not before one; undefined for none. */
const firstFrom = (positions: ReadonlyArray<number>, position: number): number | undefined => {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] ?? position) < position) low = middle + 1
    else high = middle
  }
  return positions[low]
}

/** A row with the position after it; or why none can be read: a missing quote, or one within a field of several lines. */
export type CsvRow =
  | { readonly fields: ReadonlyArray<string>; readonly end: number }
  | { readonly fault: "unclosed" | "astray" }

/** The place of a field, without its quotes. */
interface Field {
  readonly from: number
  readonly to: number
  readonly quoted: boolean
}

/**
 * The rows of a text (RFC 4180), from any position. A row whose quotes are wrong is read again from its second line: so that this
 * takes no longer, each quote is looked at once. Whether one closes a field does not depend on where the field begins, unless the
 * two touch.
 */
export class CsvRows {
  readonly #text: string
  readonly #delimiter: string
  /** The quotes before `#searched` that close a field, and those that neither do nor are doubled. */
  readonly #closing: Array<number> = []
  readonly #stray: Array<number> = []
  #searched = 0

  constructor(text: string, delimiter: string) {
    this.#text = text
    this.#delimiter = delimiter
  }

  read(start: number): CsvRow {
    const text = this.#text
    const firstLine = this.#lineEnd(start)
    const limit = Math.max(start + maxFieldLength, firstLine)
    const fields: Array<Field> = []
    for (let at = start; ;) {
      const field = text.charCodeAt(at) === quote ? this.#quoted(at, limit) : this.#plain(at)
      if (field === undefined) {
        if (firstLine < text.length) return { fault: "unclosed" }
        return this.#row([...fields, { from: at + 1, to: text.length, quoted: true }], text.length)
      }
      if (field.astray && field.end > firstLine) return { fault: "astray" }
      fields.push(field)
      at = field.end + 1
      if (text[field.end] !== this.#delimiter) return this.#row(fields, Math.min(at, text.length))
    }
  }

  #row(fields: ReadonlyArray<Field>, end: number): CsvRow {
    const textOf = ({ from, quoted, to }: Field) => {
      const field = this.#text.slice(from, to)
      return quoted ? field.replaceAll('""', '"') : field
    }
    return { fields: fields.map(textOf), end }
  }

  #lineEnd(position: number): number {
    const found = this.#text.indexOf("\n", position)
    return found < 0 ? this.#text.length : found
  }

  #plain(at: number) {
    const [text, delimiter] = [this.#text, this.#delimiter.charCodeAt(0)]
    let end = at
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === delimiter || code === lineFeed) break
    }
    return { from: at, to: end, end, quoted: false, astray: false }
  }

  /** The field whose opening quote is at `open`; undefined if it is not closed before `limit`. */
  #quoted(open: number, limit: number) {
    const from = open + 1
    // Only the quotes that touch the opening one pair off in another way than they do for a field that begins before.
    const past = this.#pastQuotes(from)
    const own = (past - from) % 2 === 1
    if (own && this.#closes(past - 1)) return this.#ended(from, past - 1, false)
    const closing = this.#closingFrom(past, limit)
    if (closing === undefined) return undefined
    const stray = firstFrom(this.#stray, past)
    return this.#ended(from, closing, own || (stray !== undefined && stray < closing))
  }

  #ended(from: number, to: number, astray: boolean) {
    return { from, to, end: this.#pastSpaces(to + 1), quoted: true, astray }
  }

  #closingFrom(position: number, limit: number): number | undefined {
    const known = firstFrom(this.#closing, position)
    if (known !== undefined) return known < limit ? known : undefined
    while (this.#searched < limit) {
      const first = this.#text.indexOf('"', this.#searched)
      if (first < 0) {
        this.#searched = this.#text.length
        return undefined
      }
      this.#searched = this.#pastQuotes(first)
      if ((this.#searched - first) % 2 === 0) continue
      const last = this.#searched - 1
      if (!this.#closes(last)) this.#stray.push(last)
      else {
        this.#closing.push(last)
        if (last >= position) return last < limit ? last : undefined
      }
    }
    return undefined
  }

  /** True for a quote with the end of its field behind it. */
  #closes(at: number): boolean {
    const next = this.#pastSpaces(at + 1)
    const behind = this.#text[next]
    return behind === undefined || behind === this.#delimiter || behind === "\n"
  }

  #pastSpaces(position: number): number {
    let next = position
    while (this.#text[next] === " ") next += 1
    return next
  }

  #pastQuotes(position: number): number {
    let next = position
    while (this.#text.charCodeAt(next) === quote) next += 1
    return next
  }
}
