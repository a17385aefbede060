import { type EpochMillis, type ExportReading, resolveInstant } from "@daybook/kernel"
import { polylineOf, recordedRun, type RecordedRun } from "@daybook/running"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import sax from "sax"
import type { MarkupFormat } from "../formats.ts"
import type { RawRecord, Records } from "../reader.ts"
import { RecordedTrack } from "./recordedTrack.ts"

type RunReading = ExportReading<RecordedRun>

// Deeper than any real file: a parser keeps open elements and attributes in memory.
const maxDepth = 50
const maxAttributes = 100

// Numbers, times and kinds of sport are shorter, and so are names.
const longestText = 500

const utc = DateTime.zoneMakeNamedUnsafe("UTC")

/** A GPX time: ISO 8601, with an offset or in UTC. No receiver recorded before 1970. */
const timeOf = (text: string): EpochMillis | undefined => {
  const instant = resolveInstant("time", text.trim(), utc)
  return Result.isSuccess(instant) && instant.success >= 0 ? instant.success : undefined
}

const numberOf = (text: string | undefined, most: number): number | undefined => {
  const value = text === undefined || text.trim() === "" ? NaN : Number(text)
  return Math.abs(value) <= most ? value : undefined
}

/** Beats or turns a minute; 0 is what a sensor without contact tells. */
const rateOf = (text: string): number | undefined => {
  const rate = numberOf(text, 300)
  return rate !== undefined && rate > 0 ? rate : undefined
}

// Most watches count the turns of one foot. Nobody runs at fewer than 120 steps.
const stepsOf = (cadence: number | undefined): number | undefined =>
  cadence !== undefined && cadence < 120 ? 2 * cadence : cadence

const extensions = "gpx/trk/trkseg/trkpt/extensions/"

// Strava's own exports have written 9 for a run.
const isRun = (type: string): boolean => /^(9?|.*(run|jog).*)$/i.test(type.trim())

/** A track that is being read. */
interface Track {
  readonly line: number
  readonly measure: RecordedTrack
  name: string
  type: string
  /** Its first problem, with the line. */
  problem: { readonly line: number; readonly problem: string } | undefined
}

/** The mean of the values that are known. */
const meanOf = (values: ReadonlyArray<number | undefined>): number | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length
}

const rowOf = ({ line, measure, name, problem, type }: Track): RawRecord<RunReading> => {
  if (!isRun(type)) return { line, value: { skipped: "another sport" } }
  if (problem !== undefined) return problem
  const { climb, distance, elapsed, kept, moving, points, startedAt } = measure
  if (points < 2 || startedAt === undefined) return { line, value: { skipped: "fewer than two points" } }
  const run = recordedRun(
    {
      startedAt: Math.floor(startedAt / 1000) * 1000,
      distanceMm: distance * 1000,
      climbMm: climb * 1000,
      movingSeconds: moving / 1000,
      isRace: false,
      name: name.trim(),
      elapsedSeconds: elapsed / 1000,
      heartRate: meanOf(kept.map((point) => point.heartRate)),
      cadence: meanOf(kept.map((point) => point.cadence)),
      gearRef: "",
      city: "",
      polyline: polylineOf(kept),
    },
    { points: kept },
  )
  return { line, value: { item: run } }
}

/**
 * The tracks of a GPX file (https://www.topografix.com/GPX/1/1/), each one run, as soon as they are complete. A track is
 * held in bounded memory, whatever its length. A file's own entities are not expanded: they make it a broken one.
 */
class GpxTracks implements Records<RunReading> {
  readonly #parser = sax.parser(true, { position: true })
  readonly #path: Array<string> = []
  #prefix = ""
  #attributes = 0
  #text = ""
  #track: Track | undefined
  #point:
    | { readonly line: number; readonly lat: string | undefined; readonly lon: string | undefined }
    | undefined
  #elevation = ""
  #time = ""
  #heartRate = ""
  #cadence = ""
  #broken = false
  #found: Array<RawRecord<RunReading>> = []

  constructor() {
    const handlers: Partial<sax.SAXParser> = {
      onerror: (error) => this.#breakOff(`not XML from here on: ${error.message.split("\n")[0]}`),
      onattribute: () => {
        this.#attributes += 1
        if (this.#attributes > maxAttributes) this.#breakOff("an element with too many attributes")
      },
      onopentag: ({ attributes, name }) => this.#open(name, attributes),
      onclosetag: () => this.#close(),
      ontext: (text) => this.#addText(text),
      oncdata: (text) => this.#addText(text),
    }
    Object.assign(this.#parser, handlers)
  }

  push(text: string): ReadonlyArray<RawRecord<RunReading>> {
    if (!this.#broken) this.#parser.write(text)
    return this.#take()
  }

  end(): ReadonlyArray<RawRecord<RunReading>> {
    if (!this.#broken) this.#parser.close()
    return this.#take()
  }

  #take(): ReadonlyArray<RawRecord<RunReading>> {
    const found = this.#found
    this.#found = []
    return found
  }

  get #line(): number {
    return this.#parser.line + 1
  }

  #breakOff(problem: string): void {
    if (this.#broken) return
    this.#broken = true
    this.#found.push({ line: this.#line, problem })
  }

  #addText(text: string): void {
    if (this.#text.length < longestText) this.#text += text.slice(0, longestText)
  }

  #open(name: string, attributes: Readonly<Record<string, unknown>>): void {
    this.#attributes = 0
    this.#text = ""
    if (this.#broken) return
    if (this.#path.length === 0) this.#prefix = name.slice(0, name.indexOf(":") + 1)
    // Elements of an extension with the same name have another prefix, or lie deeper.
    this.#path.push(name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name)
    if (this.#path.length > maxDepth) return this.#breakOff("elements that are nested too deep")
    const text = (value: unknown) => (typeof value === "string" ? value : undefined)
    switch (this.#path.join("/")) {
      case "gpx/trk":
        this.#track = {
          line: this.#line,
          measure: new RecordedTrack(),
          name: "",
          type: "",
          problem: undefined,
        }
        break
      case "gpx/trk/trkseg/trkpt":
        this.#elevation = ""
        this.#time = ""
        this.#heartRate = ""
        this.#cadence = ""
        this.#point = { line: this.#line, lat: text(attributes["lat"]), lon: text(attributes["lon"]) }
        break
    }
  }

  #close(): void {
    if (this.#broken) return
    const path = this.#path.join("/")
    this.#path.pop()
    const text = this.#text
    this.#text = ""
    const track = this.#track
    if (track === undefined) return
    if (path.startsWith(extensions)) {
      // Of Garmin's TrackPointExtension, whatever the prefix: https://www8.garmin.com/xmlschemas/TrackPointExtensionv2.xsd
      const name = path.slice(path.lastIndexOf("/") + 1)
      if (/^(.*:)?hr$/.test(name)) this.#heartRate = text
      if (/^(.*:)?cad$/.test(name)) this.#cadence = text
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
        this.#elevation = text
        break
      case "gpx/trk/trkseg/trkpt/time":
        this.#time = text
        break
      case "gpx/trk/trkseg/trkpt":
        this.#endPoint(track)
        break
      case "gpx/trk/trkseg":
        track.measure.endSegment()
        break
      case "gpx/trk":
        this.#track = undefined
        this.#found.push(rowOf(track))
        break
    }
  }

  #endPoint(track: Track): void {
    const { lat, line = 0, lon } = this.#point ?? {}
    const latitude = numberOf(lat, 90)
    const longitude = numberOf(lon, 180)
    const time = timeOf(this.#time)
    if (latitude === undefined || longitude === undefined) {
      track.problem ??= { line, problem: "a track point whose lat and lon are no degrees" }
    } else if (time === undefined) {
      const what = this.#time.trim() === "" ? "without a time" : "whose time cannot be read"
      track.problem ??= { line, problem: `a track point ${what}` }
    } else {
      track.measure.add({
        latitude,
        longitude,
        elevation: numberOf(this.#elevation, 10_000),
        time,
        heartRate: rateOf(this.#heartRate),
        cadence: stepsOf(rateOf(this.#cadence)),
      })
    }
  }
}

/** GPX 1.0 and 1.1. */
export const gpx: MarkupFormat<RecordedRun> = {
  name: "GPX",
  is: (head) => /<(?:[\w.-]+:)?gpx[\s>]/.test(head),
  records: () => new GpxTracks(),
}
