import type { Scrobble } from "@daybook/listening"
import type { ImportedCheckIn } from "@daybook/places"
import { deriveStatus, isArticle, type SavedItem } from "@daybook/reading"
import type { WatchingRecord } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { zipSync } from "fflate"
import { Exports } from "../../src/index.ts"
import { bytesOf, inPieces } from "./samples/exports.samples.ts"
import { foreignFiles } from "./samples/foreignFiles.ts"
import { otherFiles } from "./samples/otherFiles.samples.ts"

const timeOf = (at: number | undefined, length: number) =>
  at === undefined ? "?" : new Date(at).toISOString().slice(0, length)

const playInShort = ({ album, artist, playedAt, track }: Scrobble) =>
  `${timeOf(playedAt, 19)} ${artist} / ${album} / ${track}`

const savedInShort = (saved: SavedItem) => {
  if (!isArticle(saved)) return "another item"
  const { author, isbn, kind, movedAt, rating, savedAt, source, tags, title, url } = saved
  const about =
    kind === "book"
      ? `book ${title} by ${author} ${isbn} ${timeOf(savedAt, 10)} ${timeOf(movedAt, 10)} ${rating}*`
      : `${source} ${title} ${url} ${timeOf(savedAt, 10)}`
  return `${about} [${tags.join(",")}] ${saved.status ?? deriveStatus(saved)}`
}

const watchInShort = (record: WatchingRecord) => {
  if (record.type !== "watched") return record.type
  const { at, item, precision, rating, source } = record
  const time = precision === "unknown" ? "some time" : timeOf(at, precision === "day" ? 10 : 16)
  const [name, ids] =
    item.kind === "film"
      ? [`${item.title} ${item.year}`, item.ids]
      : [`${item.show} ${item.showYear} ${item.season}x${item.episode}`, item.showIds]
  const known = Object.entries(ids).map(([database, id]) => `${database}:${String(id)}`)
  return `${source} ${time} ${name} {${known.join(",")}}${rating === 0 ? "" : ` *${rating}`}`
}

const checkInInShort = ({ checkIn: { checkedInAt, id, position, venueName } }: ImportedCheckIn) =>
  `${id} | ${timeOf(checkedInAt, 16)} | ${venueName} | ${position?.lat},${position?.lng}`

const readAs =
  <Item>(formats: Exports.Formats<Item>, inShort: (item: Item) => string) =>
  (file: Uint8Array, pieces: number) =>
    Effect.map(Stream.runCollect(Exports.readExport(formats, inPieces(file, pieces))), (rows) =>
      rows.map((row) => {
        if ("problem" in row) return `bad: ${row.problem}`
        return "skipped" in row ? `skipped: ${row.skipped}` : inShort(row.item)
      }),
    )

const read = {
  listening: readAs(Exports.listening, playInShort),
  reading: readAs(Exports.reading, savedInShort),
  watching: readAs(Exports.watching, watchInShort),
  places: readAs(Exports.places, checkInInShort),
}

const whole = 1 << 16

describe("a file", () => {
  for (const { domain, expected, file, format } of otherFiles) {
    it.effect(`of ${format} is read, wherever it is cut`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* read[domain](bytesOf(file), whole), expected)
        assert.deepStrictEqual(yield* read[domain](bytesOf(file.replaceAll("\n", "\r\n")), 11), expected)
      }),
    )
  }

  it.effect("of Immich is named, and imported nowhere", () =>
    Effect.gen(function* () {
      const photos = bytesOf(foreignFiles["photos of Immich"] ?? "")
      const { message } = yield* Effect.flip(read.places(photos, whole))
      assert.include(message, "Immich, which Daybook does not import")
    }),
  )

  const tables = otherFiles.filter(({ file }) => !/^\s*[[{<]/.test(file))
  const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

  it.effect("that is a table may have the line ends of the Mac", () =>
    Effect.gen(function* () {
      assert.isAbove(tables.length, 5)
      for (const { domain, expected, file, format } of tables)
        for (const pieces of [whole, 7])
          assert.deepStrictEqual(
            yield* read[domain](bytesOf(file.replaceAll("\n", "\r")), pieces),
            expected,
            `${format} in pieces of ${pieces}`,
          )
    }),
  )

  it.effect("that is a table may be in Windows-1252, or have single lines of it", () =>
    Effect.gen(function* () {
      const western = tables.filter(
        ({ file }) =>
          bytesOf(file).length > file.length && Buffer.from(latin(file)).toString("latin1") === file,
      )
      assert.isNotEmpty(western)
      for (const { domain, expected, file, format } of western) {
        const lines = file.split("\n").map((line, at) => (at % 2 === 0 ? bytesOf(line) : latin(line)))
        const mixed = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])).subarray(0, -1)
        assert.deepStrictEqual(yield* read[domain](mixed, whole), expected, format)
        for (let pieces = 1; pieces < 20; pieces++)
          assert.deepStrictEqual(
            yield* read[domain](latin(file), pieces),
            expected,
            `${format} in pieces of ${pieces}`,
          )
      }
    }),
  )

  it.effect("of Apple Music's days counts only without the activity of the same export", () =>
    Effect.gen(function* () {
      const [days] = otherFiles.filter(({ format }) => format === "Apple Music, by day")
      const zip = zipSync({ "Apple Music - Play History Daily Tracks.csv": bytesOf(days?.file ?? "") })
      const rows = yield* read.listening(zip, whole)
      assert.deepStrictEqual(
        [...new Set(rows)],
        ["skipped: the play activity of the same export has these plays with their times"],
      )
    }),
  )
})
