import type { WatchingRecord } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { zipSync } from "fflate"
import { Exports } from "../../src/index.ts"
import { bytesOf, inPieces } from "./samples/exports.samples.ts"
import { recorded, whereRecorded } from "../recordings.ts"

const inShort = (rows: ReadonlyArray<Exports.FileRow<WatchingRecord>>): ReadonlyArray<string> =>
  rows.map((row) => {
    const place = `${row.part === "" ? "" : `${row.part}:`}${row.line}`
    if ("problem" in row) return `${place} bad: ${row.problem}`
    if ("skipped" in row) return `${place} skipped: ${row.skipped}`
    const { item: record } = row
    if (record.type !== "watched" && record.type !== "rated") return `${place} what is this?`
    if (record.item.kind === "episode") return `${place} what is this?`
    const { title, year } = record.item
    const when = record.at === 0 ? "some time" : new Date(record.at).toISOString().slice(0, 10)
    const review =
      record.type === "watched" && record.review !== "" ? ` ${JSON.stringify(record.review)}` : ""
    return `${place} ${record.type} ${when} ${title} ${year}${record.rating === 0 ? "" : ` ${record.rating}`}${review}`
  })

const read = (file: string | Uint8Array, pieces = 1 << 16) =>
  Effect.map(
    Stream.runCollect(
      Exports.readExport(Exports.watching, inPieces(typeof file === "string" ? bytesOf(file) : file, pieces)),
    ),
    inShort,
  )

const diary = `\uFEFFDate,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
2024-03-02,Salt Roads,1999,https://boxd.example/a,4.5,,"home, again",2024-03-01
2024-03-05,"Bread, Salt and ""Roads""",2004,https://boxd.example/b,,Yes,,
2024-03-06,Half Moth,19x4,https://boxd.example/c,,,,2024-03-06
2024-03-06,Half Moth,1994,https://boxd.example/c,,,,2024-02-30
2024-03-06,Half Moth,1994
`
const reviews = `Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date
2024-03-02,Salt Roads,1999,https://boxd.example/a,4.5,,"First <i>line</i>.
Second.

Third &amp; last.",,2024-03-01
`
const ratings = `Date,Name,Year,Letterboxd URI,Rating
2024-03-02,Salt Roads,1999,https://boxd.example/f,4.5
`
const watched = `Date,Name,Year,Letterboxd URI
2024-03-02,Salt Roads,1999,https://boxd.example/f
`

describe("Letterboxd's export", () => {
  it.effect("of the diary gives watches on their days, or on those of logging", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(diary), [
        "2 watched 2024-03-01 Salt Roads 1999 4.5",
        '3 watched 2024-03-05 Bread, Salt and "Roads" 2004',
        "4 bad: a year that cannot be read",
        "5 bad: a date that cannot be read",
        "6 bad: 3 fields instead of 8",
      ])
    }),
  )

  it.effect("of reviews gives their text, with its lines and without markup", () =>
    Effect.gen(function* () {
      for (const pieces of [1, 7, 1 << 16]) {
        assert.deepStrictEqual(yield* read(reviews, pieces), [
          `2 watched 2024-03-01 Salt Roads 1999 4.5 ${JSON.stringify("First line.\nSecond.\n\nThird & last.")}`,
        ])
      }
    }),
  )

  it.effect("of ratings gives ratings, and of watched titles undated watches", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(ratings), ["2 rated 2024-03-02 Salt Roads 1999 4.5"])
      assert.deepStrictEqual(yield* read(watched), ["2 watched some time Salt Roads 1999"])
    }),
  )

  it.effect(
    "as the zip that it gives leaves out what was deleted, liked, listed or is yet to be watched",
    () =>
      Effect.gen(function* () {
        const zip = zipSync({
          "profile.csv": bytesOf("Date Joined,Username\n2020-01-01,someone\n"),
          "diary.csv": bytesOf(diary.split("\n").slice(0, 2).join("\n")),
          "reviews.csv": bytesOf(reviews),
          "ratings.csv": bytesOf(ratings),
          "watched.csv": bytesOf(watched),
          "watchlist.csv": bytesOf(watched),
          "deleted/diary.csv": bytesOf(diary),
          "orphaned/diary.csv": bytesOf(diary),
          "likes/films.csv": bytesOf(watched),
          "lists/best.csv": bytesOf("Letterboxd list export v7\nDate,Name,Tags,URL,Description\n"),
        })
        assert.deepStrictEqual(
          (yield* read(zip)).map((row) => row.replace(/(\.csv:\d+ \w+ [\w-]+).*/, "$1")),
          [
            "diary.csv:2 watched 2024-03-01",
            "reviews.csv:2 watched 2024-03-01",
            "ratings.csv:2 rated 2024-03-02",
            "watched.csv:2 watched some",
          ],
        )
      }),
  )

  it.effect("that is of something else is sent what is known", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(read("artist,album,track,date\n"))
      assert.include(error.message, "Letterboxd")
    }),
  )
})

// The day of logging is far from that of watching; ratings are whole or half, or none; a name holds commas.
const longKeptDiary = `Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
2025-09-30,Salt Roads,1999,https://boxd.example/a,5,,,2020-02-03
2025-09-30,"Bread, Salt and the Sea",2004,https://boxd.example/b,4.5,Yes,"sea, slow",2020-05-17
2025-09-30,A Moth's Winter,1983,https://boxd.example/c,,,,2020-04-11
`

const files: ReadonlyArray<readonly [name: string, file: string | Uint8Array, rows: number]> = [
  ["a diary", longKeptDiary, 3],
  ["ratings", ratings, 1],
  ["what was watched", watched, 1],
  ...whereRecorded(() => [
    ["diary.csv", recorded("letterboxd/diary.csv"), 6] as const,
    ["ratings.csv", recorded("letterboxd/ratings.csv"), 4] as const,
    ["watched.csv", recorded("letterboxd/watched.csv"), 3] as const,
  ]),
]

describe("a file as Letterboxd writes it", () => {
  it.effect.each(files)("is read without a bad row: %s", ([, file, rows]) =>
    Effect.gen(function* () {
      const found = yield* read(file)
      assert.lengthOf(found, rows)
      assert.notInclude(found.join("\n"), "bad:")
    }),
  )
})
