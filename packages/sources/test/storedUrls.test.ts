import { importFile, type ImportPart, readHere } from "@daybook/kernel"
import { urlsIn } from "@daybook/kernel/contract"
import { normalizeScrobble } from "@daybook/listening"
import { articleBatches, ArticleStore } from "@daybook/reading"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { normalizeRecord } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Exports, Html } from "../src/index.ts"
import { bytesOf, inPieces, samples } from "./exports/samples/exports.samples.ts"
import { readingExports } from "./exports/samples/readingExports.samples.ts"
import { readingFiles } from "./exports/samples/readingFiles.samples.ts"
import { watchingFiles } from "./exports/samples/watchingFiles.samples.ts"

const storage = Layer.merge(SqliteStorage.Reading.layer(), Html.layer).pipe(
  Layer.provide([Sqlite.layerMemory, DateTime.layerCurrentZoneNamed("UTC")]),
)

const imports = Exports.recordImport(Exports.reading, "articles", articleBatches)
const importers = [{ domain: "reading", imports }] as const

/** Imports a file into an empty store. Returns its parts and everything stored then. */
const imported = (file: string) =>
  Effect.gen(function* () {
    const parts: Array<ImportPart> = []
    yield* importFile({
      fingerprint: "f",
      file: readHere("export", importers, Exports.unpack(inPieces(bytesOf(file), 1 << 16))),
      importers,
      report: ({ ended }) =>
        Effect.sync(() => {
          if (ended !== undefined) parts.push(ended.part)
        }),
    })
    const store = yield* ArticleStore
    const ids = yield* store.toExcerpt({ limit: 1_000, offset: 0, all: true })
    return { parts, stored: yield* store.find(ids) }
  }).pipe(Effect.provide(storage))

/** The file with another scheme instead of https. */
const withScheme = (file: string, scheme: string) => file.replaceAll("https://", scheme)

/** The items that are read from a file; none if its format is not recognised. */
const itemsOf = <Item>(formats: Exports.Formats<Item>, file: string) =>
  Stream.runCollect(Exports.readExport(formats, inPieces(bytesOf(file), 1 << 16))).pipe(
    Effect.map((rows) => rows.flatMap((row) => ("item" in row ? [row.item] : []))),
    Effect.orElseSucceed(() => []),
  )

const readingSamples = [
  ...Object.entries(readingFiles),
  ...Object.entries(readingExports).map(([name, { file }]) => [name, file] as const),
]

describe("URLs in files", () => {
  for (const scheme of ["javascript://", "data:text/"]) {
    for (const [name, file] of readingSamples) {
      it.effect(
        `of ${scheme} are not stored from ${name}; articles with an id are, others are reported`,
        () =>
          Effect.gen(function* () {
            const good = yield* imported(file)
            const { parts, stored } = yield* imported(withScheme(file, scheme))
            assert.deepStrictEqual(
              urlsIn(stored).filter((url) => !/^(|https?:\/\/.*|wiseread:.*)$/.test(url)),
              [],
            )
            assert.deepStrictEqual(
              stored.map(({ sourceId }) => sourceId),
              good.stored.flatMap(({ sourceId }) => (sourceId === "" ? [] : [sourceId])),
            )
            if (good.stored.some(({ sourceId }) => sourceId === ""))
              assert.match(parts.map(({ reason }) => reason).join(), /not http or https|^$|no .*/)
          }),
      )
    }

    it.effect(`of ${scheme} are not stored from files of listening and watching`, () =>
      Effect.gen(function* () {
        const plays = yield* Effect.forEach(Object.values(samples), (file) =>
          itemsOf(Exports.listening, withScheme(file, scheme)),
        )
        const watches = yield* Effect.forEach(Object.values(watchingFiles), (file) =>
          itemsOf(Exports.watching, withScheme(file, scheme)),
        )
        const stored = [...plays.flat().map(normalizeScrobble), ...watches.flat().map(normalizeRecord)]
        assert.isAbove(stored.length, 0)
        for (const url of urlsIn(stored)) assert.match(url, /^$|^https?:\/\//)
      }),
    )
  }
})
