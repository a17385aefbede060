import type { ExportRow } from "@daybook/kernel"
import { Gunzip, Unzip, UnzipInflate } from "fflate"
import { type Formats, headLength, readerFor } from "./formats.ts"
import type { RowReader } from "./reader.ts"

/** Takes the bytes of a file in pieces of any size and gives its rows. */
export interface Contents<Item> {
  readonly push: (bytes: Uint8Array, last: boolean) => ReadonlyArray<ExportRow<Item>>
  /** True once a known format was found. */
  readonly known: boolean
  /** The most bytes that it takes at once. */
  readonly pieceLength: number
}

/** A byte of a zip unpacks to a thousand at most (RFC 1951): a piece gives a mebibyte of text, and its rows. */
export const packedPieceLength = 1024

// The longest histories of a lifetime are a tenth of this.
const maxUnpacked = 4 * 1024 ** 3

/** The text of one file; its beginning tells its format. */
class TextContents<Item> implements Contents<Item> {
  readonly pieceLength = Infinity
  readonly #decoder = new TextDecoder()
  readonly #formats: Formats<Item>
  readonly #part: string
  #head = ""
  #reader: RowReader<Item> | undefined
  #ended = false

  constructor(formats: Formats<Item>, part: string) {
    this.#formats = formats
    this.#part = part
  }

  get known(): boolean {
    return this.#reader !== undefined
  }

  push(bytes: Uint8Array, last: boolean): ReadonlyArray<ExportRow<Item>> {
    if (this.#ended) return []
    const text = this.#decoder.decode(bytes, { stream: !last })
    if (this.#reader !== undefined) return this.#read(this.#reader, text, last)
    this.#head += text
    if (this.#head.length < headLength && !last) return []
    const head = this.#head
    this.#head = ""
    this.#reader = readerFor(this.#formats, head, last, this.#part)
    // The rest after an unknown beginning is not read.
    this.#ended = this.#reader === undefined
    return this.#reader === undefined ? [] : this.#read(this.#reader, head, last)
  }

  #read(reader: RowReader<Item>, text: string, last: boolean): ReadonlyArray<ExportRow<Item>> {
    const rows = reader.push(text)
    return last ? [...rows, ...reader.end()] : rows
  }
}

/** Passes on unpacked bytes, and turns a broken archive into a last row that says so. */
abstract class Packed<Item> implements Contents<Item> {
  readonly pieceLength = packedPieceLength
  readonly #rows: Array<ExportRow<Item>> = []
  #unpacked = 0
  #broken = false

  abstract readonly known: boolean
  protected abstract unpack(bytes: Uint8Array, last: boolean): void

  /** Reads what was unpacked of a file. */
  protected take(text: TextContents<Item>, bytes: Uint8Array, last: boolean): void {
    this.#unpacked += bytes.length
    if (this.#unpacked > maxUnpacked) throw new Error(`more than ${maxUnpacked / 1024 ** 3} GiB unpacked`)
    for (const row of text.push(bytes, last)) this.#rows.push(row)
  }

  push(bytes: Uint8Array, last: boolean): ReadonlyArray<ExportRow<Item>> {
    if (this.#broken) return []
    try {
      this.unpack(bytes, last)
    } catch (cause) {
      this.#broken = true
      const reason = cause instanceof Error ? cause.message : String(cause)
      this.#rows.push({ line: 1, part: "", problem: `the archive is broken from here on: ${reason}` })
    }
    return this.#rows.splice(0)
  }
}

class GzipContents<Item> extends Packed<Item> {
  readonly #text: TextContents<Item>
  readonly #gunzip = new Gunzip((bytes, last) => this.take(this.#text, bytes, last))

  constructor(formats: Formats<Item>) {
    super()
    this.#text = new TextContents(formats, "")
  }

  get known(): boolean {
    return this.#text.known
  }

  protected unpack(bytes: Uint8Array, last: boolean): void {
    this.#gunzip.push(bytes, last)
  }
}

/** The files of an archive in known formats; others, such as a description of the user, are skipped. */
class ZipContents<Item> extends Packed<Item> {
  readonly #formats: Formats<Item>
  readonly #unzip = new Unzip((file) => {
    const text = new TextContents(this.#formats, file.name)
    file.ondata = (error, bytes, last) => {
      if (error !== null) throw error
      this.take(text, bytes, last)
      this.#known ||= text.known
    }
    file.start()
  })
  #known = false

  constructor(formats: Formats<Item>) {
    super()
    this.#formats = formats
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

/** The number of bytes that tell whether a file is packed. */
export const signatureLength = 4

/** The reader of a packed file that begins with these bytes; undefined for a file that is not packed. */
export const contentsOf = <Item>(formats: Formats<Item>, beginning: Uint8Array): Contents<Item> => {
  // "PK", 3, 4: the header of a file in a zip (PKWARE's APPNOTE, 4.3.7).
  if (startsWith(beginning, 0x50, 0x4b, 3, 4)) return new ZipContents(formats)
  // RFC 1952, 2.3.1
  if (startsWith(beginning, 0x1f, 0x8b)) return new GzipContents(formats)
  return new TextContents(formats, "")
}
