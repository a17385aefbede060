import { maxRecordLength, type RawRecord, type Records } from "./records.ts"

/** One JSON value on each line (https://jsonlines.org). A broken line does not affect the others. */
export class JsonLines implements Records<unknown> {
  readonly #parse: (text: string) => unknown
  readonly #longest: number
  /** The pieces of the line whose end has not come, and their length. */
  #rest: Array<string> = []
  #length = 0
  #line = 1

  constructor(parse: (text: string) => unknown = JSON.parse, longest = maxRecordLength) {
    this.#parse = parse
    this.#longest = longest
  }

  push(text: string): ReadonlyArray<RawRecord<unknown>> {
    const found: Array<RawRecord<unknown>> = []
    let start = 0
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.#keep(text.slice(start, end))
      this.#take(found)
      start = end + 1
      this.#line += 1
    }
    this.#keep(text.slice(start))
    return found
  }

  end(): ReadonlyArray<RawRecord<unknown>> {
    const found: Array<RawRecord<unknown>> = []
    this.#take(found)
    return found
  }

  #keep(piece: string): void {
    this.#length += piece.length
    if (this.#length <= this.#longest) this.#rest.push(piece)
    else this.#rest = []
  }

  #take(found: Array<RawRecord<unknown>>): void {
    const line = this.#line
    const text = this.#rest.join("")
    if (this.#length > this.#longest) found.push({ line, problem: "a line that is too long" })
    else if (text.trim() !== "") found.push({ line, ...parseJson(text, this.#parse) })
    this.#rest = []
    this.#length = 0
  }
}

/** The value of a JSON text, or the problem of an invalid one. */
export const parseJson = (
  text: string,
  parse: (text: string) => unknown = JSON.parse,
): { readonly value: unknown } | { readonly problem: string } => {
  try {
    return { value: parse(text) }
  } catch {
    return { problem: "not JSON" }
  }
}
