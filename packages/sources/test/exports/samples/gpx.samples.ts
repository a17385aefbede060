import { type RecordedRun, normalizeRun } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Exports } from "../../../src/index.ts"
import { bytesOf, inPieces } from "./exports.samples.ts"

export const read = (file: string | Uint8Array, pieces = 1 << 16) =>
  Stream.runCollect(
    Exports.readExport(Exports.running, inPieces(typeof file === "string" ? bytesOf(file) : file, pieces)),
  )

/** Rows as they are easily compared: a run as `line second metres climb seconds`, anything else by its reason. */
export const inShort = (rows: ReadonlyArray<Exports.FileRow<RecordedRun>>): ReadonlyArray<string> =>
  rows.map((row) => {
    const place = `${row.part === "" ? "" : `${row.part}:`}${row.line}`
    if ("problem" in row) return `${place} bad: ${row.problem}`
    if ("doubtful" in row) return `${place} doubtful: ${row.skipped}`
    if (row.skipped !== undefined) return `${place} skipped: ${row.skipped}`
    if (!("item" in row)) return place
    const { climbMm, distanceMm, movingSeconds, ref, sport } = normalizeRun(row.item)
    return `${place} ${ref} ${Math.round(distanceMm / 1000)} m, +${Math.round(climbMm / 1000)} m, ${movingSeconds} s${sport === "" ? "" : `, ${sport}`}`
  })

export const readInShort = (file: string | Uint8Array, pieces?: number) =>
  Effect.map(read(file, pieces), inShort)

export const start = Date.parse("2024-03-01T07:00:00Z")

export interface Point {
  /** Seconds after the start. */
  readonly at: number
  /** Metres to the north of the equator: there a degree is as long as anywhere along a meridian. */
  readonly north: number
  readonly ele?: number
}

// 2 π 6,371,008.8 m / 360.
export const degree = 111_195.08

export const point = ({ at, ele, north }: Point) =>
  `<trkpt lat="${(north / degree).toFixed(9)}" lon="13.5">${ele === undefined ? "" : `<ele>${ele}</ele>`}` +
  `<time>${new Date(start + at * 1000).toISOString()}</time></trkpt>`

export const segment = (points: ReadonlyArray<Point>) =>
  `<trkseg>\n${points.map(point).join("\n")}\n</trkseg>`

/** A track of this type, which names no sport if it is "". */
export const track = (segments: ReadonlyArray<ReadonlyArray<Point>>, type = "running") =>
  `<trk><name>Along the canal</name>${type === "" ? "" : `<type>${type}</type>`}${segments.map(segment).join("")}</trk>`

export const gpx = (...tracks: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="a watch" xmlns="http://www.topografix.com/GPX/1/1">\n${tracks.join("\n")}\n</gpx>`

/** A point every `step` seconds, at a steady speed in metres a second. */
export const steady = (seconds: number, speed: number, step = 1, from: Point = { at: 0, north: 0 }) =>
  Array.from({ length: seconds / step + 1 }, (_, index) => ({
    at: from.at + index * step,
    north: from.north + index * step * speed,
  }))
