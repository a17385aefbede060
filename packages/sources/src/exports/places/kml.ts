import { type EpochMillis, type ExportReading, type RawRecord, storableText } from "@daybook/kernel"
import { type ImportedCheckIn, sentPoint } from "@daybook/places"
import type { MarkupFormat } from "../formats.ts"
import { timeIn } from "../times.ts"
import { rootOf, XmlRecords, type XmlReader } from "../xmlRecords.ts"
import { nameOfPosition, positionIn } from "./positions.ts"
import { makeMessageReader } from "./trackers.ts"

/** The position in `13.4,52.5,34` and `13.4 52.5 34`: longitude first. */
const positionOf = (text: string) => {
  const [lng, lat] = text.trim().split(/[\s,]+/, 2)
  return positionIn(`${lat},${lng}`)
}

/** A place that is being read, with the text of some of its elements. */
interface Placemark {
  readonly texts: Map<string, string>
  /** The times of a track, which may come before all of its positions. */
  readonly times: Array<EpochMillis | undefined>
  positions: number
}

const read = new Set(["name", "Point/coordinates", "TimeSpan/begin", "TimeStamp/when"])

// A track of a point a second for eleven days. Later points have no time.
const maxTimes = 1_000_000

const visitOf = (name: string, at: EpochMillis, coordinates: string): ExportReading<ImportedCheckIn> => {
  const position = positionOf(coordinates)
  const venueName = storableText(name) || (position === undefined ? "" : nameOfPosition(position))
  if (venueName === "") return { problem: "a visit of no place" }
  const second = Math.floor(at / 1000)
  return {
    item: {
      checkIn: {
        id: `kml ${second}`,
        venueName,
        category: "",
        city: "",
        country: "",
        position,
        checkedInAt: second * 1000,
        shout: "",
        venueRef: "",
      },
      isSparse: false,
    },
  }
}

/** The places and tracks of a KML file (OGC 07-147) with a time: visits, and the stays along the tracks. */
const readPlacemarks = (found: (record: RawRecord<ExportReading<ImportedCheckIn>>) => void): XmlReader => {
  const readMessage = makeMessageReader()
  let placemark: Placemark | undefined
  let depth = 0

  const readingOf = ({ texts }: Placemark): ExportReading<ImportedCheckIn> => {
    const coordinates = texts.get("Point/coordinates")
    const begin = timeIn(texts.get("TimeSpan/begin"))
    if (coordinates === undefined) return { skipped: "lines and areas" }
    if (begin !== undefined) return visitOf(texts.get("name")?.trim() ?? "", begin, coordinates)
    const at = timeIn(texts.get("TimeStamp/when"))
    if (at === undefined) return { skipped: "places without a time" }
    return readMessage(
      sentPoint({ phone: "kml", at, position: positionOf(coordinates), accuracy: undefined }),
    )
  }

  const endOf = (of: Placemark, path: string, text: string, line: number): void => {
    if (read.has(path)) of.texts.set(path, text)
    else if (/(^|\/)(gx:)?Track\/when$/.test(path)) {
      if (of.times.length < maxTimes) of.times.push(timeIn(text.trim()))
    } else if (/(^|\/)(gx:)?Track\/(gx:)?coord$/.test(path)) {
      const position = positionOf(text)
      const at = of.times[of.positions++]
      found({ line, value: readMessage(sentPoint({ phone: "kml", at, position, accuracy: undefined })) })
    }
  }

  return {
    open: (path) => {
      if (placemark !== undefined || !path.endsWith("/Placemark")) return
      placemark = { texts: new Map(), times: [], positions: 0 }
      depth = path.length + 1
    },
    close: (path, text, line) => {
      if (placemark === undefined) return
      if (path.length > depth) return endOf(placemark, path.slice(depth), text, line)
      if (placemark.positions === 0) found({ line, value: readingOf(placemark) })
      placemark = undefined
    },
  }
}

/** KML with times. Maps without times are of no use. */
export const kml: MarkupFormat<ImportedCheckIn> = {
  name: "KML",
  is: (head) => rootOf(head) === "kml" && /<(when|begin)>/.test(head),
  records: () => new XmlRecords(readPlacemarks),
}
