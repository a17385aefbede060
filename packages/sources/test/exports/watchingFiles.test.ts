import type { WatchingRecord } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { zipSync } from "fflate"
import { Exports } from "../../src/index.ts"
import { bytesOf, inPieces } from "./samples/exports.samples.ts"
import { watchingFiles } from "./samples/watchingFiles.samples.ts"

const timeOf = (at: number, precision: string) => {
  if (precision === "unknown") return "some time"
  return new Date(at).toISOString().slice(0, precision === "day" ? 10 : 16)
}

const idsOf = (ids: object) =>
  Object.entries(ids)
    .map(([name, id]) => ` ${name}:${String(id)}`)
    .join("")

const inShort = (record: WatchingRecord): string => {
  if (record.type !== "watched" && record.type !== "rated") return record.type
  const { at, item, rating, source } = record
  const time =
    record.type === "rated" ? timeOf(at, "moment") : `${timeOf(at, record.precision)} (${record.ref})`
  const name =
    item.kind === "film"
      ? `${item.title} ${item.year}${idsOf(item.ids)}`
      : `${item.show} ${item.showYear} ${item.season}x${item.episode} ${item.title}${idsOf(item.showIds)}`
  return `${source} ${record.type} ${time} ${name}${rating === 0 ? "" : ` *${rating}`}`
}

const read = (file: string | Uint8Array, pieces = 1 << 16) =>
  Effect.map(
    Stream.runCollect(
      Exports.readExport(Exports.watching, inPieces(typeof file === "string" ? bytesOf(file) : file, pieces)),
    ),
    (rows) =>
      rows.map((row) =>
        "problem" in row
          ? `bad: ${row.problem}`
          : "skipped" in row
            ? `skipped: ${row.skipped}`
            : inShort(row.item),
      ),
  )

type File = keyof typeof watchingFiles

const expected: Record<File, ReadonlyArray<string>> = {
  "IMDb's ratings": [
    "imdb rated 2024-03-15T12:00 Salt Roads 1999 imdb:tt0000101 *4.5",
    "imdb rated 2024-03-16T12:00 Moths 0 imdb:tt0000102 *3.5",
    "skipped: no film: a whole show, a game or a podcast",
    "skipped: an episode: the file does not say which of its show",
    "bad: a rating that cannot be read",
    "bad: a date that cannot be read",
    "bad: no id of a title",
    "bad: 2 fields instead of 14",
  ],
  "IMDb's watchlist": [
    "imdb rated 2024-03-15T12:00 Salt Roads 1999 imdb:tt0000101 *5",
    "skipped: on a list, neither watched nor rated",
  ],
  "TMDB's ratings": [
    "tmdb rated 2024-09-20T12:00 Salt Roads 1999 tmdb:901 imdb:tt0000101 *4",
    "tmdb rated 2024-09-21T12:00 Moths 0 tmdb:902 *4",
    "skipped: no film: a whole show or season",
    "skipped: on a list, neither watched nor rated",
    "bad: no id of a title",
    "bad: a rating that cannot be read",
    "bad: a date that cannot be read",
    "tmdb rated 2024-09-22T12:00  0 2x3 Fog *4.5",
    "skipped: an episode whose show is unknown without an IMDb id",
  ],
  "Trakt's history": [
    "trakt watched 2024-03-15T20:00 (9001) Salt Roads 1999 imdb:tt0000101 tmdb:901",
    "trakt watched 2024-03-16T20:00 (9002) Harbour 2001 2x3 Fog tmdb:903",
    "trakt watched some time (9003) Moths 0",
    "bad: watched_at: Expected a time in ISO 8601",
  ],
  "Trakt's ratings": [
    "trakt rated 2024-03-15T20:00 Salt Roads 1999 *4.5",
    "skipped: a rating of a whole show or season",
  ],
  "Trakt's collection": [
    "skipped: owned, not watched",
    "skipped: on a list, not watched",
    "skipped: a sum of watches, which the history has one by one",
  ],
  "Simkl's backup": [
    "simkl watched 2024-06-19T10:00 (episode 16 1 1 2024-06-19T10:00:00Z) Harbour 2001 1x1  tmdb:903 tvdb:70",
    "simkl watched some time (episode 16 1 2 ) Harbour 2001 1x2  tmdb:903 tvdb:70",
    "bad: watched_at: Expected a time in ISO 8601",
    "skipped: a show without episodes",
    "simkl watched 2024-06-21T10:00 (episode 18 1 4 2024-06-21T10:00:00Z) Moth Season 2019 1x4 ",
    "simkl watched 2024-03-15T20:00 (movie 5 2024-03-15T20:00:00Z) Salt Roads 1999 imdb:tt0000101 tmdb:901 *3.5",
    "simkl watched some time (movie Moths 0 ) Moths 0",
    "skipped: on a list, not watched",
  ],
  "Simkl's CSV": [
    "simkl watched 2024-03-15T20:00 (movie 5 2024-03-15T20:00:00Z) Salt Roads 1999 imdb:tt0000101 tmdb:901 *3.5",
    "simkl watched 2024-01-04 (movie 7 2024-01-04) Moths 0",
    "skipped: a show: its episodes are in the JSON of the backup",
    "skipped: on a list, not watched",
    "bad: a date that cannot be read",
    "bad: no title",
  ],
}

describe("files of films and episodes", () => {
  it.effect("give watches and ratings, and report the other rows", () =>
    Effect.gen(function* () {
      for (const [name, file] of Object.entries(watchingFiles)) {
        const rows = expected[name as File]
        assert.deepStrictEqual([name, yield* read(file)], [name, rows])
        assert.deepStrictEqual([name, yield* read(file.replaceAll("\n", "\r\n"), 11)], [name, rows])
      }
    }),
  )

  it.effect("are distinguished from other domains' files", () =>
    Effect.gen(function* () {
      const { collecting, listening, reading, running } = Exports
      for (const [name, file] of Object.entries(watchingFiles)) {
        for (const formats of [collecting, listening, reading, running]) {
          const bytes = inPieces(bytesOf(file), 1 << 16)
          const found = Stream.runDrain(Exports.readExport<unknown, never, never>(formats, bytes))
          assert.strictEqual((yield* Effect.flip(found))._tag, "UnknownFormat", name)
        }
      }
    }),
  )

  it.effect("of IMDb's check-ins are watches on their days, as the name of the list says", () =>
    Effect.gen(function* () {
      const file = bytesOf(watchingFiles["IMDb's watchlist"])
      const rows = yield* read(zipSync({ "my lists/checkins.csv": file, "lists/list.csv": file }))
      assert.deepStrictEqual(rows, [
        "imdb watched 2023-01-01 (check-in tt0000101 2023-01-01) Salt Roads 1999 imdb:tt0000101",
        "imdb watched 2023-01-02 (check-in tt0000107 2023-01-02) Dune 1999 imdb:tt0000107",
        ...expected["IMDb's watchlist"],
      ])
    }),
  )

  it.effect("of an empty account cause no error", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read('{"shows": [], "anime": [], "movies": []}'), [])
      assert.deepStrictEqual(yield* read("[]"), [])
    }),
  )

  it.effect("of traktexport and of Trakt itself have the same result", () =>
    Effect.gen(function* () {
      const [history, ratings] = [watchingFiles["Trakt's history"], watchingFiles["Trakt's ratings"]]
      const merged = `{"followers": [], "history": ${history}, "ratings": ${ratings}}`
      assert.deepStrictEqual(yield* read(merged), [
        ...expected["Trakt's history"],
        ...expected["Trakt's ratings"],
      ])
    }),
  )
})
