import { everything, importFile, type ImportPart, readHere } from "@daybook/kernel"
import { articleBatches, ArticleStore } from "@daybook/reading"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { zipSync } from "fflate"
import { Exports, Html } from "../src/index.ts"
import { bytesOf, inPieces } from "./exports/samples/exports.samples.ts"
import { readingFiles } from "./exports/samples/readingFiles.samples.ts"

const storage = Layer.merge(SqliteStorage.Reading.layer(), Html.layer).pipe(
  Layer.provide([Sqlite.layerMemory, DateTime.layerCurrentZoneNamed("UTC")]),
)

const imports = Exports.recordImport(Exports.reading, "articles", articleBatches)
const importers = [{ domain: "reading", imports }] as const

/** Imports a file, and returns the parts that domains took. */
const importOnce = Effect.fnUntraced(function* (file: Uint8Array) {
  const parts: Array<ImportPart> = []
  yield* importFile({
    fingerprint: "f",
    file: readHere("export.zip", importers, Exports.unpack(inPieces(file, 1 << 16))),
    importers,
    report: ({ ended }) =>
      Effect.sync(() => {
        if (ended !== undefined) parts.push(ended.part)
      }),
  })
  return parts.map(({ known, name, outcome, stored }) => ({ name, outcome, stored, known }))
})

const highlights = Effect.flatMap(ArticleStore, (store) =>
  Effect.map(
    store.lists.highlights({ range: everything, order: "asc" }, { page: 1, limit: 10 }),
    ({ items }) => items.map(({ article, text }) => `${article.title}: ${text.split("\n")[0]}`),
  ),
)

describe("an export of Omnivore that was imported before its highlights were understood", () => {
  it.effect("keeps its articles, and shows their highlights once it is imported again", () =>
    Effect.gen(function* () {
      const metadata = "metadata_0_to_20.json"
      const file = zipSync({
        [metadata]: bytesOf(readingFiles["Omnivore's JSON"]),
        "highlights/bread.md": bytesOf(readingFiles["Omnivore's highlights"]),
      })
      // The state that the earlier version left: articles by another id, and a finished part.
      const batches = yield* articleBatches
      const rows = yield* Stream.runCollect(
        Exports.readExport(Exports.reading, inPieces(bytesOf(readingFiles["Omnivore's JSON"]), 1 << 16)),
      )
      const articles = rows.flatMap((row) =>
        "item" in row && "formerId" in row.item
          ? [{ ...row.item, sourceId: row.item.formerId ?? "", formerId: "" }]
          : [],
      )
      assert.lengthOf(articles, 2)
      const cursor = JSON.stringify({ rows: 3, finished: true, items: 2, stored: 2 })
      yield* batches.store(articles, { source: "import f 0", cursor })
      assert.deepStrictEqual(yield* highlights, [])

      const [articlesAgain, passages] = yield* importOnce(file)
      assert.deepStrictEqual(articlesAgain, { name: metadata, outcome: "stored", stored: 2, known: 0 })
      assert.deepInclude(passages, { name: "highlights/bread.md" })
      assert.deepStrictEqual(yield* highlights, ["Bread: A passage", "Bread: Another one"])
      const store = yield* ArticleStore
      assert.strictEqual((yield* store.toExcerpt({ limit: 10, offset: 0, all: true })).length, 2)

      const [known] = yield* importOnce(file)
      assert.deepStrictEqual(known, { name: metadata, outcome: "known already", stored: 0, known: 2 })
    }).pipe(Effect.provide(storage)),
  )
})
