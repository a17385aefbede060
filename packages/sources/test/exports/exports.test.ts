import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { gzipSync, zipSync } from "fflate"
import { bytesOf, read, readInShort, samples, wholeFiles } from "./samples/exports.samples.ts"
import { recorded, whereRecorded } from "../recordings.ts"

const expected: Record<keyof typeof samples, ReadonlyArray<string>> = {
  "Spotify's history": [
    '2 1709287299 Ensemble Fabelwald / Teiche / Näckrosor \\ "live" {',
    "11 skipped: played for less than 30 seconds",
    "19 skipped: skipped by the listener",
    "27 skipped: no music: a podcast, an audiobook or a video",
    "36 bad: ms_played: Expected number",
  ],
  "Maloja's export": [
    "6 1700000001 Host / House / Duet",
    "25 1700000002 First /  / Both",
    "37 bad: no artist",
  ],
  "ListenBrainz's lines": [
    "1 1700000001 A / R / One",
    "3 1700000003 A /  / Two",
    "4 bad: not JSON",
    "5 bad: track_metadata.track_name: Missing key",
    "6 1700000005 Ä /  / Three",
  ],
  "Last.fm rows with a header": [
    "2 skipped: playing when it was exported",
    '3 1700000001 Ä / B, and "C" / 12" Mix',
    "4 1700000002 A /  / D",
    "5 bad: a date that cannot be read",
    "6 bad: 7 fields instead of 8",
  ],
  "Last.fm rows without a header": [
    "1 skipped: playing when it was exported",
    "2 1199120880 Artist /  / Track",
    "3 bad: 2 fields instead of 4",
    "4 1199145600 Artist / Two\nlines / Track",
    '6 1204279200 Artist / Album / 12" Mix',
    "7 bad: a date that cannot be read",
    "8 bad: a quote that does not end",
    "9 1204365780 Artist / Album / Other",
  ],
  "lastfmstats' rows": ["2 1700000001 A / B / C"],
  "lastfmstats' JSON": ["1 1700000001 A / B / C"],
}

// Its broken rows leave doubt about the others: the owner names its format.
const chosen = { "Last.fm rows without a header": { format: "last.FM" } }
const chosenFor = (name: string) => (name in chosen ? chosen["Last.fm rows without a header"] : {})

const names = Object.keys(samples).filter((name): name is keyof typeof samples => name in samples)

const track = (second: number) => ({
  artist: { "#text": "A", mbid: "" },
  album: { "#text": "B", mbid: "" },
  name: `T${second}`,
  image: [{ size: "small", "#text": "" }],
  date: { uts: String(second), "#text": "01 Jan 2024, 00:00" },
})
const playing = {
  artist: { name: "A" },
  name: "Now",
  album: { "#text": "" },
  "@attr": { nowplaying: "true" },
}
const page = { "@attr": { page: "1", total: "2", user: "me", perPage: "200", totalPages: "1" } }

describe("an export", () => {
  for (const name of names) {
    it.effect(`of ${name} is read, quirk by quirk`, () =>
      Effect.gen(function* () {
        const rows = yield* readInShort(samples[name], undefined, chosenFor(name))
        assert.deepStrictEqual(rows, expected[name])
      }),
    )

    it.effect(`of ${name} is the same in pieces of any size`, () =>
      Effect.gen(function* () {
        for (const size of [1, 2, 3, 7, 64, 1000]) {
          const rows = yield* readInShort(samples[name], size, chosenFor(name))
          assert.deepStrictEqual(rows, expected[name], `pieces of ${size}`)
        }
      }),
    )
  }

  for (const [shape, json] of Object.entries({
    "the API's answer": { recenttracks: { ...page, track: [playing, track(1), track(2)] } },
    "a list of responses": [
      { recenttracks: { ...page, track: [playing, track(1)] } },
      { recenttracks: { ...page, track: track(2) } },
    ],
    "a list of pages": [
      { track: [playing, track(1)], ...page },
      { track: [], ...page },
      { track: track(2), ...page },
    ],
    "a list of lists": [[playing, track(1)], [], [track(2)]],
    "one list of tracks": [playing, track(1), track(2)],
    "one track": { recenttracks: { track: track(1), ...page } },
  })) {
    it.effect(`of Last.fm may be ${shape}`, () =>
      Effect.gen(function* () {
        const rows = yield* readInShort(JSON.stringify(json), 10)
        const plays = ["1 skipped: playing when it was exported", "1 1 A / B / T1", "1 2 A / B / T2"]
        assert.deepStrictEqual(rows, shape === "one track" ? plays.slice(1, 2) : plays)
      }),
    )
  }

  it.effect("of Last.fm keeps the cover, but not the star that means none", () =>
    Effect.gen(function* () {
      const star = "https://lastfm.example/2a96cbd8b46e442fc41c2b86b821562f.png"
      const image = (url: string) => ({ ...track(1), image: [{ size: "large", "#text": url }] })
      const rows = yield* read(JSON.stringify([image("https://lastfm.example/a.png"), image(star)]))
      assert.deepStrictEqual(
        rows.map((row) => ("item" in row ? row.item.imageUrl : row)),
        ["https://lastfm.example/a.png", ""],
      )
    }),
  )
})

describe("plays in a table without a header", () => {
  const row = (at: number, time: string) => `Half Moth,Night Bus,Ebb ${at},${time}\n`
  const written = Array.from({ length: 30 }, (_, at) => row(at, `31 Dec 2007 17:${10 + at}`)).join("")
  const today = TestClock.setTime(Date.UTC(2024, 0, 1))

  it.effect("are found if the whole sample is plays of the past", () =>
    Effect.gen(function* () {
      yield* today
      assert.lengthOf(yield* readInShort(written), 30)
      assert.lengthOf(yield* readInShort(`Half Moth,Night Bus,Now,\n${written}`), 31)
      for (const other of [
        row(0, "31 Dec 2027 17:08"),
        row(0, "31 Dec 1997 17:08"),
        row(0, "30 Feb 2007 17:08"),
        row(0, "2007-12-31 17:08"),
        row(0, "1199120880"),
        row(0, ""),
        "Half Moth,Night Bus,,31 Dec 2007 17:08\n",
        "Half Moth,Night Bus,31 Dec 2007 17:08\n",
        '"Half Moth,Night Bus,Ebb,31 Dec 2007 17:08\n',
      ]) {
        const error = yield* Effect.flip(readInShort(`${written}${other}`))
        assert.include(error.message, "a table with unknown columns", other)
      }
    }),
  )

  it.effect("are recognized by the sample, and read by their rows if it ends in the middle of one", () =>
    Effect.gen(function* () {
      yield* today
      const long = written.repeat(100)
      assert.isAbove(long.length, 1 << 16)
      assert.lengthOf(yield* readInShort(`${long}Half Moth\n`), 3_001)
    }),
  )

  it.effect("are read in whatever form their times have if the owner names the format", () =>
    Effect.gen(function* () {
      const file = `${row(1, "1199120880")}${row(2, "2007-12-31 17:08")}Half Moth\n`
      assert.deepStrictEqual(yield* readInShort(file, 1 << 16, { format: "Last.fm" }), [
        "1 1199120880 Half Moth / Night Bus / Ebb 1",
        "2 1199120880 Half Moth / Night Bus / Ebb 2",
        "3 bad: 1 fields instead of 4",
      ])
      assert.include(
        (yield* Effect.flip(readInShort(written, 1 << 16, { format: "Maloja" })))._tag,
        "Unknown",
      )
    }),
  )
})

describe("Spotify's history", () => {
  const row = { ...JSON.parse(samples["Spotify's history"])[0], master_metadata_track_name: "T" }
  const readIn = (zone: string) => {
    process.env["TZ"] = zone
    return Effect.ensuring(readInShort(JSON.stringify([{ ...row, ts: "2024-03-01T10:05:00" }])), restored)
  }
  const before = process.env["TZ"]
  const restored = Effect.sync(() => {
    if (before === undefined) delete process.env["TZ"]
    else process.env["TZ"] = before
  })

  it.effect("without a zone is in UTC, wherever the server is", () =>
    Effect.gen(function* () {
      const expected = ["1 1709287299 Ensemble Fabelwald / Teiche / T"]
      assert.deepStrictEqual(yield* readIn("Europe/Rome"), expected)
      assert.deepStrictEqual(yield* readIn("UTC"), expected)
    }),
  )

  it.effect("may write skipped as 0 and 1", () =>
    Effect.gen(function* () {
      const rows = [0, 1].map((skipped) => ({ ...row, skipped }))
      assert.deepStrictEqual(yield* readInShort(JSON.stringify(rows)), [
        "1 1709287299 Ensemble Fabelwald / Teiche / T",
        "1 skipped: skipped by the listener",
      ])
    }),
  )
})

describe("a packed export", () => {
  const lines = samples["ListenBrainz's lines"]
  const zip = zipSync({
    "user.json": bytesOf('{"user_id": "me", "username": "me"}'),
    "feedback.jsonl": bytesOf('{"score": 1}\n'),
    "listens/": new Uint8Array(),
    "listens/2023/11.jsonl": bytesOf(lines),
    "listens/2023/12.jsonl": [bytesOf(lines), { level: 0 }],
  })
  const expectedRows = ["11", "12"].flatMap((month) =>
    expected["ListenBrainz's lines"].map((row) => `listens/2023/${month}.jsonl:${row}`),
  )

  it.effect("in a zip is read file by file, and other files are skipped", () =>
    Effect.gen(function* () {
      for (const size of [1, 5, 100_000]) assert.deepStrictEqual(yield* readInShort(zip, size), expectedRows)
    }),
  )

  it.effect("in gzip is read too", () =>
    Effect.gen(function* () {
      const packed = gzipSync(bytesOf(lines))
      for (const size of [2, 5, 100_000])
        assert.deepStrictEqual(yield* readInShort(packed, size), expected["ListenBrainz's lines"])
    }),
  )

  it.effect("of an account without listens is empty, and not unknown", () =>
    Effect.gen(function* () {
      const noListens = zipSync({
        "user.json": bytesOf('{"user_id": 1, "username": "me"}'),
        "feedback.jsonl": new Uint8Array(),
      })
      for (const file of [noListens, bytesOf("[]"), bytesOf('{"scrobbles": []}'), gzipSync(bytesOf(" [\n]"))])
        for (const size of [1, 100_000]) assert.deepStrictEqual(yield* readInShort(file, size), [])
    }),
  )

  it.effect("that is cut off gives what came before, and a bad row", () =>
    Effect.gen(function* () {
      const rows = yield* readInShort(zip.subarray(0, zip.length - 500), 50)
      assert.isAbove(rows.length, 1)
      assert.match(rows.at(-1) ?? "", /bad: it cannot be unpacked from here on/)
    }),
  )
})

describe("a broken export", () => {
  const scrobbles = [1, 2, 3].map(
    (second) =>
      `{"time": ${second}, "track": {"artists": ["A"], "title": "T", "album": {"albumtitle": "B"}}}`,
  )
  const file = (records: ReadonlyArray<string | undefined>) => `{"scrobbles": [${records.join(",\n")}]}`

  it.effect("with a broken record returns the others", () =>
    Effect.gen(function* () {
      for (const broken of [
        '{"time": nonsense}',
        '{"time": 2, "track": {"artists": ["A"]}',
        '{"time": 2, "track": {"title": "T}}',
      ]) {
        const rows = yield* readInShort(file([scrobbles[0], broken, scrobbles[2]]), 9)
        assert.strictEqual(rows[0], "1 1 A / B / T", broken)
        assert.match(rows[1] ?? "", /^2 bad/, broken)
        assert.strictEqual(rows[2], "3 3 A / B / T", broken)
        assert.strictEqual(rows.length, 3, broken)
      }
    }),
  )

  it.effect("that is cut off says so", () =>
    Effect.gen(function* () {
      const whole = file(scrobbles)
      assert.deepStrictEqual((yield* readInShort(whole.slice(0, -20))).slice(2), [
        "3 bad: a record without an end",
      ])
      assert.deepStrictEqual((yield* readInShort(whole.slice(0, -2))).slice(3), [
        "3 bad: the file ends in the middle",
      ])
    }),
  )

  it.effect("with a line that never ends is not held in memory", () =>
    Effect.gen(function* () {
      const endless = `{"listened_at": "${"x".repeat(3 << 20)}`
      const [first = "", , second = ""] = samples["ListenBrainz's lines"].split("\n")
      assert.deepStrictEqual(yield* readInShort(`${first}\n${endless}\n${second}`), [
        "1 1700000001 A / R / One",
        "2 bad: a line that is too long",
        "3 1700000003 A /  / Two",
      ])
    }),
  )

  it.effect("reports that a field of more than 64 KiB with line breaks may not be a missing quote", () =>
    Effect.gen(function* () {
      const field = `"${"x".repeat(1 << 16)}\nmore\n${"y".repeat(1 << 16)}"`
      const rows = yield* readInShort(`uts,artist,album,track\n1700000001,A,B,${field}\n1700000002,A,B,D\n`)
      assert.match(
        rows[0] ?? "",
        /^2 bad: a quote that does not end within 64 KiB: .* or its field is longer/,
      )
      assert.strictEqual(rows.at(-1), "5 1700000002 A / B / D")
    }),
  )

  it.effect("with a row that never ends is not held in memory", () =>
    Effect.gen(function* () {
      const rows = `uts,artist,album,track\n1700000001,A,B,C\n${"x".repeat(3 << 20)}\n1700000002,A,B,D`
      assert.deepStrictEqual(yield* readInShort(rows), [
        "2 1700000001 A / B / C",
        "3 bad: a line that is too long",
        "4 1700000002 A / B / D",
      ])
    }),
  )

  it.effect("or one of an unknown format is refused with the list of formats", () =>
    Effect.gen(function* () {
      for (const file of ["", "hello\n", '{"a": 1}', "Title,Author\nBook,Someone\n", "PK\u0003\u0004junk"]) {
        const error = yield* Effect.flip(readInShort(file))
        assert.match(error.message, /known are Last\.fm .*ListenBrainz .*Maloja .*Spotify/, file)
      }
    }),
  )
})

interface FileCase {
  readonly name: string
  readonly file: string | Uint8Array
  readonly plays: number
  readonly others: number
}

const recordedFile = (name: string, plays: number, others: number): FileCase => ({
  name,
  file: recorded(name),
  plays,
  others,
})

const files: ReadonlyArray<FileCase> = [
  ...Object.entries(wholeFiles).map(([name, given]) => ({ name, ...given })),
  ...whereRecorded(() => [
    recordedFile("exports/maloja_export_trimmed.json", 8, 0),
    recordedFile("exports/listenbrainz_listens_2025_6.jsonl", 5, 0),
    recordedFile("exports/spotify_extended_streaming_history_trimmed.json", 2, 6),
    recordedFile("lastfm/recenttracks_extended_limit200_page1_of_1.json", 8, 1),
    recordedFile("lastfm/recenttracks_basic_numeric_attrs.json", 1, 0),
    recordedFile("lastfm/recenttracks_single_track_as_object.CONSTRUCTED.json", 1, 0),
  ]),
]

describe("a file as services write it", () => {
  it.effect.each(files)("is read without a bad row: $name", ({ file, others, plays }) =>
    Effect.gen(function* () {
      const rows = yield* readInShort(file, 100)
      const skipped = rows.filter((row) => / skipped: /.test(row)).length
      assert.deepStrictEqual([rows.length - skipped, skipped], [plays, others], rows.join("\n"))
      assert.notMatch(rows.join("\n"), / bad: /)
    }),
  )
})
