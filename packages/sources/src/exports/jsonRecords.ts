import { maxRecordLength, parseJson, type RawRecord, type Records } from "@daybook/kernel"
import { JsonShape, maxDepth } from "./jsonShape.ts"

interface Container {
  readonly kind: "{" | "["
  readonly path: string
}

// Longer keys belong to no place.
const maxKeyLength = 200

/** A record whose end has not come. */
class OpenRecord {
  readonly line: number
  readonly shape = new JsonShape()
  readonly #pieces: Array<string> = []
  #length = 0

  constructor(line: number) {
    this.line = line
  }

  add(piece: string): void {
    this.#length += piece.length
    if (this.#problem === undefined) this.#pieces.push(piece)
    else this.#pieces.length = 0
  }

  get #problem(): string | undefined {
    if (this.shape.tooDeep) return `a record that is nested more than ${maxDepth} levels deep`
    return this.#length > maxRecordLength ? "a record of more than 1 MiB" : undefined
  }

  /** Returns its value, or its problem, once it or the file has ended. */
  read(): RawRecord<unknown> {
    const { line, shape } = this
    const problem =
      this.#problem ??
      (shape.state === "broken" ? "not JSON" : shape.state === "open" ? "a record without an end" : undefined)
    return problem === undefined ? { line, ...parseJson(this.#pieces.join("")) } : { line, problem }
  }
}

/**
 * The objects at some places of one large JSON text, cut into pieces anywhere. A place is a path, with `[]` for each
 * item of a list (`[]`, `.scrobbles[]`, `[].track[]`) and `{}` for each member of an object, whatever its key
 * (`.list{}`).
 *
 * Each character is visited once, and each record is parsed separately: so a broken record does not affect the
 * others. Reading continues at the character that breaks it, where the next record starts if a brace is missing.
 */
export class JsonRecords implements Records<unknown> {
  readonly #places: ReadonlySet<string>
  /** The open objects and lists outside of records, and the number of those too deep to hold a place. */
  readonly #open: Array<Container> = []
  #deeper = 0
  #record: OpenRecord | undefined
  #line = 1
  /** The last text outside of the records, the state of an open one, and the key that it became with a colon. */
  #text = ""
  #inText: "no" | "yes" | "escaped" = "no"
  #key = ""
  #afterColon = false
  /** The depth of the last record. */
  #depth = 0
  #listed = false

  constructor(places: Iterable<string>) {
    this.#places = new Set(places)
  }

  get listed(): boolean {
    return this.#listed
  }

  push(text: string): ReadonlyArray<RawRecord<unknown>> {
    const found: Array<RawRecord<unknown>> = []
    let at = 0
    while (at < text.length) {
      if (this.#record !== undefined) at = this.#readRecord(this.#record, text, at, found)
      else if (this.#inText !== "no") at = this.#readText(text, at)
      else if (text[at] === "{" && this.#isPlace()) this.#begin()
      else this.#take(text[at++])
    }
    return found
  }

  end(): ReadonlyArray<RawRecord<unknown>> {
    if (this.#record !== undefined) return [this.#record.read()]
    const cut = this.#inText !== "no" || this.#open.length > 0
    return cut ? [{ line: this.#line, problem: "the file ends in the middle" }] : []
  }

  #begin(): void {
    this.#depth = this.#open.length
    this.#record = new OpenRecord(this.#line)
  }

  #readRecord(record: OpenRecord, text: string, at: number, found: Array<RawRecord<unknown>>): number {
    const { shape } = record
    const end = shape.read(text, at)
    record.add(text.slice(at, end))
    if (shape.state === "open") return end
    found.push(record.read())
    this.#line += shape.lines
    this.#record = undefined
    if (shape.state === "broken") this.#giveUp()
    return end
  }

  #readText(text: string, at: number): number {
    let next = this.#inText === "escaped" ? at + 1 : at
    this.#inText = "yes"
    while (next < text.length) {
      const code = text.charCodeAt(next)
      if (code === 34 /* " */ || code === 10) break
      next += code === 92 /* \ */ ? 2 : 1
    }
    if (this.#text.length <= maxKeyLength) this.#text += text.slice(at, Math.min(next, at + maxKeyLength + 1))
    if (next > text.length) this.#inText = "escaped"
    if (next >= text.length) return text.length
    this.#inText = "no"
    if (text[next] === '"') return next + 1
    // JSON has no line breaks within texts: a quote is missing.
    this.#giveUp()
    return next
  }

  /** Moves past one character outside of the records. */
  #take(character: string | undefined): void {
    switch (character) {
      case "\n":
        this.#line += 1
        return
      case '"':
        this.#text = ""
        this.#inText = "yes"
        return
      case ":":
        this.#key = this.#text
        this.#afterColon = true
        return
      case ",":
        this.#afterColon = false
        return
      case "[":
      case "{":
        this.#enter(character)
        return
      case "]":
        this.#close("[")
        return
      case "}":
        this.#close("{")
    }
  }

  #isPlace(): boolean {
    if (this.#deeper > 0) return false
    const within = this.#open.at(-1)
    return this.#places.has(this.#path()) || (within?.kind === "{" && this.#places.has(`${within.path}{}`))
  }

  #path(): string {
    const within = this.#open.at(-1)
    if (within === undefined) return ""
    if (within.kind === "{") return `${within.path}.${this.#key}`
    // A value with a key inside a list belongs to an abandoned record.
    return this.#afterColon ? `${within.path}[].${this.#key}` : `${within.path}[]`
  }

  /** Leaves a broken record: with a quote missing, its braces cannot be distinguished from text. */
  #giveUp(): void {
    this.#open.length = Math.min(this.#open.length, this.#depth)
    this.#deeper = 0
    this.#afterColon = false
  }

  #enter(kind: Container["kind"]): void {
    if (this.#open.length === deepestPlace) {
      this.#deeper += 1
      return
    }
    const path = this.#path()
    this.#open.push({ kind, path })
    // PHP writes an empty object as a list.
    this.#listed ||= this.#places.has(`${path}{}`) || (kind === "[" && this.#places.has(`${path}[]`))
    this.#afterColon = false
  }

  #close(kind: Container["kind"]): void {
    this.#afterColon = false
    if (this.#deeper > 0) this.#deeper -= 1
    else if (this.#open.at(-1)?.kind === kind) this.#open.pop()
  }
}

/** No place is as deep: the paths of what lies below would only grow. */
const deepestPlace = 16
