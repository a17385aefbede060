import type { ChosenFormat } from "@daybook/kernel"
import type { Scrobble } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Exports } from "../../../src/index.ts"
import { answer, extended, nowPlaying, track } from "../../lastfm/samples.ts"

const encoder = new TextEncoder()

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** A file that comes in pieces of this many bytes. */
export const inPieces = (bytes: Uint8Array, size: number): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  )

export const read = (file: string | Uint8Array, pieces = 1 << 16, chosen: ChosenFormat = {}) =>
  Stream.runCollect(
    Exports.readExport(
      Exports.listening,
      inPieces(typeof file === "string" ? bytesOf(file) : file, pieces),
      chosen,
    ),
  )

/** Rows as they are easily compared: a play as `second artist / album / track`, anything else by its reason. */
export const inShort = (rows: ReadonlyArray<Exports.FileRow<Scrobble>>): ReadonlyArray<string> =>
  rows.map((row) => {
    const place = `${row.part === "" ? "" : `${row.part}:`}${row.line}`
    if ("problem" in row) return `${place} bad: ${row.problem}`
    if ("skipped" in row) return `${place} skipped: ${row.skipped}`
    const { album, artist, playedAt, track } = row.item
    return `${place} ${playedAt / 1000} ${artist} / ${album} / ${track}`
  })

export const readInShort = (file: string | Uint8Array, pieces?: number, chosen?: ChosenFormat) =>
  Effect.map(read(file, pieces, chosen), inShort)

/** A row of Spotify's history as it is today: podcasts and audiobooks have their own fields, which are null. */
const spotifyRow = (ts: string, ms_played: number, reason_end: string, skipped: boolean) => ({
  ts,
  platform: "android",
  ms_played,
  conn_country: "PT",
  ip_addr: "192.0.2.1",
  master_metadata_track_name: "Tin Roof",
  master_metadata_album_artist_name: "Ida Quarry",
  master_metadata_album_album_name: "Weather Maps",
  spotify_track_uri: "spotify:track:0",
  episode_name: null,
  episode_show_name: null,
  spotify_episode_uri: null,
  audiobook_title: null,
  audiobook_uri: null,
  audiobook_chapter_uri: null,
  audiobook_chapter_title: null,
  reason_start: "clickrow",
  reason_end,
  shuffle: false,
  skipped,
  offline: false,
  offline_timestamp: 1_709_287_111,
  incognito_mode: false,
})

/** One file of each format, with its quirks; all data is invented. */
export const samples = {
  "Spotify's history": JSON.stringify(
    [
      {
        ts: "2024-03-01T10:05:00Z",
        ms_played: 200_400,
        master_metadata_track_name: 'Näckrosor \\ "live" {',
        master_metadata_album_artist_name: "Ensemble Fabelwald",
        master_metadata_album_album_name: "Teiche",
        episode_name: null,
        skipped: null,
      },
      {
        ts: "2024-03-01T10:05:10Z",
        ms_played: 29_999,
        master_metadata_track_name: "Anfang",
        master_metadata_album_artist_name: "Ensemble Fabelwald",
        master_metadata_album_album_name: "Teiche",
        skipped: false,
      },
      {
        ts: "2024-03-01T10:08:00Z",
        ms_played: 90_000,
        master_metadata_track_name: "Mitte",
        master_metadata_album_artist_name: "Ensemble Fabelwald",
        master_metadata_album_album_name: null,
        skipped: true,
      },
      {
        ts: "2024-03-01T11:00:00Z",
        ms_played: 1_800_000,
        master_metadata_track_name: null,
        master_metadata_album_artist_name: null,
        master_metadata_album_album_name: null,
        episode_name: "Folge 1",
        skipped: false,
      },
      {
        ts: "2024-03-01T11:03:00Z",
        ms_played: "long",
        master_metadata_track_name: "Ende",
        master_metadata_album_artist_name: "Ensemble Fabelwald",
      },
    ],
    null,
    2,
  ),
  "Maloja's export": JSON.stringify(
    {
      maloja: { export_time: 1_700_000_000 },
      scrobbles: [
        {
          time: 1_700_000_001,
          track: {
            artists: ["Guest", "Host"],
            title: "Duet",
            album: { artists: ["Host"], albumtitle: "House" },
            length: null,
          },
          duration: null,
          origin: "client:default",
        },
        {
          time: 1_700_000_002,
          track: { artists: ["First", "Second"], title: "Both", album: null, length: 100 },
        },
        { time: 1_700_000_003, track: { artists: [], title: "Nobody", album: null } },
      ],
    },
    null,
    1,
  ),
  "ListenBrainz's lines": [
    '{"listened_at": 1700000001, "inserted_at": 1700000002.25, "track_metadata": {"track_name": "One", "artist_name": "A", "release_name": "R", "additional_info": {}, "mbid_mapping": {"caa_id": 1}}}',
    "",
    '{"listened_at": 1700000003, "track_metadata": {"track_name": "Two", "artist_name": "A", "release_name": null}}',
    '{"listened_at": 17000000',
    '{"listened_at": 1700000004, "track_metadata": {"artist_name": "A"}}',
    '{"listened_at": 1700000005, "track_metadata": {"track_name": "Three\\u0000", "artist_name": "Ä"}}',
  ].join("\n"),
  "Last.fm rows with a header": [
    "\uFEFFuts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid",
    '"","","Ä","","B","","Playing",""',
    '"1700000001","14 Nov 2023, 22:13","Ä","","B, and ""C""","","12"" Mix",""',
    '1700000002,"14 Nov 2023, 22:13",A,,,,D,',
    "later,never,A,,,,D,",
    '1700000003,"14 Nov 2023, 22:13",A,,,D,',
    "",
  ].join("\r\n"),
  "Last.fm rows without a header": [
    "Artist,Album,Playing,",
    "Artist,,Track,31 Dec 2007 17:08",
    "Artist,Album",
    'Artist,"Two\nlines",Track,"01 Jan 2008, 00:00"',
    'Artist,Album,12" Mix,29 Feb 2008 10:00',
    "Artist,Album,Track,30 Feb 2008 10:00",
    '"Artist,Album,Track,01 Mar 2008 10:00',
    '"Artist","Album","Other",01 Mar 2008 10:03',
  ].join("\n"),
  "lastfmstats' rows": 'Artist;Album;AlbumId;Track;Date#me\n"A";"B";"";"C";"1700000001000"\n',
  "lastfmstats' JSON": JSON.stringify({
    username: "me",
    scrobbles: [{ track: "C", artist: "A", album: "B", albumId: "", date: 1_700_000_001_000 }],
  }),
} as const

/** Files in which every row can be read, with all the fields that services write; all data is invented. */
export const wholeFiles = {
  "Maloja's export of tracks by several artists": {
    plays: 2,
    others: 0,
    file: JSON.stringify(
      {
        maloja: { export_time: 1_700_000_000 },
        scrobbles: [
          ["Ida Quarry", "Teiche • Ida Quarry"],
          ["Teiche • J. Roche", "J. Roche"],
        ].map((artists, index) => ({
          time: 1_700_000_000 + index,
          track: { artists, title: "伊", album: { artists, albumtitle: "Teiche" }, length: null },
          duration: null,
          origin: "client:default",
        })),
      },
      null,
      2,
    ),
  },
  "ListenBrainz's lines, matched and not": {
    plays: 2,
    others: 0,
    file: [
      {
        inserted_at: 1_700_000_001.482913,
        listened_at: 1_700_000_000,
        track_metadata: {
          track_name: "Tin Roof",
          artist_name: "Ida Quarry feat. J. Roche",
          mbid_mapping: {
            caa_id: 3,
            artists: [{ artist_credit_name: "Ida Quarry", join_phrase: " feat. " }],
          },
          release_name: "Weather Maps",
          recording_msid: "0a",
          additional_info: { duration_ms: 251_000, submission_client: "a page" },
        },
      },
      {
        inserted_at: 1_700_000_101.2,
        listened_at: 1_700_000_100,
        track_metadata: {
          track_name: "Ebb",
          artist_name: "Ida Quarry",
          release_name: null,
          additional_info: {},
        },
      },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
  },
  "Spotify's history with all its fields": {
    plays: 2,
    others: 3,
    file: JSON.stringify([
      spotifyRow("2024-03-01T10:00:00Z", 2_010, "endplay", true),
      spotifyRow("2024-03-01T10:02:00Z", 95_000, "logout", false),
      spotifyRow("2024-03-01T10:06:00Z", 184_000, "trackdone", false),
      spotifyRow("2024-03-01T10:07:00Z", 9_000, "logout", false),
      spotifyRow("2024-03-01T10:08:00Z", 41_000, "endplay", true),
    ]),
  },
  "answers of Last.fm, extended, with what is playing": {
    plays: 2,
    others: 1,
    file: JSON.stringify(
      answer(
        [nowPlaying, track({ uts: 1_700_000_200 }), track({ uts: 1_700_000_000, name: "Ebb" })].map(extended),
        { totalPages: "1", total: "209" },
      ),
    ),
  },
  "a response of Last.fm whose counts are numbers": {
    plays: 1,
    others: 0,
    file: JSON.stringify(answer([track({ uts: 1_700_000_000 })], { totalPages: 12, total: 12 })),
  },
  "a response of Last.fm with a play that is in no list": {
    plays: 1,
    others: 0,
    file: JSON.stringify(answer(track({ uts: 1_700_000_000 }), { totalPages: "1" })),
  },
}
