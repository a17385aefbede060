import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../../instants.ts"
import { Text } from "../../text.ts"
import { play, type ScrobbleReading } from "./play.ts"
import { bySchema } from "../reader.ts"

const name = Schema.optionalKey(Schema.NullOr(Text))

// "Extended streaming history", as Spotify's "Understanding my data" describes it:
// https://support.spotify.com/article/understanding-my-data/
const Stream = Schema.Struct({
  ts: Schema.String,
  ms_played: Schema.Natural,
  master_metadata_track_name: name,
  master_metadata_album_artist_name: name,
  master_metadata_album_album_name: name,
  // Null in old exports, 0 and 1 in some.
  skipped: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.Boolean, Schema.Literals([0, 1])]))),
})

export const isSpotify = (record: unknown): boolean =>
  Predicate.hasProperty(record, "ts") && Predicate.hasProperty(record, "ms_played")

/** A row of Spotify's history. Its time is the end of the play. */
export const readSpotify = bySchema(Stream, (row) => {
  const artist = row.master_metadata_album_artist_name ?? ""
  const track = row.master_metadata_track_name ?? ""
  if (artist === "" && track === "") return { skipped: "no music: a podcast, an audiobook or a video" }
  if (row.skipped === true || row.skipped === 1) return { skipped: "skipped by the listener" }
  // Spotify counts a stream after 30 seconds, and Last.fm takes no shorter track.
  if (row.ms_played < 30_000) return { skipped: "played for less than 30 seconds" }
  const end = instantOf(row.ts)
  if (end === undefined) return { problem: "ts: Expected an ISO 8601 time" }
  return play({ artist, track, album: row.master_metadata_album_album_name ?? "" }, end - row.ms_played)
})

// "Streaming history" of the account data, which names the last year in minutes of UTC. It has no albums.
const Streamed = Schema.Struct({
  endTime: Schema.String,
  artistName: Text,
  trackName: Text,
  msPlayed: Schema.Natural,
})

/** True for a row of the account data, of music or of podcasts. */
export const isSpotifyAccount = (record: unknown): boolean =>
  Predicate.hasProperty(record, "endTime") && Predicate.hasProperty(record, "msPlayed")

const readStreamed = bySchema(Streamed, ({ artistName, endTime, msPlayed, trackName }) => {
  if (msPlayed < 30_000) return { skipped: "played for less than 30 seconds" }
  const end = instantOf(endTime)
  if (end === undefined) return { problem: "endTime: Expected a time such as 2024-05-06 07:08" }
  return play({ artist: artistName, track: trackName, album: "" }, end - msPlayed)
})

/**
 * A row of the account data. Its end is up to a minute early, so its play is matched with the one in the extended
 * history.
 */
export const readSpotifyAccount = (record: unknown): ScrobbleReading =>
  Predicate.hasProperty(record, "trackName")
    ? readStreamed(record)
    : { skipped: "no music: a podcast or a book" }
