import { type ExportReading, parseJson } from "@daybook/kernel"
import {
  type ImportedCheckIn,
  makeStayFinder,
  readOverland,
  readOwnTracks,
  type SentReading,
} from "@daybook/places"
import * as Predicate from "effect/Predicate"
import type { CsvFormat, JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"

/** Reads the messages of one file: its visits, and the stays in its points. */
export const makeMessageReader = () => {
  const stayAt = makeStayFinder()
  return (reading: SentReading): ExportReading<ImportedCheckIn> => {
    if ("item" in reading) return { item: { checkIn: reading.item, isSparse: false } }
    const stay = "point" in reading && reading.point !== undefined ? stayAt(reading.point) : undefined
    // A known stay, from the phone itself or from another file, keeps its venue.
    if (stay === undefined) return "problem" in reading ? reading : { skipped: reading.skipped }
    return { item: { checkIn: stay, isSparse: true } }
  }
}

/** Makes readers of files whose records are messages. */
export const readerOfMessages = (read: (record: unknown) => SentReading) => () => {
  const readMessage = makeMessageReader()
  return (record: unknown) => readMessage(read(record))
}

const types: ReadonlySet<unknown> = new Set(
  // https://owntracks.org/booklet/tech/json/
  "beacon card cmd configuration dump encrypted location lwt request status steps transition waypoint waypoints".split(
    " ",
  ),
)

/** True for a location, whose type some programs omit. */
const isLocation = (record: unknown): record is object =>
  ["tst", "lat", "lon"].every(
    (name) => Predicate.hasProperty(record, name) && Predicate.isNumber(record[name]),
  )

/** True for a message of OwnTracks: other programs' records have another `_type`. */
const isMessage = (record: unknown): boolean =>
  Predicate.hasProperty(record, "_type")
    ? types.has(record._type) && (record._type !== "location" || Predicate.hasProperty(record, "tst"))
    : isLocation(record)

const readMessageOf = (record: unknown): SentReading =>
  readOwnTracks(isLocation(record) ? { _type: "location", ...record } : record)

/** Messages of OwnTracks: a list of them, or the response of its Recorder. */
export const ownTracksJson: JsonFormat<ImportedCheckIn> = {
  name: "OwnTracks",
  records: () => new JsonRecords(["[]", ".data[]"]),
  is: isMessage,
  readerOfFile: readerOfMessages(readMessageOf),
}

/** The message of a line, whose parts have tabs or spaces between them. */
const messageIn = (row: ReadonlyArray<string>) =>
  parseJson(/^\S+\s+\S+\s+(\{.*)$/s.exec(row.join("\t"))?.[1] ?? "")

/** A file of OwnTracks' Recorder: on each line a time, a relay and a message. */
export const ownTracksRec: CsvFormat<ImportedCheckIn> = {
  name: "OwnTracks (Recorder)",
  read: (beginning) => {
    const isLine = (row: ReadonlyArray<string>) => {
      const parsed = messageIn(row)
      return "value" in parsed && isMessage(parsed.value)
    }
    if (!beginning.some(isLine)) return undefined
    const readMessage = makeMessageReader()
    return (row) => {
      const parsed = messageIn(row)
      return "problem" in parsed ? parsed : readMessage(readMessageOf(parsed.value))
    }
  },
}

/** Batches of Overland, and collections of its features. */
export const overland: JsonFormat<ImportedCheckIn> = {
  name: "Overland",
  records: () => new JsonRecords([".locations[]", ".features[]"]),
  is: (record) =>
    Predicate.hasProperty(record, "properties") &&
    Predicate.hasProperty(record.properties, "timestamp") &&
    Predicate.hasProperty(record.properties, "horizontal_accuracy"),
  readerOfFile: readerOfMessages(readOverland),
}
