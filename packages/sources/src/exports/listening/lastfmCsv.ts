import { type EpochMillis, storableText } from "@daybook/kernel"
import type { Scrobble } from "@daybook/listening"
import type { CsvFormat, CsvSample, ReadCsv } from "../formats.ts"
import { parseTime } from "../times.ts"
import { nowPlaying, play } from "./play.ts"

interface Columns {
  readonly count: number
  readonly artist: number
  readonly album: number
  readonly track: number
  readonly time: number
}

type Row = ReadonlyArray<string>

const isTime = (text: string | undefined) => text !== undefined && parseTime(text) !== undefined

/** The columns named by a header, in any order: `uts,utc_time,artist,…`, `Artist;Album;AlbumId;Track;Date#user`. */
const columnsByHeader = (header: Row): Columns | undefined => {
  const names = header.map((name) => name.trim().toLowerCase().replace(/#.*/, ""))
  const find = (...wanted: ReadonlyArray<string>) =>
    wanted.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1
  const columns = {
    count: header.length,
    artist: find("artist", "artist name", "artist_name"),
    album: find("album", "album name", "album_name"),
    track: find("track", "track name", "track_name", "title", "name"),
    time: find("uts", "timestamp", "utc_time", "date"),
  }
  return columns.artist < 0 || columns.track < 0 || columns.time < 0 ? undefined : columns
}

// Other tables have an artist, a title and a date, too: purchases, photos, songs to learn.
const ofTrack = /^track/i
const ofPlay = /^(uts|utc_time|timestamp)/i

/** The columns of a header that only plays have, over rows whose times are mostly those of plays. */
const columnsOfPlays = ([header = [], ...rows]: ReadonlyArray<Row>): Columns | undefined => {
  const columns = columnsByHeader(header)
  if (columns === undefined) return undefined
  const { time, track } = columns
  if (!ofTrack.test(header[track]?.trim() ?? "") && !ofPlay.test(header[time]?.trim() ?? "")) return undefined
  const times = rows.map((row) => row[time]?.trim() ?? "").filter((text) => text !== "")
  const ofPlays = times.filter((text) => (parseTime(text) ?? 0) >= firstPlay)
  return 2 * ofPlays.length >= times.length ? columns : undefined
}

// The row of https://mainstream.ghan.nl.
const eight: Columns = { count: 8, artist: 2, album: 4, track: 6, time: 0 }
const four: Columns = { count: 4, artist: 0, album: 1, track: 2, time: 3 }

/** The columns of exporters without a header: `uts,utc_time,artist,…`, or artist, album, track and date. */
const columnsByRow = (row: Row): Columns | undefined => {
  if (row.length === 8 && /^\d+$/.test(row[0] ?? "")) return eight
  return row.length === 4 && isTime(row[3]) ? four : undefined
}

// Audioscrobbler, which Last.fm grew out of, took its first plays in 2002.
const firstPlay = Date.UTC(2002, 0, 1)

// As Last.fm writes a time, and hardly any other program.
const written = /^\d{1,2} [A-Z][a-z]{2} \d{4},? \d{2}:\d{2}$/

const id = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?$/i

/** The time of a row without a header that is a play in its every column; undefined for any other row. */
const timeOfPlay = (row: Row, { time }: Columns): EpochMillis | undefined => {
  const text = row[time]?.trim() ?? ""
  const at = parseTime(text)
  if (row.length === four.count) return written.test(text) ? at : undefined
  const minute = parseTime(row[1] ?? "")
  const isOne = at !== undefined && minute !== undefined && Math.abs(at - minute) < 60_000
  return isOne && [3, 5, 7].every((column) => id.test(row[column]?.trim() ?? "")) ? at : undefined
}

// A name may be a number, like the band 311, or a URL; a column of them is something else.
const isName = (text: string): boolean => /\p{L}/u.test(text) && !/:\/\/|^\S+@\S+\.\S+$/.test(text.trim())

const isColumnOfNames = (rows: ReadonlyArray<Row>, column: number): boolean => {
  const texts = rows.map((row) => row[column] ?? "")
  return texts.every((text) => text.trim() !== "") && texts.filter(isName).length >= 0.9 * texts.length
}

const isMidnight = (at: EpochMillis): boolean => at % 86_400_000 === 0

/**
 * The columns of a file without a header, if all of its sample is plays: many tables have four columns, and a time in the
 * last one.
 */
const columnsOfRows = (rows: ReadonlyArray<Row>, { broken, now }: CsvSample): Columns | undefined => {
  const columns = [four, eight].find(({ count }) => rows.every((row) => row.length === count))
  if (broken || columns === undefined) return undefined
  // The first row may be the track that was playing, without a date.
  const played = rows[0]?.[columns.time]?.trim() === "" ? rows.slice(1) : rows
  const times = played.flatMap((row) => timeOfPlay(row, columns) ?? [])
  const isPast = times.every((at) => at >= firstPlay && at <= now)
  // A day without its hour, as for an appointment.
  const areDays = times.length > 1 && times.filter(isMidnight).length > times.length / 2
  return times.length > 0 &&
    times.length === played.length &&
    isPast &&
    !areDays &&
    isColumnOfNames(rows, columns.artist) &&
    isColumnOfNames(rows, columns.track)
    ? columns
    : undefined
}

const reader =
  (columns: Columns, header: string | undefined): NonNullable<ReturnType<ReadCsv<Scrobble>>> =>
  (row) => {
    if (header !== undefined && row[columns.time] === header) return undefined
    if (row.length !== columns.count) return { problem: `${row.length} fields instead of ${columns.count}` }
    const names = {
      artist: field(row, columns.artist),
      album: field(row, columns.album),
      track: field(row, columns.track),
    }
    const time = field(row, columns.time)
    if (time.trim() === "") return nowPlaying
    const playedAt = parseTime(time)
    return playedAt === undefined ? { problem: "a date that cannot be read" } : play(names, playedAt)
  }

const field = (row: Row, at: number): string => storableText(row[at] ?? "")

/** The CSV of exporters of Last.fm's plays, with a header or without. */
export const lastfmCsv: CsvFormat<Scrobble> = {
  name: "Last.fm",
  read: (rows, sample) => {
    const byHeader = columnsOfPlays(rows)
    if (byHeader !== undefined) return reader(byHeader, rows[0]?.[byHeader.time])
    const columns = columnsOfRows(rows, sample)
    return columns === undefined ? undefined : reader(columns, undefined)
  },
  readNamed: (rows) => {
    const byHeader = columnsByHeader(rows[0] ?? [])
    if (byHeader !== undefined) return reader(byHeader, rows[0]?.[byHeader.time])
    const columns = rows.map(columnsByRow).find((found) => found !== undefined)
    return columns === undefined ? undefined : reader(columns, undefined)
  },
}
