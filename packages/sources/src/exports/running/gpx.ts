import { type RawRecord } from "@daybook/kernel"
import type { RecordedRun } from "@daybook/running"
import type { FileName, MarkupFormat } from "../formats.ts"
import { rootOf, XmlRecords, type XmlReader } from "../xmlRecords.ts"
import { ifLikely } from "./likelyRun.ts"
import { RecordedTrack } from "./recordedTrack.ts"
import { runOfTrack } from "./runOfTrack.ts"
import { sportOf } from "../../sports.ts"
import { numberOf, rateOf, type RunReading, stepsOf, timeOf } from "./values.ts"

const extensions = "gpx/trk/trkseg/trkpt/extensions/"

// Strava's own exports have written 9 for a run, and 1 for a ride.
const numbered: Readonly<Record<string, string>> = { 1: "ride", 9: "" }

/** A track that is being read. */
interface Track {
  readonly line: number
  readonly measure: RecordedTrack
  name: string
  type: string
}

/** True for a route in an export that says itself which of its activities are runs: Apple Health's and Strava's. */
const isListed = ({ name, packed }: FileName): boolean =>
  packed && /(^|\/)(workout-routes\/[^/]+|activities\/\d+)\.gpx(\.gz)?$/.test(name)

const rowOf = ({ line, measure, name, type }: Track, file: FileName): RawRecord<RunReading> => {
  const namesNone = type.trim() === ""
  if (measure.problem !== undefined) return measure.problem
  const run = runOfTrack("file", measure, {
    name,
    sport: namesNone ? "" : (numbered[type.trim()] ?? sportOf(type)),
  })
  return { line, value: namesNone && !isListed(file) ? ifLikely(run, measure) : run }
}

/** The tracks of a GPX file (https://www.topografix.com/GPX/1/1/), as soon as they are complete. */
const readTracks = (file: FileName, found: (record: RawRecord<RunReading>) => void): XmlReader => {
  let track: Track | undefined
  let point: { readonly line: number; readonly lat?: string; readonly lon?: string } = { line: 0 }
  let [elevation, time, heartRate, cadence] = ["", "", "", ""]

  const endPoint = ({ measure }: Track): void => {
    const { lat, line, lon } = point
    const latitude = numberOf(lat, 90)
    const longitude = numberOf(lon, 180)
    const at = timeOf(time)
    if (latitude === undefined || longitude === undefined) {
      measure.leaveOut({ line, problem: "a track point with an invalid lat or lon" })
    } else if (at === undefined) {
      const which = time.trim() === "" ? "without a time" : "whose time cannot be read"
      measure.leaveOut({ line, problem: `a track point ${which}` })
    } else {
      measure.add({
        position: { lat: latitude, lng: longitude },
        elevation: numberOf(elevation, 10_000),
        time: at,
        heartRate: rateOf(numberOf(heartRate, 300)),
        cadence: stepsOf(rateOf(numberOf(cadence, 300))),
      })
    }
  }

  return {
    open: (path, attributes, line) => {
      switch (path) {
        case "gpx/trk":
          track = { line, measure: new RecordedTrack(), name: "", type: "" }
          break
        case "gpx/trk/trkseg/trkpt": {
          ;[elevation, time, heartRate, cadence] = ["", "", "", ""]
          const { lat, lon } = attributes
          point = { line, ...(lat === undefined ? {} : { lat }), ...(lon === undefined ? {} : { lon }) }
          break
        }
      }
    },
    close: (path, text) => {
      if (track === undefined) return
      if (path.startsWith(extensions)) {
        // From Garmin's TrackPointExtension, whatever the prefix:
        // https://www8.garmin.com/xmlschemas/TrackPointExtensionv2.xsd
        const name = path.slice(path.lastIndexOf("/") + 1)
        if (/^(.*:)?hr$/.test(name)) heartRate = text
        if (/^(.*:)?cad$/.test(name)) cadence = text
        return
      }
      switch (path) {
        case "gpx/trk/name":
          track.name = text
          break
        case "gpx/trk/type":
          track.type = text
          break
        case "gpx/trk/trkseg/trkpt/ele":
          elevation = text
          break
        case "gpx/trk/trkseg/trkpt/time":
          time = text
          break
        case "gpx/trk/trkseg/trkpt":
          endPoint(track)
          break
        case "gpx/trk/trkseg":
          track.measure.endSegment()
          break
        case "gpx/trk":
          found(rowOf(track, file))
          track = undefined
          break
      }
    },
  }
}

/** GPX 1.0 and 1.1. */
export const gpx: MarkupFormat<RecordedRun> = {
  name: "GPX",
  // Activities of other sports were left out, then tracks with a bad point.
  version: 3,
  is: (head) => rootOf(head) === "gpx",
  records: (file) => new XmlRecords((found) => readTracks(file, found)),
}
