import {
  type ChosenFormat,
  type EpochMillis,
  type ExportRow,
  type FileHead,
  type FilePiece,
  GrowingBytes,
  headLength,
  describeUnknownFile,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { type FoundFormat, type Formats, formatOf } from "./formats.ts"
import { unpack } from "./unpackLater.ts"

/** A file that is not an export in a known format. */
export class UnknownFormat extends Schema.TaggedError<UnknownFormat>()("UnknownFormat", {
  message: Schema.String,
}) {}

/** A row of a file, or of a file in an archive; `part` is its path there, "" for any other. */
export type FileRow<Item> = ExportRow<Item> & { readonly part: string }

/**
 * The records of an export in one of the formats, in the order of the file. The content decides the format, never the
 * file's name, unless `chosen` names one. Zip and gzip are decompressed on the way, and files of other formats in
 * them are skipped. Memory has one piece of the file and one record at a time; of a compressed file, as much as a
 * kibibyte decompresses to.
 */
export const readExport = <Item, E, R>(
  formats: Formats<Item>,
  bytes: Stream.Stream<Uint8Array, E, R>,
  chosen: ChosenFormat = {},
): Stream.Stream<FileRow<Item>, E | UnknownFormat, R> =>
  Stream.unwrap(Effect.map(Clock.currentTimeMillis, (now) => readAt(formats, bytes, chosen, now)))

const readAt = <Item, E, R>(
  formats: Formats<Item>,
  bytes: Stream.Stream<Uint8Array, E, R>,
  chosen: ChosenFormat,
  now: EpochMillis,
): Stream.Stream<FileRow<Item>, E | UnknownFormat, R> =>
  Stream.suspend(() => {
    let known = false
    let why = "an empty file"
    let head = new GrowingBytes()
    let found: FoundFormat<Item> | undefined
    let passing = false
    const read = ({ bytes, last, part, problem }: FilePiece): ReadonlyArray<ExportRow<Item>> => {
      if (passing) return []
      if (found !== undefined) return found.rows(bytes, last)
      head.append(bytes)
      if (head.length < headLength && !last) return []
      const beginning = head.bytes
      const text = new TextDecoder().decode(beginning, { stream: !last })
      const of: FileHead = { bytes: beginning, text, whole: last, name: part, packed: part !== "", now }
      found = formatOf(formats, of, chosen)
      passing = found === undefined
      known ||= found !== undefined
      if (found === undefined) why = head.length === 0 ? why : (problem ?? describeUnknownFile(of))
      return found?.rows(beginning, last) ?? []
    }
    const rowsOf = (piece: FilePiece) => {
      const rows = read(piece).map((row) => ({ ...row, part: piece.part }))
      if (piece.problem !== undefined && found !== undefined)
        rows.push({ line: 1, part: "", problem: `it cannot be unpacked from here on: ${piece.problem}` })
      if (piece.last) {
        head = new GrowingBytes()
        found = undefined
        passing = false
      }
      return rows
    }
    const end = Effect.suspend(() =>
      known
        ? Effect.succeed(Stream.empty)
        : Effect.fail(new UnknownFormat({ message: `${why}; known are ${formats.names.join(", ")}` })),
    )
    return unpack(bytes).pipe(Stream.map(rowsOf), Stream.flattenIterable, Stream.concat(Stream.unwrap(end)))
  })
