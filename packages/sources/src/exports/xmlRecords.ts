import { type RawRecord, type Records } from "@daybook/kernel"
import sax from "sax"

// Deeper than any real file: a parser keeps open elements and attributes in memory.
const maxDepth = 50
const maxAttributes = 100
const maxNameLength = 200

// Numbers, times and kinds of sport are shorter, and so are names.
const maxTextLength = 500

const lengthPast = (text: string, end: string, from: number): number => {
  const at = text.indexOf(end, from)
  return at < 0 ? text.length : at + end.length
}

/** The position past a document type, which may contain declarations in brackets. */
const pastDoctype = (text: string, from: number): number => {
  const end = lengthPast(text, ">", from)
  const declarations = text.slice(from, end).includes("[")
  return declarations ? lengthPast(text, ">", lengthPast(text, "]", from) - 1) : end
}

/** The name of the first element of a document, without its prefix; "" if there is none in its head. */
export const rootOf = (head: string): string => {
  for (let at = head.indexOf("<"); at >= 0; at = head.indexOf("<", at)) {
    if (head.startsWith("<?", at)) at = lengthPast(head, "?>", at)
    else if (head.startsWith("<!--", at)) at = lengthPast(head, "-->", at)
    else if (head.startsWith("<!", at)) at = pastDoctype(head, at)
    else return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(head.slice(at, at + maxTextLength))?.[1] ?? ""
  }
  return ""
}

export type Attributes = Readonly<Record<string, string>>

/**
 * Takes the elements of an XML file as they begin and end. A path is the names of the open elements with slashes between
 * them, without the prefix that the first one has.
 */
export interface XmlReader {
  readonly open: (path: string, attributes: Attributes, line: number) => void
  /** An element ends that held this text, after its last inner element. */
  readonly close: (path: string, text: string, line: number) => void
}

/**
 * The records of an XML file of any length, in bounded memory. `make` returns the reader of one file, which hands
 * over each record as soon as it is complete. A file's own entities are not expanded: they make it a broken one.
 */
export class XmlRecords<Value> implements Records<Value> {
  readonly #parser = sax.parser(true, { position: true })
  readonly #reader: XmlReader
  /** The path of each open element. */
  readonly #paths: Array<string> = []
  #prefix = ""
  #attributes = 0
  #text = ""
  #broken = false
  #found: Array<RawRecord<Value>> = []

  constructor(make: (found: (record: RawRecord<Value>) => void) => XmlReader) {
    this.#reader = make((record) => this.#found.push(record))
    const handlers: Partial<sax.SAXParser> = {
      onerror: (error) => this.#breakOff(`not XML from here on: ${error.message.split("\n")[0]}`),
      onattribute: () => {
        this.#attributes += 1
        if (this.#attributes > maxAttributes) this.#breakOff("an element with too many attributes")
      },
      onopentag: ({ attributes, name }) => this.#open(name, attributes as Attributes),
      onclosetag: () => this.#close(),
      ontext: (text) => this.#addText(text),
      oncdata: (text) => this.#addText(text),
    }
    Object.assign(this.#parser, handlers)
  }

  push(text: string): ReadonlyArray<RawRecord<Value>> {
    if (!this.#broken) this.#parser.write(text)
    return this.#take()
  }

  end(): ReadonlyArray<RawRecord<Value>> {
    if (!this.#broken) this.#parser.close()
    return this.#take()
  }

  #take(): ReadonlyArray<RawRecord<Value>> {
    const found = this.#found
    this.#found = []
    return found
  }

  get #line(): number {
    return this.#parser.line + 1
  }

  #breakOff(problem: string): void {
    if (this.#broken) return
    this.#broken = true
    this.#found.push({ line: this.#line, problem })
  }

  #addText(text: string): void {
    if (this.#text.length < maxTextLength) this.#text += text.slice(0, maxTextLength)
  }

  #open(name: string, attributes: Attributes): void {
    this.#attributes = 0
    this.#text = ""
    if (this.#broken) return
    if (name.length > maxNameLength) return this.#breakOff("an element with a name that is too long")
    const within = this.#paths.at(-1)
    if (within === undefined) this.#prefix = name.slice(0, name.indexOf(":") + 1)
    // Elements of an extension with the same name have another prefix, or lie deeper.
    const own = name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name
    const path = within === undefined ? own : `${within}/${own}`
    this.#paths.push(path)
    if (this.#paths.length > maxDepth) return this.#breakOff("elements that are nested too deep")
    this.#reader.open(path, attributes, this.#line)
  }

  #close(): void {
    if (this.#broken) return
    const path = this.#paths.pop()
    const text = this.#text
    this.#text = ""
    if (path !== undefined) this.#reader.close(path, text, this.#line)
  }
}
