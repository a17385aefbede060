import { type ImportedCheckIn, sentPoint, type SentReading } from "@daybook/places"
import { table } from "../columns.ts"
import type { JsonFormat, ReadCsv } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { timeIn } from "../times.ts"
import { valueAt } from "../valueAt.ts"
import { positionIn } from "./positions.ts"
import { makeMessageReader } from "./trackers.ts"

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The time of a feature with one position. Other times of features are those of notes and of saved places. */
const timeOfPoint = (feature: unknown) =>
  timeIn(valueAt(feature, "properties", "timestamp") ?? valueAt(feature, "properties", "time"))

/** The times of the positions of a line, as converters of GPX write them. */
const timesOfLine = (feature: unknown): ReadonlyArray<unknown> =>
  listOf(
    valueAt(feature, "properties", "coordTimes") ??
      valueAt(feature, "properties", "coordinateProperties", "times"),
  )

const pointAt = (position: unknown, time: unknown, accuracy?: unknown): SentReading => {
  const [lng, lat] = listOf(position)
  return sentPoint({
    phone: "geojson",
    at: timeIn(time),
    position: positionIn(`${String(lat)},${String(lng)}`),
    accuracy: typeof accuracy === "number" ? accuracy : undefined,
  })
}

const pointsOf = (feature: unknown): ReadonlyArray<SentReading> => {
  const coordinates = valueAt(feature, "geometry", "coordinates")
  const times = timesOfLine(feature)
  if (times.length === 0)
    return [pointAt(coordinates, timeOfPoint(feature), valueAt(feature, "properties", "accuracy"))]
  // A line of several parts has a list of times for each.
  const [parts, timesOfParts] = Array.isArray(times[0])
    ? [listOf(coordinates), times]
    : [[coordinates], [times]]
  return parts.flatMap((part, at) =>
    listOf(part).map((position, place) => pointAt(position, listOf(timesOfParts[at])[place])),
  )
}

/** GeoJSON (RFC 7946) whose points or lines have times: their stays. */
const geoJsonAt = (place: string): JsonFormat<ImportedCheckIn> => ({
  name: "GeoJSON",
  records: () => new JsonRecords([place]),
  is: (record) =>
    valueAt(record, "type") === "Feature" &&
    valueAt(record, "properties", "horizontal_accuracy") === undefined &&
    (timeOfPoint(record) !== undefined || timeIn(timesOfLine(record).flat()[0]) !== undefined),
  readerOfFile: () => {
    const readMessage = makeMessageReader()
    return (feature) => pointsOf(feature).map(readMessage)
  },
})

/** A collection of features, and a single one. */
export const geoJson = [geoJsonAt(".features[]"), geoJsonAt("")]

/** The CSV of the app GPSLogger: its stays. */
export const gpsLogger: ReadCsv<ImportedCheckIn> = (beginning, sample) => {
  const readMessage = makeMessageReader()
  return table(["time", "lat", "lon", "elevation", "accuracy", "bearing", "speed"], (field) => {
    const accuracy = Number(field("accuracy") || NaN)
    const at = timeIn(field("time"))
    if (at === undefined) return { problem: "a time that cannot be read" }
    return readMessage(
      sentPoint({
        phone: "gpslogger",
        at,
        position: positionIn(`${field("lat")},${field("lon")}`),
        accuracy: Number.isNaN(accuracy) ? undefined : accuracy,
      }),
    )
  })(beginning, sample)
}
