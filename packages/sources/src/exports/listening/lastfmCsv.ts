import { storableText } from "@daybook/kernel"
import { parseTime } from "../times.ts"
import { nowPlaying, play, type ScrobbleReading } from "./play.ts"

interface Columns {
  readonly count: number
  readonly artist: number
  readonly album: number
  readonly track: number
  readonly time: number
}

const isTime = (text: string | undefined) => text !== undefined && parseTime(text) !== undefined

/** The columns named by a header, in any order: `uts,utc_time,artist,…`, `Artist;Album;AlbumId;Track;Date#user`. */
const columnsByHeader = (header: ReadonlyArray<string>): Columns | undefined => {
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

/** The columns of exporters without a header: the row of https://mainstream.ghan.nl, and artist, album, track, date. */
const columnsByRow = (row: ReadonlyArray<string>): Columns | undefined => {
  if (row.length === 8 && /^\d+$/.test(row[0] ?? ""))
    return { count: 8, artist: 2, album: 4, track: 6, time: 0 }
  return row.length === 4 && isTime(row[3]) ? { count: 4, artist: 0, album: 1, track: 2, time: 3 } : undefined
}

/** Reads the rows of a file that begins with these; undefined where they are not scrobbles. */
export const lastfmCsv = (
  beginning: ReadonlyArray<ReadonlyArray<string>>,
): ((row: ReadonlyArray<string>) => ScrobbleReading | undefined) | undefined => {
  const [first = []] = beginning
  const byHeader = columnsByHeader(first)
  // The first row may be the track that was playing, without a date.
  const columns = byHeader ?? beginning.map(columnsByRow).find((found) => found !== undefined)
  if (columns === undefined) return undefined
  const header = byHeader === undefined ? undefined : first[columns.time]
  return (row) => {
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
}

const field = (row: ReadonlyArray<string>, at: number): string => storableText(row[at] ?? "")
