import { isArticle, isHighlight, type SavedItem } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Exports } from "../../src/index.ts"
import { bytesOf, inPieces } from "./samples/exports.samples.ts"
import { highlightsJson, highlightsMarkdown, statistics, statisticsFile } from "./samples/koreader.samples.ts"

const timeOf = (time: number | undefined) =>
  time === undefined ? "-" : new Date(time).toISOString().slice(0, 19)

const inShort = (item: SavedItem): string => {
  if (isHighlight(item))
    return `${JSON.stringify(item.text)} (${item.note}) of ${item.articleSourceId} ${timeOf(item.highlightedAt)}`
  if (!isArticle(item))
    return `page ${item.page} of ${item.bookSourceId} ${timeOf(item.startedAt)} ${item.seconds} s`
  const { author, document, firstOpenedAt, lastOpenedAt, movedAt, pages, progress, status, title } = item
  return `${title} by ${author}, ${status} ${progress.toFixed(2)}, ${pages} p, ${[firstOpenedAt, lastOpenedAt, movedAt].map(timeOf).join(" ")} ${document}`
}

const read = (file: string | Uint8Array, pieces = 1_000) =>
  Effect.map(
    Stream.runCollect(
      Exports.readExport(Exports.reading, inPieces(typeof file === "string" ? bytesOf(file) : file, pieces)),
    ),
    (rows) =>
      rows.map((row) => ("problem" in row ? `bad: ${row.problem}` : "item" in row ? inShort(row.item) : "-")),
  )

const digest = "0b229176d4e8db7f6d2b5a4952368d7a"

describe("KOReader's files", () => {
  it.effect("of statistics give books, how far they were read, and each page", () =>
    Effect.gen(function* () {
      const rows = yield* read(statistics)
      assert.deepStrictEqual(rows.slice(0, -1), [
        `Low Water by Ines Faria, Tom Reed, reading 0.04, 312 p, 2026-05-06T21:30:00 2026-05-06T21:31:00 - ${digest}`,
        "page 10 of lowwater inesfaria 2026-05-06T21:30:00 60 s",
        "page 11 of lowwater inesfaria 2026-05-06T21:31:00 75 s",
        "Salt by , finished 1.00, 100 p, 2026-05-07T21:30:00 2026-05-07T21:30:00 2026-05-07T21:30:00 ",
        "page 100 of salt 2026-05-07T21:30:00 30 s",
        "bad: a book without a title",
        "-",
      ])
      assert.strictEqual(rows.at(-1), "bad: 1 pages without a number, a time or a length")
    }),
  )

  it.effect("of an older version have other names", () =>
    Effect.gen(function* () {
      const older = statisticsFile(
        "insert into book values (1, 'Salt', 'N/A', 100, null); insert into page_stat values (1, 7, 1400000000, 20);",
        `create table book (id integer primary key, title text, authors text, pages integer, md5 text);
         create table page_stat (id_book integer, page integer, start_time integer, period integer);`,
      )
      assert.deepStrictEqual(yield* read(older), [
        "Salt by , reading 0.00, 100 p, 2014-05-13T16:53:20 2014-05-13T16:53:20 - ",
        "page 7 of salt 2014-05-13T16:53:20 20 s",
      ])
    }),
  )

  it.effect("that are broken or compute are rejected with their reason", () =>
    Effect.gen(function* () {
      const [cut = ""] = yield* read(statistics.subarray(0, 9_000))
      assert.match(cut, /^bad: the database cannot be read: /)
      const endless = statisticsFile(
        "",
        `create table book (id integer primary key, title text, authors text, pages integer, md5 text);
         create table page_stat_other (page integer);
         create view page_stat_data as with recursive r (id_book) as (select 1 union all select id_book from r)
           select id_book, 1 as page, 1 as start_time, 1 as duration, 1 as total_pages from r;`,
      )
      assert.deepStrictEqual(yield* read(endless), ["bad: it has no tables of books and pages"])
    }),
  )

  it.effect("of highlights have the same passages as JSON and as Markdown", () =>
    Effect.gen(function* () {
      const json = yield* read(highlightsJson)
      assert.deepStrictEqual(json.slice(0, -1), [
        `Low Water by Ines Faria, Tom Reed, reading 0.00, 0 p, - 2026-05-06T21:31:00 - ${digest}`,
        '"The tide\\nwas out." () of lowwater inesfaria 2026-05-06T21:30:00',
        '"Salt." (Why?) of lowwater inesfaria 2026-05-06T21:31:00',
      ])
      assert.match(json.at(-1) ?? "", /^bad: title: /)
      for (const file of [highlightsMarkdown, highlightsMarkdown.replaceAll("\n", "\r\n")])
        assert.deepStrictEqual(yield* read(file), [
          "Low Water by Ines Faria, Tom Reed, reading 0.00, 0 p, - 2026-05-07T12:31:00 - ",
          '"The tide\\nwas out." () of lowwater inesfaria 2026-05-06T21:30:00',
          '"Salt." (Why?) of lowwater inesfaria 2026-05-06T00:31:00',
          '"Rise" () of lowwater inesfaria 2026-05-07T12:31:00',
          "Salt by , reading 0.00, 0 p, - - - ",
          '"Plain" () of salt -',
        ])
      const [one] = (JSON.parse(highlightsJson) as { documents: ReadonlyArray<unknown> }).documents
      assert.deepStrictEqual(yield* read(JSON.stringify(one, undefined, 4)), json.slice(0, -1))
    }),
  )
})
