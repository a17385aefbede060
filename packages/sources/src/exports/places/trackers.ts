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
const makeMessageReader = () => {
  const stayAt = makeStayFinder()
  return (reading: SentReading): ExportReading<ImportedCheckIn> => {
    if ("item" in reading) return { item: { checkIn: reading.item, isSparse: false } }
    const stay = "point" in reading && reading.point !== undefined ? stayAt(reading.point) : undefined
    // A stay that is known, from the phone itself or from another file, keeps its venue.
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

/** True for a message of OwnTracks: other programs' records have another `_type`. */
const isMessage = (record: unknown): boolean =>
  Predicate.hasProperty(record, "_type") &&
  types.has(record._type) &&
  (record._type !== "location" || Predicate.hasProperty(record, "tst"))

/** Messages of OwnTracks: a list of them, or the response of its Recorder. */
export const ownTracksJson: JsonFormat<ImportedCheckIn> = {
  name: "OwnTracks",
  records: () => new JsonRecords(["[]", ".data[]"]),
  is: isMessage,
  readerOfFile: readerOfMessages(readOwnTracks),
}

/** A file of OwnTracks' Recorder: on each line a time, a relay and a message, with tabs between. */
export const ownTracksRec: CsvFormat<ImportedCheckIn> = {
  name: "OwnTracks (Recorder)",
  read: (beginning) => {
    const isLine = (row: ReadonlyArray<string>) => {
      const parsed = row.length === 3 ? parseJson(row[2] ?? "") : undefined
      return parsed !== undefined && "value" in parsed && isMessage(parsed.value)
    }
    if (!beginning.some(isLine)) return undefined
    const readMessage = makeMessageReader()
    return ([, , message = ""]) => {
      const parsed = parseJson(message)
      return "problem" in parsed ? parsed : readMessage(readOwnTracks(parsed.value))
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
