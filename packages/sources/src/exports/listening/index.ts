import { JsonLines } from "@daybook/kernel"
import type { Scrobble } from "@daybook/listening"
import type { Formats } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { appleMusicActivity, appleMusicDays } from "./appleMusic.ts"
import { isKoito, readKoito } from "./koito.ts"
import { lastfmCsv } from "./lastfmCsv.ts"
import { isLastfmstats, isLastfmTrack, pagePlaces, readLastfmstats, readLastfmTrack } from "./lastfmJson.ts"
import { isListenBrainz, readListenBrainz } from "./listenbrainz.ts"
import { isMaloja, readMaloja } from "./maloja.ts"
import { isSpotify, isSpotifyAccount, readSpotify, readSpotifyAccount } from "./spotify.ts"

const listed = (...places: ReadonlyArray<string>) => ({ records: () => new JsonRecords(places) })

const listenBrainz = { name: "ListenBrainz", is: isListenBrainz, read: readListenBrainz }
const lastfm = { name: "Last.fm", is: isLastfmTrack, read: readLastfmTrack }

/** The exports of scrobbling and streaming services. */
export const listening: Formats<Scrobble> = {
  names: [
    "Last.fm (JSON or CSV, of the usual exporters)",
    "ListenBrainz (JSON Lines, or the zip that it gives)",
    "Maloja (JSON)",
    "Koito (JSON)",
    "Apple Music (Play Activity or Play History Daily Tracks as CSV, or their zip)",
    "Spotify extended streaming history (JSON, or the zip that it gives)",
    "Spotify account data (JSON, or the zip that it gives)",
  ],
  json: [
    { ...listenBrainz, records: () => new JsonLines() },
    { ...listenBrainz, ...listed("[]") },
    { name: "Spotify", ...listed("[]"), is: isSpotify, read: readSpotify },
    { name: "Spotify account data", ...listed("[]"), is: isSpotifyAccount, read: readSpotifyAccount },
    { name: "Maloja", ...listed(".scrobbles[]"), is: isMaloja, read: readMaloja },
    { name: "Koito", ...listed(".listens[]"), is: isKoito, read: readKoito },
    { name: "lastfmstats.com", ...listed(".scrobbles[]"), is: isLastfmstats, read: readLastfmstats },
    { ...lastfm, ...listed(...pagePlaces) },
    { ...lastfm, ...listed("[]") },
  ],
  csv: [
    lastfmCsv,
    { name: "Apple Music", read: appleMusicActivity },
    { name: "Apple Music, by day", read: appleMusicDays },
  ],
}
