import { GrowingBytes } from "@daybook/kernel"
import * as Result from "effect/Result"
import { readParameters } from "./headerParameters.ts"

/** Why a multipart body is refused. */
export interface MultipartProblem {
  readonly kind: "broken" | "too large"
  readonly message: string
}

const maxParts = 100
const maxHeadBytes = 8 * 1024
const maxValueBytes = 1024 * 1024

const cr = 0x0d
const lf = 0x0a
const dash = 0x2d
const isPadding = (byte: number | undefined) => byte === 0x20 || byte === 0x09

const headEnd = Uint8Array.of(cr, lf, cr, lf)
const noBytes = new Uint8Array()

const broken = (message: string): MultipartProblem => ({ kind: "broken", message: `The body ${message}` })

/** The name in a part's head; undefined if it has none. Fails on a malformed head. */
const readName = (head: string): Result.Result<string | undefined, MultipartProblem> => {
  let name: string | undefined
  // A line that begins with white space continues the one before.
  for (const line of head.replace(/\r\n[\t ]+/g, " ").split("\r\n")) {
    if (line === "") continue
    const [, field, value = ""] = /^([!-9;-~]+):(.*)$/s.exec(line) ?? []
    if (field === undefined) return Result.fail(broken("has a part whose header cannot be read"))
    if (field.toLowerCase() === "content-disposition") name ??= readParameters(value)?.parameters.get("name")
  }
  return Result.succeed(name)
}

/**
 * Reads a body of `multipart/form-data` (RFC 7578, RFC 2046 section 5.1) piece by piece and keeps only the contents of the
 * wanted parts, at most 1 MiB each, whatever the size of the others. A body has at most 100 parts, a part's head at
 * most 8 KiB. Each byte is read once: the CR at the start of a delimiter is its only one, so after a failed match the next
 * can begin no earlier than the byte that broke it.
 */
export class MultipartReader {
  readonly #delimiter: Uint8Array
  readonly #wanted: ReadonlySet<string>
  readonly #values = new Map<string, GrowingBytes>()
  #state: "content" | "delimited" | "head" | "over" = "content"
  /** The number of last bytes that match the delimiter or the end of a head. A body may begin with its delimiter. */
  #matched = 2
  /** The matched bytes that end the part before, and are not content. */
  #before = 2
  /** The byte after the delimiter: a dash, a CR or white space. */
  #after: number | undefined
  #parts = 0
  #head = new GrowingBytes()
  /** The content of a wanted part; undefined for others. */
  #content: GrowingBytes | undefined
  #problem: MultipartProblem | undefined

  constructor(boundary: string, wanted: ReadonlySet<string>) {
    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
    this.#wanted = wanted
  }

  /** Takes the next piece. Returns the problem once the body is refused. */
  push(piece: Uint8Array): MultipartProblem | undefined {
    let at = 0
    while (at < piece.length && this.#problem === undefined) {
      if (this.#state === "over") return undefined
      if (this.#state === "content") at = this.#readContent(piece, at)
      else if (this.#state === "delimited") at = this.#readDelimited(piece, at)
      else at = this.#readHead(piece, at)
    }
    return this.#problem
  }

  /** Ends the body and returns the contents of the wanted parts. */
  end(): Result.Result<ReadonlyMap<string, Uint8Array>, MultipartProblem> {
    if (this.#problem !== undefined) return Result.fail(this.#problem)
    if (this.#state !== "over") return Result.fail(broken("is cut short: its last boundary is missing"))
    return Result.succeed(new Map([...this.#values].map(([name, { bytes }]) => [name, bytes])))
  }

  /** Reads content, or the preamble before the first delimiter. */
  #readContent(piece: Uint8Array, from: number): number {
    const delimiter = this.#delimiter
    let matched = this.#matched
    // The end of an earlier piece may begin a delimiter. Once it turns out not to, it is content.
    let open = matched
    let at = from
    while (at < piece.length) {
      if (piece[at] === delimiter[matched]) {
        at++
        if (++matched < delimiter.length) continue
        if (open === 0) this.#keep(piece.subarray(from, at - matched))
        this.#state = "delimited"
        this.#after = undefined
        return at
      }
      if (open > 0) this.#keep(delimiter.subarray(this.#before, open))
      open = 0
      this.#before = 0
      matched = piece[at] === cr ? 1 : 0
      at++
      if (matched === 0) while (at < piece.length && piece[at] !== cr) at++
    }
    if (open === 0) this.#keep(piece.subarray(from, at - matched))
    this.#matched = matched
    return at
  }

  /** The bytes after a delimiter confirm it: two dashes, or the end of its line. */
  #readDelimited(piece: Uint8Array, at: number): number {
    const byte = piece[at]
    const after = this.#after
    if (after === undefined) {
      if (byte === dash || byte === cr || isPadding(byte)) {
        this.#after = byte
        return at + 1
      }
      return this.#resume(noBytes, at)
    }
    if (isPadding(after)) {
      if (byte === cr) this.#beginHead("\r")
      else if (!isPadding(byte)) this.#problem = broken("has a boundary with something behind it")
      return at + 1
    }
    if (byte !== (after === cr ? lf : dash)) return this.#resume(Uint8Array.of(after), at)
    if (after === cr) this.#beginHead("\r\n")
    else this.#state = "over"
    return at + 1
  }

  /** Continues with content that contained the delimiter's bytes. */
  #resume(after: Uint8Array, at: number): number {
    this.#keep(this.#delimiter.subarray(this.#before))
    this.#keep(after)
    this.#before = 0
    this.#matched = 0
    this.#state = "content"
    return at
  }

  /** Begins a part's head after this part of a line end. */
  #beginHead(lineEnd: string): void {
    this.#content = undefined
    this.#head = new GrowingBytes()
    this.#head.append(new TextEncoder().encode(lineEnd))
    this.#matched = lineEnd.length
    this.#state = "head"
  }

  #readHead(piece: Uint8Array, from: number): number {
    let at = from
    while (at < piece.length && this.#matched < headEnd.length) {
      this.#matched = piece[at] === headEnd[this.#matched] ? this.#matched + 1 : piece[at] === cr ? 1 : 0
      at++
    }
    this.#head.append(piece.subarray(from, at))
    if (this.#head.length > maxHeadBytes) this.#problem = broken("has a part with more than 8 KiB of headers")
    else if (this.#matched === headEnd.length) this.#beginContent()
    return at
  }

  #beginContent(): void {
    this.#state = "content"
    this.#matched = 2
    this.#before = 2
    if (++this.#parts > maxParts) {
      this.#problem = broken(`has more than ${maxParts} parts`)
      return
    }
    const name = readName(new TextDecoder().decode(this.#head.bytes))
    if (Result.isFailure(name)) {
      this.#problem = name.failure
    } else if (name.success !== undefined && this.#wanted.has(name.success)) {
      if (this.#values.has(name.success)) this.#problem = broken(`has two parts named ${name.success}`)
      this.#content = new GrowingBytes()
      this.#values.set(name.success, this.#content)
    }
  }

  #keep(bytes: Uint8Array): void {
    if (this.#content === undefined || this.#problem !== undefined) return
    if (this.#content.length + bytes.length > maxValueBytes) {
      this.#problem = {
        kind: "too large",
        message: `A part of the body is larger than ${maxValueBytes / 1024} KiB`,
      }
      return
    }
    this.#content.append(bytes)
  }
}
