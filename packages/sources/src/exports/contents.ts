import type { ExportRow } from "@daybook/listening"
import { Gunzip, Unzip, UnzipInflate } from "fflate"
import { headLength, readerFor } from "./formats.ts"
import type { RowReader } from "./reader.ts"

/** Takes the bytes of a file in pieces of any size and gives its rows. */
export interface Contents {
  readonly push: (bytes: Uint8Array, last: boolean) => ReadonlyArray<ExportRow>
  /** Whether a format that we know was found. */
  readonly known: boolean
}

/** The text of one file, whose beginning tells its format. */
export class TextContents implements Contents {
  readonly #decoder = new TextDecoder()
  readonly #part: string
  #head = ""
  #reader: RowReader | undefined
  #ended = false

  constructor(part: string) {
    this.#part = part
  }

  get known(): boolean {
    return this.#reader !== undefined
  }

  push(bytes: Uint8Array, last: boolean): ReadonlyArray<ExportRow> {
    if (this.#ended) return []
    const text = this.#decoder.decode(bytes, { stream: !last })
    if (this.#reader !== undefined) return this.#read(this.#reader, text, last)
    this.#head += text
    if (this.#head.length < headLength && !last) return []
    const head = this.#head
    this.#head = ""
    this.#reader = readerFor(head, last, this.#part)
    // What follows an unknown beginning is not looked at.
    this.#ended = this.#reader === undefined
    return this.#reader === undefined ? [] : this.#read(this.#reader, head, last)
  }

  #read(reader: RowReader, text: string, last: boolean): ReadonlyArray<ExportRow> {
    const rows = reader.push(text)
    return last ? [...rows, ...reader.end()] : rows
  }
}

/** Passes what an unpacker gives on, and turns a broken archive into a last row that says so. */
abstract class Packed implements Contents {
  protected readonly rows: Array<ExportRow> = []
  #broken = false

  abstract readonly known: boolean
  protected abstract unpack(bytes: Uint8Array, last: boolean): void

  push(bytes: Uint8Array, last: boolean): ReadonlyArray<ExportRow> {
    if (this.#broken) return []
    try {
      this.unpack(bytes, last)
    } catch (cause) {
      this.#broken = true
      const reason = cause instanceof Error ? cause.message : String(cause)
      this.rows.push({ line: 1, part: "", problem: `the archive is broken from here on: ${reason}` })
    }
    return this.rows.splice(0)
  }
}

class GzipContents extends Packed {
  readonly #text = new TextContents("")
  readonly #gunzip = new Gunzip((bytes, last) => {
    for (const row of this.#text.push(bytes, last)) this.rows.push(row)
  })

  get known(): boolean {
    return this.#text.known
  }

  protected unpack(bytes: Uint8Array, last: boolean): void {
    this.#gunzip.push(bytes, last)
  }
}

/** Each file of the archive whose format we know; the others, such as a description of the user, are passed over. */
class ZipContents extends Packed {
  readonly #unzip = new Unzip((file) => {
    const text = new TextContents(file.name)
    file.ondata = (error, bytes, last) => {
      if (error !== null) throw error
      for (const row of text.push(bytes, last)) this.rows.push(row)
      this.#known ||= text.known
    }
    file.start()
  })
  #known = false

  constructor() {
    super()
    this.#unzip.register(UnzipInflate)
  }

  get known(): boolean {
    return this.#known
  }

  protected unpack(bytes: Uint8Array, last: boolean): void {
    this.#unzip.push(bytes, last)
  }
}

const startsWith = (bytes: Uint8Array, ...signature: ReadonlyArray<number>) =>
  signature.every((byte, at) => bytes[at] === byte)

/** How many bytes of a file tell whether it is packed. */
export const signatureLength = 4

/** What unpacks a file that begins with these bytes, if it is packed. */
export const contentsOf = (beginning: Uint8Array): Contents => {
  // "PK", 3, 4: the header of a file in a zip (PKWARE's APPNOTE, 4.3.7).
  if (startsWith(beginning, 0x50, 0x4b, 3, 4)) return new ZipContents()
  // RFC 1952, 2.3.1
  if (startsWith(beginning, 0x1f, 0x8b)) return new GzipContents()
  return new TextContents("")
}
