import type { FilePiece } from "@daybook/kernel"
import * as Stream from "effect/Stream"
import { Gunzip, Unzip, UnzipInflate, type UnzipFile } from "fflate"
import { joined, none, startsWith } from "./bytes.ts"
import { ZipEnd } from "./zipEnd.ts"

/**
 * A byte of a zip decompresses to a thousand at most (RFC 1951): a piece becomes a mebibyte of text, and its rows.
 */
const packedPieceLength = 1024

// For each piece fflate copies what it has unpacked last, 32 KiB: longer ones take a fraction of the time.
const maxPackedPieceBytes = 16 * 1024

/** The bytes that a piece is to give. */
const aimedAt = 256 * 1024

/** The length of the next piece, after one of this length that decompressed to this many bytes. */
const nextLength = (length: number, given: number): number =>
  Math.min(
    maxPackedPieceBytes,
    2 * length,
    Math.max(packedPieceLength, Math.floor((length * aimedAt) / Math.max(1, given))),
  )

/** How much may come out of an archive. */
export interface UnpackedBounds {
  /** Bytes of one of its files. */
  readonly file: number
  /** Bytes of all of them. */
  readonly archive: number
}

const gibibyte = 1024 ** 3

// Twice the longest upload, and ten times: real exports pack as text does.
const bounds: UnpackedBounds = { file: 8 * gibibyte, archive: 40 * gibibyte }

/** The number of bytes that show whether a file is compressed. */
const signatureLength = 4

// Longer names are cut at their beginning.
const maxNameLength = 1_000

/** Pieces on demand: nothing more is decompressed in advance. */
type Pieces = Generator<FilePiece, void>

/** Takes a file in pieces of any size. */
interface Contents {
  readonly push: (bytes: Uint8Array, last: boolean) => Pieces
  /** Ends the file that is open: the rest of it cannot be unpacked. */
  readonly fail: (problem: string) => Pieces
  /** The most bytes that it takes at once, judging by the last ones. */
  readonly pieceLength: number
}

/** Counts the bytes that came out of an archive, and fails past a bound. */
class Unpacked {
  total = 0
  readonly #bounds: UnpackedBounds

  constructor(bounds: UnpackedBounds) {
    this.#bounds = bounds
  }

  /** Counts a piece of a file after this many bytes. */
  count(before: number, bytes: number): void {
    const { archive, file } = this.#bounds
    if (before + bytes > file) throw new Error(`it unpacks to more than ${inWords(file)}`)
    if (this.total + bytes > archive) throw new Error(`the archive unpacks to more than ${inWords(archive)}`)
    this.total += bytes
  }
}

const inWords = (bytes: number): string => (bytes < gibibyte ? `${bytes} bytes` : `${bytes / gibibyte} GiB`)

/** A compression that cannot be decompressed here. Without this decoder fflate would keep the bytes. */
const unknownCompression = (compression: number) =>
  class {
    static readonly compression = compression
    ondata: (error: Error | null, bytes: Uint8Array, last: boolean) => void = () => {}
    push(): void {
      this.ondata(new Error(`compression ${compression} of PKWARE's list is not known here`), none, true)
    }
  }

// Deflate and none are known; the others that a zip names: APPNOTE, 4.4.5.
const unknownCompressions = Array.from({ length: 100 }, (_, compression) => compression)
  .filter((compression) => compression !== 0 && compression !== 8)
  .map(unknownCompression)

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Inflates until the reader stops. */
class Inflating extends UnzipInflate {
  #stopped = false

  override push(bytes: Uint8Array, last: boolean): void {
    if (!this.#stopped) super.push(bytes, last)
  }

  terminate(): void {
    this.#stopped = true
  }
}

/** One file of a zip. */
class Entry {
  readonly #file: UnzipFile
  readonly #contents: FileContents
  #ended = false

  constructor(file: UnzipFile, contents: FileContents) {
    this.#file = file
    this.#contents = contents
  }

  get open(): boolean {
    return !this.#ended
  }

  *push(bytes: Uint8Array, last: boolean): Pieces {
    if (this.#ended) return
    this.#ended = last
    yield* this.#contents.push(bytes, last)
    if (this.#contents.broken) this.#end()
  }

  *fail(problem: string): Pieces {
    if (this.#ended) return
    this.#end()
    yield* this.#contents.fail(problem)
  }

  #end(): void {
    this.#ended = true
    this.#file.terminate()
  }
}

/** The files of a zip. Folders have no content. */
class ZipContents implements Contents {
  pieceLength = packedPieceLength
  readonly #path: string
  readonly #out: Unpacked
  readonly #unzip: Unzip
  #entry: Entry | undefined
  readonly #end = new ZipEnd()
  /** The pieces of the last decompressed bytes: at most a thousand times their number. */
  #came: Array<() => Pieces> = []

  constructor(path: string, zips: number, out: Unpacked) {
    this.#path = path
    this.#out = out
    this.#unzip = new Unzip((file) => {
      if (file.name.endsWith("/")) {
        file.ondata = () => {}
        return file.start()
      }
      const name = file.name.slice(-maxNameLength)
      const entry = new Entry(file, new FileContents(path === "" ? name : `${path}/${name}`, zips, out))
      file.ondata = (error, bytes, last) =>
        this.#came.push(() => {
          this.#entry = entry
          return error === null
            ? entry.push(bytes, last)
            : entry.fail(`${error.message}; it may be broken, or have a password`)
        })
      file.start()
    })
    for (const decoder of [Inflating, ...unknownCompressions]) this.#unzip.register(decoder)
  }

  *push(bytes: Uint8Array, last: boolean): Pieces {
    const before = this.#out.total
    const broken = this.#unpack(bytes, last)
    const came = this.#came
    this.#came = []
    for (const take of came) yield* take()
    this.pieceLength = nextLength(this.pieceLength, this.#out.total - before)
    if (broken !== undefined) throw broken
    this.#end.push(bytes)
    if (!last) return
    if (this.#entry === undefined) yield* this.fail("an archive without files")
    else if (!this.#end.isThere) yield* this.fail("the archive is cut short: files may be missing")
  }

  #unpack(bytes: Uint8Array, last: boolean): Error | undefined {
    try {
      this.#unzip.push(bytes, last)
      return undefined
    } catch (cause) {
      return new Error(reasonOf(cause), { cause })
    }
  }

  *fail(problem: string): Pieces {
    if (this.#entry?.open === true) yield* this.#entry.fail(problem)
    else yield { part: this.#path, bytes: none, last: true, problem }
  }
}

/** A file that may be compressed, judging by its first bytes. `zips` is the number of zips that it is in. */
class FileContents implements Contents {
  broken = false
  readonly #path: string
  readonly #zips: number
  readonly #out: Unpacked
  #beginning: Uint8Array = none
  #contents: Contents | undefined

  constructor(path: string, zips: number, out: Unpacked) {
    this.#path = path
    this.#zips = zips
    this.#out = out
  }

  get pieceLength(): number {
    return this.#contents?.pieceLength ?? packedPieceLength
  }

  *push(bytes: Uint8Array, last: boolean): Pieces {
    if (this.broken) return
    try {
      yield* this.#push(bytes, last)
    } catch (cause) {
      yield* this.fail(reasonOf(cause))
    }
  }

  *fail(problem: string): Pieces {
    this.broken = true
    if (this.#contents === undefined) yield { part: this.#path, bytes: none, last: true, problem }
    else yield* this.#contents.fail(problem)
  }

  *#push(bytes: Uint8Array, last: boolean): Pieces {
    if (this.#contents !== undefined) return yield* inPieces(this.#contents, bytes, last)
    this.#beginning = joined(this.#beginning, bytes)
    if (this.#beginning.length < signatureLength && !last) return
    const beginning = this.#beginning
    this.#beginning = none
    this.#contents = this.#open(beginning)
    yield* inPieces(this.#contents, beginning, last)
  }

  #open(beginning: Uint8Array): Contents {
    const [path, zips, out] = [this.#path, this.#zips, this.#out]
    // "PK", 3, 4: the header of a file in a zip; "PK", 5, 6: the end of one without files (PKWARE's APPNOTE, 4.3).
    if (startsWith(beginning, 0x50, 0x4b, 3, 4) || startsWith(beginning, 0x50, 0x4b, 5, 6)) {
      if (zips < 2) return new ZipContents(path, zips + 1, out)
      throw new Error("a zip in a zip in a zip is not unpacked: unpack it first")
    }
    const plain = plainContents(path, out)
    // RFC 1952, 2.3.1
    return startsWith(beginning, 0x1f, 0x8b) ? gzipContents(plain, out) : plain
  }
}

/** An uncompressed file. */
const plainContents = (part: string, out: Unpacked): Contents => {
  let length = 0
  return {
    pieceLength: Infinity,
    *push(bytes, last) {
      out.count(length, bytes.length)
      length += bytes.length
      yield { part, bytes, last }
    },
    *fail(problem) {
      yield { part, bytes: none, last: true, problem }
    },
  }
}

const gzipContents = (plain: Contents, out: Unpacked): Contents => {
  let came: Array<readonly [bytes: Uint8Array, last: boolean]> = []
  const gunzip = new Gunzip((bytes, last) => came.push([bytes, last]))
  let pieceLength = packedPieceLength
  return {
    get pieceLength() {
      return pieceLength
    },
    *push(bytes, last) {
      const before = out.total
      gunzip.push(bytes, last)
      const pieces = came
      came = []
      for (const [piece, isLast] of pieces) yield* plain.push(piece, isLast)
      pieceLength = nextLength(pieceLength, out.total - before)
    },
    fail: plain.fail,
  }
}

/** Pushes the bytes in pieces of the length that the earlier ones suggest. */
function* inPieces(contents: Contents, bytes: Uint8Array, last: boolean): Pieces {
  let rest = bytes
  while (rest.length > contents.pieceLength) {
    const { pieceLength } = contents
    yield* contents.push(rest.subarray(0, pieceLength), false)
    rest = rest.subarray(pieceLength)
  }
  yield* contents.push(rest, last)
}

/**
 * The files in a file: itself, or the files of a zip, of zips in it, and of gzip anywhere. It decompresses pieces on
 * demand, 16 KiB at most of each archive. A file that decompresses to more than allowed ends with the problem, and
 * the others are read.
 */
export const unpack = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  within: UnpackedBounds = bounds,
): Stream.Stream<FilePiece, E, R> =>
  Stream.suspend(() => {
    const contents = new FileContents("", 0, new Unpacked(within))
    // A piece is unpacked only when the one before is consumed.
    const push = (piece: Uint8Array, last: boolean) =>
      Stream.fromIterable(inPieces(contents, piece, last), { chunkSize: 1 })
    return bytes.pipe(
      Stream.rechunk(1),
      Stream.flatMap((piece) => push(piece, false)),
      Stream.concat(Stream.suspend(() => push(none, true))),
    )
  })
