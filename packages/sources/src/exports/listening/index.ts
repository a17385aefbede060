import type { Scrobble } from "@daybook/listening"
import type { Formats } from "../formats.ts"
import { JsonLines } from "../jsonLines.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { lastfmCsv } from "./lastfmCsv.ts"
import { isLastfmstats, isLastfmTrack, pagePlaces, readLastfmstats, readLastfmTrack } from "./lastfmJson.ts"
import { isListenBrainz, readListenBrainz } from "./listenbrainz.ts"
import { isMaloja, readMaloja } from "./maloja.ts"
import { isSpotify, readSpotify } from "./spotify.ts"

const listed = (...places: ReadonlyArray<string>) => ({ records: () => new JsonRecords(places) })

/** The exports of scrobbling and streaming services. */
export const listening: Formats<Scrobble> = {
  names: [
    "Last.fm (JSON or CSV, of the usual exporters)",
    "ListenBrainz (JSON Lines, or the zip that it gives)",
    "Maloja (JSON)",
    "Spotify extended streaming history (JSON, or the zip that it gives)",
  ],
  json: [
    { records: () => new JsonLines(), is: isListenBrainz, read: readListenBrainz },
    { ...listed("[]"), is: isListenBrainz, read: readListenBrainz },
    { ...listed("[]"), is: isSpotify, read: readSpotify },
    { ...listed(".scrobbles[]"), is: isMaloja, read: readMaloja },
    { ...listed(".scrobbles[]"), is: isLastfmstats, read: readLastfmstats },
    { ...listed(...pagePlaces), is: isLastfmTrack, read: readLastfmTrack },
    { ...listed("[]"), is: isLastfmTrack, read: readLastfmTrack },
  ],
  csv: [lastfmCsv],
}
