import { longestRecord, type RawRecord, type Records } from "./reader.ts"

/** One JSON value on each line (https://jsonlines.org). A broken line does not affect the others. */
export class JsonLines implements Records<unknown> {
  #rest = ""
  #line = 1
  #tooLong = false

  push(text: string): ReadonlyArray<RawRecord<unknown>> {
    const found: Array<RawRecord<unknown>> = []
    const buffer = this.#rest + text
    let start = 0
    for (let end = buffer.indexOf("\n"); end >= 0; end = buffer.indexOf("\n", start)) {
      this.#take(buffer.slice(start, end), found)
      start = end + 1
      this.#line += 1
    }
    this.#rest = buffer.slice(start)
    if (this.#rest.length > longestRecord) {
      this.#tooLong = true
      this.#rest = ""
    }
    return found
  }

  end(): ReadonlyArray<RawRecord<unknown>> {
    const found: Array<RawRecord<unknown>> = []
    this.#take(this.#rest, found)
    this.#rest = ""
    return found
  }

  #take(text: string, found: Array<RawRecord<unknown>>): void {
    if (this.#tooLong) found.push({ line: this.#line, problem: "a line that is too long" })
    else if (text.trim() !== "") found.push({ line: this.#line, ...parseJson(text) })
    this.#tooLong = false
  }
}

/** The value of a JSON text, or the problem of an invalid one. */
export const parseJson = (text: string): { readonly value: unknown } | { readonly problem: string } => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: "not JSON" }
  }
}
