import { isArticle, isHighlight, type SavedArticle, type SavedItem } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { zipSync } from "fflate"
import { Exports } from "../../src/index.ts"
import { bytesOf, inPieces } from "./samples/exports.samples.ts"
import { readingExports } from "./samples/readingExports.samples.ts"

const read = (file: string | Uint8Array, pieces = 1 << 16) =>
  Stream.runCollect(
    Exports.readExport(Exports.reading, inPieces(typeof file === "string" ? bytesOf(file) : file, pieces)),
  )

const state = ({ archived, progress, starred }: SavedArticle) =>
  `${progress}${archived ? " archived" : ""}${starred ? " starred" : ""}`

/** Rows as they are easily compared. */
const inShort = (rows: ReadonlyArray<Exports.FileRow<SavedItem>>) =>
  rows.map((row) => {
    const place = `${row.part === "" ? "" : `${row.part}:`}${row.line}`
    if ("problem" in row) return `${place} bad: ${row.problem}`
    if ("skipped" in row) return `${place} skipped: ${row.skipped}`
    const { item } = row
    if (isHighlight(item)) return `${place} highlight of ${item.articleSourceId}`
    if (!isArticle(item)) return `${place} page of ${item.bookSourceId}`
    const saved = item.savedAt === undefined ? "?" : new Date(item.savedAt).toISOString().slice(0, 16)
    const name = [item.source, item.sourceId].filter((part) => part !== "").join(" ")
    return `${place} ${name} | ${item.title} | ${item.url} | ${saved} | ${item.tags.join("+")} | ${state(item)}`
  })

describe("exports of reading", () => {
  for (const [what, { expected, file }] of Object.entries(readingExports)) {
    it.effect(`are read from ${what}, wherever the file is cut`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(inShort(yield* read(file)), expected)
        assert.deepStrictEqual(inShort(yield* read(file, 7)), expected)
      }),
    )
  }

  it.effect("never go back within one file, in whatever order its rows come", () =>
    Effect.gen(function* () {
      const header = "URL,Title,Selection,Folder,Timestamp,Tags"
      const rows = ["Archive", "Unread"].map(
        (folder) => `https://bread.example/1,Bread,,${folder},1600000000,[]`,
      )
      for (const some of [rows, rows.toReversed()]) {
        const found = yield* read([header, ...some].join("\n"))
        const last = found.flatMap((row) => ("item" in row && isArticle(row.item) ? [row.item] : [])).at(-1)
        assert.deepStrictEqual([last?.progress, last?.archived], [1, true])
      }
      // Another file knows better, or later.
      const [again] = yield* read([header, rows[1]].join("\n"))
      assert.include(again, { line: 2 })
      assert.isTrue(again !== undefined && "item" in again && isArticle(again.item) && !again.item.archived)
    }),
  )

  it.effect("are found in the zip that Pocket gave", () =>
    Effect.gen(function* () {
      const csv = readingExports["Pocket's CSV"]
      const zip = zipSync({
        "pocket/part_000000.csv": bytesOf(csv?.file ?? ""),
        "pocket/collections/x.json": bytesOf("{}"),
      })
      assert.deepStrictEqual(
        inShort(yield* read(zip)),
        csv?.expected.map((row) => `pocket/part_000000.csv:${row}`),
      )
    }),
  )

  it.effect("may contain no article at all", () =>
    Effect.gen(function* () {
      for (const file of [
        '{"status": 2, "list": []}',
        '{"status": 1, "list": {}}',
        "title,url,time_added,tags,status\n",
      ])
        assert.deepStrictEqual(yield* read(file), [], file)
    }),
  )

  it.effect("keep the times that Pocket's interface reports", () =>
    Effect.gen(function* () {
      const [row] = yield* read(readingExports["the JSON of Pocket's interface"]?.file ?? "")
      assert.deepInclude(row !== undefined && "item" in row ? row.item : {}, {
        firstOpenedAt: 1_600_000_300_000,
        movedAt: 1_600_000_300_000,
        wordCount: 1200,
      })
    }),
  )

  it.effect("are not taken from files of another kind", () =>
    Effect.gen(function* () {
      for (const file of ["<html><title>Recipes</title><a href='x'>y</a>", "a,b\n1,2", "[{}]", "{}", ""]) {
        const error = yield* Effect.flip(read(file))
        assert.include(error.message, "Pocket")
      }
    }),
  )
})
