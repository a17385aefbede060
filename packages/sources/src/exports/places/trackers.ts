import type { ExportReading } from "@daybook/kernel"
import { type CheckIn, type ImportedCheckIn, readOverland, readOwnTracks } from "@daybook/places"
import * as Predicate from "effect/Predicate"
import type { CsvFormat, JsonFormat } from "../formats.ts"
import { parseJson } from "../jsonLines.ts"
import { JsonRecords } from "../jsonRecords.ts"

const imported = (reading: ExportReading<CheckIn>): ExportReading<ImportedCheckIn> =>
  "item" in reading ? { item: { checkIn: reading.item, isSparse: false } } : reading

/** Messages of OwnTracks: a list of them, or the answer of its Recorder. */
export const ownTracksJson: JsonFormat<ImportedCheckIn> = {
  name: "OwnTracks",
  records: () => new JsonRecords(["[]", ".data[]"]),
  is: (record) => Predicate.hasProperty(record, "_type"),
  read: (record) => imported(readOwnTracks(record)),
}

/** A file of OwnTracks' Recorder: on each line a time, a relay and a message, with tabs between. */
export const ownTracksRec: CsvFormat<ImportedCheckIn> = {
  name: "OwnTracks (Recorder)",
  read: (beginning) => {
    const [first] = beginning
    if (first?.length !== 3 || !/^\s*\{.*"_type"/s.test(first[2] ?? "")) return undefined
    return ([, , message = ""]) => {
      const parsed = parseJson(message)
      return "problem" in parsed ? parsed : imported(readOwnTracks(parsed.value))
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
  read: (record) => imported(readOverland(record)),
}
