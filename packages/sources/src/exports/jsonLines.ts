import { longestRecord, type RawRecord, type Records } from "./reader.ts"

/** One JSON value on each line (https://jsonlines.org). A broken line does not affect the others. */
export class JsonLines implements Records<unknown> {
  /** The pieces of the line whose end has not come, and their length. */
  #rest: Array<string> = []
  #length = 0
  #line = 1

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
    if (this.#length <= longestRecord) this.#rest.push(piece)
    else this.#rest = []
  }

  #take(found: Array<RawRecord<unknown>>): void {
    const line = this.#line
    const text = this.#rest.join("")
    if (this.#length > longestRecord) found.push({ line, problem: "a line that is too long" })
    else if (text.trim() !== "") found.push({ line, ...parseJson(text) })
    this.#rest = []
    this.#length = 0
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
