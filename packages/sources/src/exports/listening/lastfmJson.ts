import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { HistoryRow, isNowPlaying, scrobblesOf } from "../../lastfm/recentTracks.ts"
import { Text } from "../../text.ts"
import { nowPlaying, play, type ScrobbleReading } from "./play.ts"
import { bySchema } from "../reader.ts"

/**
 * The places of tracks: in the API's response, in lists of responses, of their inner objects, or of their lists of
 * tracks.
 */
export const pagePlaces = [
  ...[".recenttracks.track", "[].recenttracks.track", ".track", "[].track"].flatMap((place) => [
    `${place}[]`,
    // Last.fm sends a list of one as its bare item.
    place,
  ]),
  "[][]",
]

/** True for a track with its play: other programs list tracks with artists, too. */
export const isLastfmTrack = (record: unknown): boolean =>
  Predicate.hasProperty(record, "name") &&
  Predicate.hasProperty(record, "artist") &&
  Predicate.isObject(record.artist) &&
  (isNowPlaying(record) ||
    (Predicate.hasProperty(record, "date") && Predicate.hasProperty(record.date, "uts")))

const readRow = bySchema(HistoryRow, (track): ScrobbleReading => {
  const [scrobble] = scrobblesOf([track])
  return scrobble === undefined ? nowPlaying : { item: scrobble }
})

/** A track of `user.getRecentTracks`. */
export const readLastfmTrack = (track: unknown): ScrobbleReading =>
  isNowPlaying(track) ? nowPlaying : readRow(track)

const Scrobble = Schema.Struct({
  artist: Text,
  track: Text,
  album: Schema.optionalKey(Schema.NullOr(Text)),
  date: Schema.Natural,
})

export const isLastfmstats = (record: unknown): boolean =>
  Predicate.hasProperty(record, "artist") &&
  Predicate.hasProperty(record, "track") &&
  Predicate.hasProperty(record, "date") &&
  Predicate.isString(record.track)

/** A scrobble of the export of https://lastfmstats.com, with its time in milliseconds. */
export const readLastfmstats = bySchema(Scrobble, ({ album, artist, date, track }) =>
  play({ artist, track, album: album ?? "" }, date),
)
