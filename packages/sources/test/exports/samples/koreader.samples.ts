import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/** Tables as KOReader makes them, in the mode that it leaves them in. */
const tables = `
  create table book (
    id integer primary key autoincrement, title text, authors text, notes integer, last_open integer, highlights integer,
    pages integer, series text, language text, md5 text, total_read_time integer, total_read_pages integer
  );
  create table page_stat_data (
    id_book integer, page integer not null default 0, start_time integer not null default 0,
    duration integer not null default 0, total_pages integer not null default 0,
    unique (id_book, page, start_time), foreign key (id_book) references book (id)
  );
  create view page_stat as select id_book, page, start_time, duration from page_stat_data;`

/** A file of statistics with these rows. */
export const statisticsFile = (rows: string, schema = tables): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), "statistics-"))
  const path = join(folder, "statistics.sqlite3")
  try {
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    database.exec(`${schema} ${rows}`)
    database.close()
    const file = Uint8Array.from(readFileSync(path))
    // As a device leaves it, which writes with a log.
    file.fill(2, 18, 20)
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const seconds = Date.parse("2026-05-06T21:30:00Z") / 1_000

/** Two books and one without a title; a page of a book that is gone, and one with a broken time. */
export const statistics = statisticsFile(`
  insert into book (id, title, authors, pages, md5) values
    (1, 'Low Water', 'Ines Faria' || char(10) || 'Tom Reed', 312, '0b229176d4e8db7f6d2b5a4952368d7a'),
    (2, 'Salt', 'N/A', 100, null),
    (3, null, null, null, null);
  insert into page_stat_data values
    (1, 10, ${seconds}, 60, 300), (1, 11, ${seconds + 60}, 75, 300), (2, 100, ${seconds + 86_400}, 30, 100),
    (9, 1, ${seconds}, 5, 10), (1, 12, 'never', 60, 300);`)

export const highlightsJson = JSON.stringify({
  version: "json/1.1.0",
  created_on: seconds + 9_000,
  documents: [
    {
      title: "Low Water",
      author: "Ines Faria\nTom Reed",
      file: "/books/low-water.epub",
      md5sum: "0b229176d4e8db7f6d2b5a4952368d7a",
      number_of_pages: 312,
      entries: [
        {
          chapter: "One",
          drawer: "lighten",
          page: 10,
          sort: "highlight",
          text: "The tide\nwas out.",
          time: seconds,
        },
        { chapter: "One", note: "Why?", page: 11, sort: "note", text: "Salt.", time: seconds + 60 },
        { chapter: "One", page: 12, sort: "highlight", text: "", time: seconds },
      ],
    },
    { author: "Nobody", entries: [] },
  ],
})

export const highlightsMarkdown = `# Low Water
##### Ines Faria, Tom Reed

## One
### Page 10 @ 06 May 2026 09:30:00 PM
*The tide
was out.*
### Page 11 @ 06 May 2026 12:31:00 AM
~~Salt.~~

---
Why?

[View in book](<file:///books/low-water.epub?pos=1>)
## Two
### Page 14 @ 7 May 2026 12:31:00 PM
**Rise**

# Salt
##### N/A

## One
### Page 1 @ 08 août 2026 09:30:00 PM
Plain

_Generated at: 2026-05-09 10:00:00_`
