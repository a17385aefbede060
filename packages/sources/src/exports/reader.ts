import type { ExportReading, ExportRow } from "@daybook/listening"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

/** A record and the line where it begins, or what is wrong with the text there. */
export type RawRecord<Value> = { readonly line: number } & (
  | { readonly value: Value }
  | { readonly problem: string }
)

/** Cuts the text of a file, which comes in pieces of any size, into records as soon as they are whole. */
export interface Records<Value> {
  readonly push: (text: string) => ReadonlyArray<RawRecord<Value>>
  /** What is left at the end of the file. */
  readonly end: () => ReadonlyArray<RawRecord<Value>>
}

/** Reads the text of one file of one format, piece by piece. */
export interface RowReader {
  readonly push: (text: string) => ReadonlyArray<ExportRow>
  readonly end: () => ReadonlyArray<ExportRow>
}

/** Says what each record of a format is; undefined where it is none, such as a header. */
export const makeRowReader = <Value>(
  records: Records<Value>,
  read: (value: Value) => ExportReading | undefined,
  part: string,
): RowReader => {
  const rowsOf = (found: ReadonlyArray<RawRecord<Value>>) =>
    found.flatMap((record): ReadonlyArray<ExportRow> => {
      const { line } = record
      const reading = "problem" in record ? record : read(record.value)
      return reading === undefined ? [] : [{ ...reading, line, part }]
    })
  return { push: (text) => rowsOf(records.push(text)), end: () => rowsOf(records.end()) }
}

/** A longer record is a broken one: those of real exports have a few kilobytes. */
export const longestRecord = 1 << 20

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** Reads a record by its schema; a problem names the field and what was expected of it. */
export const bySchema = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  read: (value: S["Type"]) => ExportReading,
): ((record: unknown) => ExportReading) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (record) => {
    const decoded = decode(record)
    if (Result.isSuccess(decoded)) return read(decoded.success)
    const [first] = formatIssue(decoded.failure.issue).issues
    const path = (first?.path ?? []).map((key) => String(Predicate.isObject(key) ? key.key : key)).join(".")
    const message = first?.message ?? "not as expected"
    return { problem: path === "" ? message : `${path}: ${message}` }
  }
}

/** The play of these names, unless one that it needs is missing. */
export const play = (
  { album, artist, track }: { readonly artist: string; readonly album: string; readonly track: string },
  playedAt: number,
): ExportReading => {
  if (artist.trim() === "") return { problem: "no artist" }
  if (track.trim() === "") return { problem: "no track" }
  // From 1970 to the end of the year 9999, the last that ISO 8601 writes with four digits.
  if (!(playedAt >= 0 && playedAt < 253_402_300_800_000)) return { problem: "a time that cannot be" }
  return { scrobble: { artist, album, track, imageUrl: "", playedAt: Math.floor(playedAt / 1000) * 1000 } }
}

/** A row that was written while its track was playing: it has no date, and it comes again when it has. */
export const nowPlaying: ExportReading = { skipped: "playing when it was exported" }
