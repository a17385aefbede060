import type { ExportReading } from "@daybook/listening"
import { CsvRecords } from "./csvRecords.ts"
import { JsonLines } from "./jsonLines.ts"
import { JsonRecords } from "./jsonRecords.ts"
import { lastfmCsv } from "./lastfmCsv.ts"
import { isLastfmstats, isLastfmTrack, pagePlaces, readLastfmstats, readLastfmTrack } from "./lastfmJson.ts"
import { isListenBrainz, readListenBrainz } from "./listenbrainz.ts"
import { isMaloja, readMaloja } from "./maloja.ts"
import { makeRowReader, type RawRecord, type Records, type RowReader } from "./reader.ts"
import { isSpotify, readSpotify } from "./spotify.ts"

/** The formats that are known, in words. */
export const formats = [
  "Last.fm (JSON or CSV, of the usual exporters)",
  "ListenBrainz (JSON Lines, or the zip that it gives)",
  "Maloja (JSON)",
  "Spotify extended streaming history (JSON, or the zip that it gives)",
] as const

/** How much of a file is looked at to find its format. */
export const headLength = 1 << 16

interface JsonFormat {
  readonly records: () => Records<unknown>
  /** Whether a record is one of this format. */
  readonly is: (record: unknown) => boolean
  readonly read: (record: unknown) => ExportReading
}

const listed = (...places: ReadonlyArray<string>) => ({ records: () => new JsonRecords(places) })

const jsonFormats: ReadonlyArray<JsonFormat> = [
  { records: () => new JsonLines(), is: isListenBrainz, read: readListenBrainz },
  { ...listed("[]"), is: isListenBrainz, read: readListenBrainz },
  { ...listed("[]"), is: isSpotify, read: readSpotify },
  { ...listed(".scrobbles[]"), is: isMaloja, read: readMaloja },
  { ...listed(".scrobbles[]"), is: isLastfmstats, read: readLastfmstats },
  { ...listed(...pagePlaces), is: isLastfmTrack, read: readLastfmTrack },
  { ...listed("[]"), is: isLastfmTrack, read: readLastfmTrack },
]

const valuesOf = <Value>(found: ReadonlyArray<RawRecord<Value>>) =>
  found.flatMap((record) => ("value" in record ? [record.value] : []))

const jsonReader = (head: string, whole: boolean, part: string): RowReader | undefined => {
  // The first record may be a broken one.
  const format = jsonFormats.find(({ is, records }) => {
    const cutter = records()
    const found = cutter.push(head)
    return valuesOf(whole ? [...found, ...cutter.end()] : found).some(is)
  })
  return format === undefined ? undefined : makeRowReader(format.records(), format.read, part)
}

const delimiters = [",", ";", "\t"] as const

const csvReader = (head: string, part: string): RowReader | undefined => {
  for (const delimiter of delimiters) {
    const cutter = new CsvRecords(delimiter)
    const beginning = valuesOf([...cutter.push(head), ...cutter.end()]).slice(0, 20)
    const read = lastfmCsv(beginning)
    if (read !== undefined) return makeRowReader(new CsvRecords(delimiter), read, part)
  }
  return undefined
}

/**
 * A reader for the format of the file that begins with `head`, undefined where that is none. `whole` says that this
 * is all of it; `part` is the file's name where it is one of an archive.
 */
export const readerFor = (head: string, whole: boolean, part: string): RowReader | undefined =>
  /^\s*[[{]/.test(head) ? jsonReader(head, whole, part) : csvReader(head, part)
