import type { ExportRow } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { type Contents, contentsOf, packedPieceLength, signatureLength } from "./contents.ts"
import type { Formats } from "./formats.ts"

/** A file that is no export of a known format. */
export class UnknownFormat extends Schema.TaggedError<UnknownFormat>()("UnknownFormat", {
  message: Schema.String,
}) {}

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Views of the bytes, in order, each at most `length` long. */
const cut = (bytes: Uint8Array, length: number): ReadonlyArray<Uint8Array> =>
  bytes.length <= length
    ? [bytes]
    : Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
        bytes.subarray(at * length, (at + 1) * length),
      )

/**
 * The records of an export in one of the formats, in the order of the file. The content decides the format, never the
 * name; zip and gzip are unpacked on the way. It holds one piece of the file and one record at a time; of a packed
 * file, as much as a kibibyte unpacks to.
 */
export const readExport = <Item, E, R>(
  formats: Formats<Item>,
  bytes: Stream.Stream<Uint8Array, E, R>,
): Stream.Stream<ExportRow<Item>, E | UnknownFormat, R> =>
  Stream.suspend(() => {
    let contents: Contents<Item> | undefined
    let beginning = new Uint8Array()
    const push = (piece: Uint8Array, last: boolean) => {
      if (contents !== undefined) return contents.push(piece, last)
      beginning = joined(beginning, piece)
      if (beginning.length < signatureLength && !last) return []
      contents = contentsOf(formats, beginning)
      return contents.push(beginning, last)
    }
    const rest = Stream.unwrap(
      Effect.suspend(() => {
        const rows = push(new Uint8Array(), true)
        if (contents?.known === true) return Effect.succeed(Stream.fromIterable(rows))
        const what = beginning.length === 0 ? "an empty file" : "not an export that is known here"
        return Effect.fail(new UnknownFormat({ message: `${what}; known are ${formats.names.join(", ")}` }))
      }),
    )
    return bytes.pipe(
      Stream.flatMap((piece) => Stream.fromIterable(cut(piece, contents?.pieceLength ?? packedPieceLength))),
      // A piece is read only when the rows of the previous one are consumed.
      Stream.rechunk(1),
      Stream.map((piece) => push(piece, false)),
      Stream.flattenIterable,
      Stream.concat(rest),
    )
  })
