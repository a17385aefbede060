import { everything, importFile, readHere, resolveRange } from "@daybook/kernel"
import { ArticleStore, importedArticles, isArticle, isHighlight, type SavedItem } from "@daybook/reading"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { Exports, Html } from "../../src/index.ts"
import { bytesOf, inPieces } from "./samples/exports.samples.ts"

const storageIn = (zone: string) =>
  Layer.merge(SqliteStorage.Reading.layer(), Html.layer).pipe(
    Layer.provide(Sqlite.layerMemory),
    Layer.provideMerge(DateTime.layerCurrentZoneNamed(zone)),
  )
const storage = storageIn("UTC")

const imports = Exports.recordImport(Exports.reading, "articles", importedArticles)
const importers = [{ domain: "reading", imports }] as const

const dayOf = (time: number | undefined) =>
  time === undefined ? "-" : new Date(time).toISOString().replace("T12:00:00.000Z", "")

/** A book in one line. */
const bookInShort = (book: SavedItem): string => {
  if (isHighlight(book)) return `highlight of ${book.articleSourceId}`
  if (!isArticle(book)) return `page ${book.page} of ${book.bookSourceId} for ${book.seconds} s`
  return [
    `${book.kind} ${book.title} by ${book.author} ${book.status}`,
    `${book.isbn || "-"} ${book.pages}p ${book.publishedYear} ${book.rating}* ${book.timesRead}x`,
    `${dayOf(book.savedAt)} ${dayOf(book.firstOpenedAt)} ${dayOf(book.movedAt)}`,
    `[${book.tags.join(",")}]`,
    ...(book.url === "" ? [] : [book.url]),
    ...(book.review === "" ? [] : [JSON.stringify(book.review)]),
  ].join(" | ")
}

const read = (file: string, pieces = 1 << 16) =>
  Effect.map(
    Stream.runCollect(Exports.readExport(Exports.reading, inPieces(bytesOf(file), pieces))),
    (rows) =>
      rows.map((row) =>
        "problem" in row
          ? `${row.line} bad: ${row.problem}`
          : "skipped" in row
            ? `${row.line} skipped`
            : `${row.line} ${bookInShort(row.item)}`,
      ),
  )

const goodreads = `\uFEFFBook Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies
4410,"Salt Roads (Tides, #1)",Ida Quarry,"Quarry, Ida",Someone Else,"=""0306406152""","=""9780306406157""",5,4.45,Lantern,Paperback,312,2006,1998,2024/03/09,2023/01/02,"islands, read",islands (#1),read,"Slow at first.<br/><br/>Then ""not"".",,a note,2,0
4411,Coast,Éva Moss,"Moss, Éva",,"=""""","=""""",0,4.1,,,,,,,2023/01/03,to-read,to-read (#1),to-read,,,,0,0
4412,Dune,Éva Moss,,,"=""""","=""""",0,4.1,,,80,-800,,,2023/01/03,currently-reading,,currently-reading,,,,1,0
4413,Ember,Éva Moss,,,"=""""","=""""",2,4.1,,,80,,,,2023/01/03,did-not-finish,,did-not-finish,,,,1,0
4414,Fjord,Éva Moss,,,"=""""","=""""",0,4.1,,,80,,,2024/13/40,2023/01/03,,,read,,,,1,0
4415,,Éva Moss,,,"=""""","=""""",0,4.1,,,80,,,,2023/01/03,,,read,,,,1,0
4416,Gorse,Éva Moss,,,"=""""","=""""",0,4.1,,,80,,,,2023/01/03,,,read,,,,1,0
4417,Heath
`

const storygraph = `Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,Pace,Character- or Plot-Driven?,Strong Character Development?,Loveable Characters?,Diverse Characters?,Flawed Characters?,Star Rating,Review,Content Warnings,Content Warning Description,Tags,Owned?
Salt Roads,"Ida Quarry, Éva Moss",,9780306406157,paperback,read,2023/01/02,2024/03/09,"2019/05/01-2019/05/20, 2024/03/01-2024/03/09",2,dark,slow,,,,,,4.25,"<div>Slow at first.</div><div>Then not.</div>",,,"islands, tides",No
Coast,Éva Moss,,uid-1,digital,paused,2023/01/03,,,0,,,,,,,,,,,,,No
Dune,Éva Moss,,,audio,did-not-finish,,,2024/02,0,,,,,,,,,,,,,No
Ember,Éva Moss,,,audio,borrowed,,,,0,,,,,,,,,,,,,No
Fjord,Éva Moss,,,audio,read,,,,0,,,,,,,,9,,,,,No
`

const hardcover = `Title,Author,Status,Hardcover Book ID,ISBN 13,Pages,Release Date,Lists,Date Added,Date Started,Date Finished,Rating,Review,Owned
Salt Roads,Ida Quarry,Read,379,9780306406157,312,1998-05-01,"islands, tides",2023-01-02,2024-03-01,2024-03-09,4.5,Slow.,No
Coast,Éva Moss,Want to Read,380,,,,,2023-01-03,,,,,No
Dune,Éva Moss,Did Not Finish,381,,,,,2023-01-03,2024-01-01,,,,No
Ember,Éva Moss,Lost,382,,,,,,,,,,No
`

const hardcoverRows = JSON.stringify([
  {
    title: "Salt Roads",
    authors: [{ name: "Ida Quarry" }],
    status: "Read",
    hardcover_book_id: 379,
    isbn_13: "9780306406157",
    pages: 312,
    release_date: "1998-05-01",
    lists: ["islands", "tides"],
    date_added: "2023-01-02",
    date_started: "2024-03-01",
    date_finished: "2024-03-09",
    rating: 4.5,
    review: "Slow.",
  },
  { title: "Ember", status: "Lost", hardcover_book_id: 382 },
])

const hardcoverInterface = JSON.stringify({
  data: {
    me: [
      {
        user_books: [
          {
            status_id: 3,
            rating: 4.5,
            review_raw: "Slow.",
            date_added: "2023-01-02",
            book: {
              title: "Salt Roads",
              pages: 300,
              release_year: 1998,
              contributions: [{ author: { name: "Ida Quarry" } }],
            },
            edition: { isbn_13: "9780306406157", pages: 312 },
            user_book_reads: [
              { started_at: "2024-03-01", finished_at: "2024-03-09" },
              { started_at: "2019-03-01", finished_at: "2019-03-09" },
            ],
          },
          { status_id: 5, book: { title: "Dune", contributions: [] }, user_book_reads: [] },
          { status_id: 9, book: { title: "Ember" } },
        ],
      },
    ],
  },
})

const samples = { goodreads, storygraph, hardcover, hardcoverRows, hardcoverInterface }

const expected: Record<keyof typeof samples, ReadonlyArray<string>> = {
  goodreads: [
    '2 book Salt Roads (Tides, #1) by Ida Quarry finished | 9780306406157 312p 1998 5* 2x | 2023-01-02 - 2024-03-09 | [islands] | https://www.goodreads.com/book/show/4410 | "Slow at first.\\n\\nThen \\"not\\"."',
    "3 book Coast by Éva Moss unread | - 0p 0 0* 0x | 2023-01-03 - - | [] | https://www.goodreads.com/book/show/4411",
    "4 book Dune by Éva Moss reading | - 80p -800 0* 1x | 2023-01-03 - - | [] | https://www.goodreads.com/book/show/4412",
    "5 book Ember by Éva Moss abandoned | - 80p 0 2* 1x | 2023-01-03 - - | [did-not-finish] | https://www.goodreads.com/book/show/4413",
    "6 bad: a date that cannot be read",
    "7 bad: no title",
    "8 book Gorse by Éva Moss finished | - 80p 0 0* 1x | 2023-01-03 - - | [] | https://www.goodreads.com/book/show/4416",
    "9 bad: 2 fields instead of 24",
  ],
  storygraph: [
    '2 book Salt Roads by Ida Quarry, Éva Moss finished | 9780306406157 0p 0 4.25* 2x | 2023-01-02 2024-03-01 2024-03-09 | [islands,tides] | "Slow at first.\\n\\nThen not."',
    "3 book Coast by Éva Moss reading | - 0p 0 0* 0x | 2023-01-03 - - | []",
    "4 book Dune by Éva Moss abandoned | - 0p 0 0* 0x | - - - | []",
    '5 bad: the read status "borrowed" is not known',
    "6 bad: a rating that cannot be read",
  ],
  hardcover: [
    '2 book Salt Roads by Ida Quarry finished | 9780306406157 312p 1998 4.5* 1x | 2023-01-02 2024-03-01 2024-03-09 | [islands,tides] | "Slow."',
    "3 book Coast by Éva Moss unread | - 0p 0 0* 0x | 2023-01-03 - - | []",
    "4 book Dune by Éva Moss abandoned | - 0p 0 0* 0x | 2023-01-03 2024-01-01 - | []",
    '5 bad: the status "Lost" is not known',
  ],
  hardcoverRows: [
    '1 book Salt Roads by Ida Quarry finished | 9780306406157 312p 1998 4.5* 1x | 2023-01-02 2024-03-01 2024-03-09 | [islands,tides] | "Slow."',
    '1 bad: the status "Lost" is not known',
  ],
  hardcoverInterface: [
    '1 book Salt Roads by Ida Quarry finished | 9780306406157 312p 1998 4.5* 1x | 2023-01-02 2024-03-01 2024-03-09 | [] | "Slow."',
    "1 book Dune by  abandoned | - 0p 0 0* 0x | - - - | []",
    '1 bad: the status "9" is not known',
  ],
}

describe("exports of books", () => {
  for (const [service, file] of Object.entries(samples)) {
    it.effect(`of ${service} give books, and report the other rows`, () =>
      Effect.gen(function* () {
        const books = expected[service as keyof typeof samples]
        assert.deepStrictEqual(yield* read(file), books)
        assert.deepStrictEqual(yield* read(file.replaceAll("\n", "\r\n"), 7), books)
      }),
    )
  }

  const headers = {
    Goodreads: "Book Id,Title,Author,Exclusive Shelf,Date Read",
    StoryGraph: "Title,Authors,Read Status,Last Date Read,ISBN/UID,Star Rating,Dates Read",
    Hardcover: "Title,Author,Status,Date Finished,Hardcover Book ID",
  }
  const rowsOf: Record<keyof typeof headers, (title: string, isRead: boolean) => string> = {
    Goodreads: (title, isRead) =>
      `1,${title},Ida Quarry,${isRead ? "read" : "to-read"},${isRead ? "2024/03/09" : ""}`,
    StoryGraph: (title, isRead) =>
      `${title},Ida Quarry,${isRead ? "read" : "to-read"},${isRead ? "2024/03/09" : ""},,,`,
    Hardcover: (title, isRead) =>
      `${title},Ida Quarry,${isRead ? "Read" : "Want to Read"},${isRead ? "2024-03-09" : ""},7`,
  }
  for (const [service, rowOf] of Object.entries(rowsOf)) {
    it.effect(
      `of ${service} leave a book read if another edition of it is to be read, however far apart`,
      () =>
        Effect.gen(function* () {
          // More books lie between the two than are stored at once.
          const others = Array.from({ length: 2_500 }, (_, at) => rowOf(`Other ${at}`, false))
          const header = headers[service as keyof typeof headers]
          const [read, toRead] = [rowOf("Salt Roads", true), rowOf("Salt Roads", false)]
          for (const rows of [
            [read, ...others, toRead],
            [toRead, ...others, read],
          ]) {
            yield* Effect.gen(function* () {
              yield* TestClock.setTime(Date.parse("2025-01-01T00:00:00Z"))
              const { lists } = yield* ArticleStore
              yield* importFile({
                fingerprint: "f",
                file: readHere(
                  "library.csv",
                  importers,
                  Exports.unpack(inPieces(bytesOf([header, ...rows].join("\n")), 1 << 16)),
                ),
                importers,
              })
              const all = { range: everything, sort: "title", order: "desc" } as const
              const { items, total } = yield* lists.books(all, { page: 1, limit: 1 })
              assert.deepStrictEqual(
                [total, items[0]?.title, items[0]?.status, items[0]?.progress, items[0]?.finishedAt],
                [others.length + 1, "Salt Roads", "finished", 1, Date.parse("2024-03-09T12:00:00Z")],
              )
            }).pipe(Effect.provide(storage))
          }
        }),
    )
  }

  for (const [zone, finishedAt] of [
    ["Pacific/Honolulu", "2024-03-09T12:00:00.000Z"],
    // Noon UTC is on the next day there.
    ["Pacific/Auckland", "2024-03-08T23:00:00.000Z"],
  ] as const)
    it.effect(`end on the day of the file in ${zone}`, () =>
      Effect.gen(function* () {
        const { lists } = yield* ArticleStore
        yield* TestClock.setTime(Date.parse("2026-05-06T00:00:00Z"))
        const file = readHere("library.csv", importers, Exports.unpack(inPieces(bytesOf(goodreads), 100)))
        yield* importFile({ fingerprint: "f", file, importers })
        const range = yield* resolveRange({ date: "2024-03-09" })
        const found = yield* lists.books({ sort: "finished", order: "asc", range }, { page: 1, limit: 10 })
        assert.deepStrictEqual(
          found.items.map((book) => [book.title, new Date(book.finishedAt ?? 0).toISOString()]),
          [["Salt Roads (Tides, #1)", finishedAt]],
        )
      }).pipe(Effect.provide(storageIn(zone))),
    )

  it.effect("of all services become one book", () =>
    Effect.gen(function* () {
      const keys = yield* Effect.forEach(Object.values(samples), (file) =>
        Effect.map(
          Stream.runHead(Exports.readExport(Exports.reading, inPieces(bytesOf(file), 1 << 16))),
          (row) =>
            row._tag === "Some" && "item" in row.value && isArticle(row.value.item)
              ? row.value.item.sourceId
              : "",
        ),
      )
      assert.deepStrictEqual([...new Set(keys)], ["saltroads idaquarry"])
    }),
  )
})
