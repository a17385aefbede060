import type { ExportRow } from "@daybook/kernel"
import type { Scrobble } from "@daybook/listening"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Exports } from "../src/index.ts"

const encoder = new TextEncoder()

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** A file that comes in pieces of this many bytes. */
export const inPieces = (bytes: Uint8Array, size: number): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  )

export const read = (file: string | Uint8Array, pieces = 1 << 16) =>
  Stream.runCollect(
    Exports.readExport(Exports.listening, inPieces(typeof file === "string" ? bytesOf(file) : file, pieces)),
  )

/** Rows as they are easily compared: a play as `second artist / album / track`, anything else by its reason. */
export const inShort = (rows: ReadonlyArray<ExportRow<Scrobble>>): ReadonlyArray<string> =>
  rows.map((row) => {
    const place = `${row.part === "" ? "" : `${row.part}:`}${row.line}`
    if ("problem" in row) return `${place} bad: ${row.problem}`
    if ("skipped" in row) return `${place} skipped: ${row.skipped}`
    const { album, artist, playedAt, track } = row.item
    return `${place} ${playedAt / 1000} ${artist} / ${album} / ${track}`
  })

export const readInShort = (file: string | Uint8Array, pieces?: number) =>
  Effect.map(read(file, pieces), inShort)

const upstream = fileURLToPath(new URL("../../../../shared/upstream/", import.meta.url))

/** Whether the recorded exports of third parties are there: they are no part of the repository. */
export const recordedThere = existsSync(upstream)

export const recorded = (file: string): Uint8Array => readFileSync(`${upstream}${file}`)

/** One file of each format, with its quirks; all of it is made up. */
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
