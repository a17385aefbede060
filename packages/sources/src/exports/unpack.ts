import type { FilePiece } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Gunzip, Unzip, UnzipInflate, type UnzipFile } from "fflate"

/** A byte of a zip unpacks to a thousand at most (RFC 1951): a piece gives a mebibyte of text, and its rows. */
const packedPieceLength = 1024

// For each piece fflate copies what it has unpacked last, 32 KiB: longer ones take a fraction of the time.
const longestPackedPiece = 16 * 1024

/** The bytes that a piece is to give. */
const aimedAt = 256 * 1024

/** The length of the next piece, after one of this length that has given so many bytes. */
const nextLength = (length: number, given: number): number =>
  Math.min(
    longestPackedPiece,
    2 * length,
    Math.max(packedPieceLength, Math.floor((length * aimedAt) / Math.max(1, given))),
  )

// An archive in an archive is packed already: an honest one does not shrink again.
const longestUnpackedPiece = 64 << 20

// Ten times the longest upload, as text packs.
const maxUnpacked = 40 * 1024 ** 3

/** The number of bytes that tell whether a file is packed. */
const signatureLength = 4

const none = new Uint8Array()

const startsWith = (bytes: Uint8Array, ...signature: ReadonlyArray<number>) =>
  signature.every((byte, at) => bytes[at] === byte)

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  if (one.length === 0) return other
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Takes a file in pieces of any size. */
interface Contents {
  readonly push: (bytes: Uint8Array, last: boolean) => void
  /** Ends the file that is open: the rest of it cannot be unpacked. */
  readonly fail: (problem: string) => void
  /** The most bytes that it takes at once, as the last ones tell. */
  readonly pieceLength: number
}

/** The pieces that came out of an archive since they were last taken, and a bound on their number of bytes. */
class Unpacked {
  #pieces: Array<FilePiece> = []
  #length = 0
  #total = 0

  add(piece: FilePiece): void {
    this.#length += piece.bytes.length
    this.#total += piece.bytes.length
    if (this.#length > longestUnpackedPiece) throw new Error("it unpacks to thousands of times its size")
    if (this.#total > maxUnpacked) throw new Error(`more than ${maxUnpacked / 1024 ** 3} GiB unpacked`)
    this.#pieces.push(piece)
  }

  /** Has a piece unpacked, and gives the length of the next one. */
  lengthAfter(length: number, unpackPiece: () => void): number {
    const before = this.#total
    unpackPiece()
    return nextLength(length, this.#total - before)
  }

  take(): ReadonlyArray<FilePiece> {
    const pieces = this.#pieces
    this.#pieces = []
    this.#length = 0
    return pieces
  }
}

/** A compression that cannot be unpacked here. Without a decoder of its own fflate would keep the bytes. */
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

/** One file of a zip. */
class Entry {
  readonly #contents: FileContents
  #ended = false

  constructor(entry: UnzipFile, contents: FileContents) {
    this.#contents = contents
    entry.ondata = (error, bytes, last) => {
      if (this.#ended) return
      if (error !== null) return this.fail(`${error.message}; it may be broken, or have a password`)
      this.#ended = last
      contents.push(bytes, last)
    }
    entry.start()
  }

  get open(): boolean {
    return !this.#ended
  }

  fail(problem: string): void {
    this.#ended = true
    this.#contents.fail(problem)
  }
}

/** The files of a zip. Folders hold nothing of their own. */
class ZipContents implements Contents {
  pieceLength = packedPieceLength
  readonly #path: string
  readonly #out: Unpacked
  readonly #unzip: Unzip
  #entry: Entry | undefined

  constructor(path: string, zips: number, out: Unpacked) {
    this.#path = path
    this.#out = out
    this.#unzip = new Unzip((entry) => {
      if (entry.name.endsWith("/")) {
        entry.ondata = () => {}
        return entry.start()
      }
      const name = path === "" ? entry.name : `${path}/${entry.name}`
      this.#entry = new Entry(entry, new FileContents(name, zips, out))
    })
    for (const decoder of [UnzipInflate, ...unknownCompressions]) this.#unzip.register(decoder)
  }

  push(bytes: Uint8Array, last: boolean): void {
    this.pieceLength = this.#out.lengthAfter(this.pieceLength, () => this.#unzip.push(bytes, last))
    if (last && this.#entry === undefined) this.fail("an archive without files")
  }

  fail(problem: string): void {
    if (this.#entry?.open === true) this.#entry.fail(problem)
    else this.#out.add({ part: this.#path, bytes: none, last: true, problem })
  }
}

/** A file that may be packed, as its first bytes tell. `zips` is the number of zips that it is in. */
class FileContents implements Contents {
  readonly #path: string
  readonly #zips: number
  readonly #out: Unpacked
  #beginning: Uint8Array = none
  #contents: Contents | undefined
  #broken = false

  constructor(path: string, zips: number, out: Unpacked) {
    this.#path = path
    this.#zips = zips
    this.#out = out
  }

  get pieceLength(): number {
    return this.#contents?.pieceLength ?? packedPieceLength
  }

  push(bytes: Uint8Array, last: boolean): void {
    if (this.#broken) return
    try {
      this.#push(bytes, last)
    } catch (cause) {
      this.fail(reasonOf(cause))
    }
  }

  fail(problem: string): void {
    this.#broken = true
    if (this.#contents === undefined) this.#out.add({ part: this.#path, bytes: none, last: true, problem })
    else this.#contents.fail(problem)
  }

  #push(bytes: Uint8Array, last: boolean): void {
    if (this.#contents !== undefined) return this.#inPieces(this.#contents, bytes, last)
    this.#beginning = joined(this.#beginning, bytes)
    if (this.#beginning.length < signatureLength && !last) return
    this.#contents = this.#open(this.#beginning)
    this.#inPieces(this.#contents, this.#beginning, last)
    this.#beginning = none
  }

  #inPieces(contents: Contents, bytes: Uint8Array, last: boolean): void {
    let rest = bytes
    while (rest.length > contents.pieceLength) {
      const { pieceLength } = contents
      contents.push(rest.subarray(0, pieceLength), false)
      rest = rest.subarray(pieceLength)
    }
    contents.push(rest, last)
  }

  #open(beginning: Uint8Array): Contents {
    const [path, zips, out] = [this.#path, this.#zips, this.#out]
    const plain: Contents = {
      pieceLength: Infinity,
      push: (bytes, last) => out.add({ part: path, bytes, last }),
      fail: (problem) => out.add({ part: path, bytes: none, last: true, problem }),
    }
    // "PK", 3, 4: the header of a file in a zip; "PK", 5, 6: the end of one without files (PKWARE's APPNOTE, 4.3).
    if (startsWith(beginning, 0x50, 0x4b, 3, 4) || startsWith(beginning, 0x50, 0x4b, 5, 6)) {
      if (zips < 2) return new ZipContents(path, zips + 1, out)
      throw new Error("a zip in a zip in a zip is not unpacked: unpack it first")
    }
    // RFC 1952, 2.3.1
    if (!startsWith(beginning, 0x1f, 0x8b)) return plain
    const gunzip = new Gunzip((bytes, last) => plain.push(bytes, last))
    let pieceLength = packedPieceLength
    return {
      ...plain,
      get pieceLength() {
        return pieceLength
      },
      push: (bytes, last) => {
        pieceLength = out.lengthAfter(pieceLength, () => gunzip.push(bytes, last))
      },
    }
  }
}

/**
 * The files in a file: itself, or those of a zip, of zips in it, and of gzip anywhere. It holds some 256 KiB that were
 * unpacked, and never more than 16 KiB of an archive unpack to.
 */
export const unpack = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<FilePiece, E, R> =>
  Stream.suspend(() => {
    const out = new Unpacked()
    const contents = new FileContents("", 0, out)
    const push = (piece: Uint8Array, last: boolean) =>
      Effect.sync(() => {
        contents.push(piece, last)
        return out.take()
      })
    return bytes.pipe(
      // A piece is unpacked only when those of the previous one are consumed, which tell its length.
      Stream.flatMap((piece) =>
        Stream.fromIterable(
          cut(piece, () => contents.pieceLength),
          { chunkSize: 1 },
        ),
      ),
      Stream.rechunk(1),
      Stream.mapEffect((piece) => push(piece, false)),
      Stream.concat(Stream.fromEffect(Effect.suspend(() => push(none, true)))),
      Stream.flattenIterable,
    )
  })

/** Views of the bytes, in order, each at most so long as is said when it is taken. */
function* cut(bytes: Uint8Array, length: () => number): Generator<Uint8Array, void> {
  let rest = bytes
  while (rest.length > length()) {
    const most = length()
    yield rest.subarray(0, most)
    rest = rest.subarray(most)
  }
  yield rest
}
