import { migrateDomain } from "../domainTables.ts"
import { touchDays, utcDay } from "../journal/index.ts"
import { touchTitles } from "../search/index.ts"
import { migrate } from "../sql/migrator.ts"

// Earlier than every instant. `max` of a null is null.
const never = "-9000000000000000000"

const words = ["title", "about", "description", "body"]

const wordsOf = (row: "new" | "old") => words.map((column) => `${row}.${column}`).join(", ")

const index = `insert into article_words_index (rowid, ${words.join(", ")}) values (new.article_id, ${wordsOf("new")});`

const unindex = `insert into article_words_index (article_words_index, rowid, ${words.join(", ")})
  values ('delete', old.article_id, ${wordsOf("old")});`

const onWords = (event: string, ...statements: ReadonlyArray<string>) =>
  `create trigger article_words_${event} after ${event} on article_words begin ${statements.join(" ")} end`

/** The tables of saved articles. An article that an edit by hand hides has no row in `articles`, and keeps those in the others. */
export const migrateReading = migrateDomain("reading", {
  "1_reading": [
    `create table articles (
      id integer primary key autoincrement,
      kind text not null check (kind in ('article', 'book')),
      source text not null,
      source_id text not null,
      title text not null,
      author text not null,
      url text not null,
      reader_url text not null,
      reader_app_url text not null,
      site_name text not null,
      description text not null,
      word_count int not null,
      status text not null check (status in ('unread', 'reading', 'finished', 'skipped', 'abandoned')),
      progress real not null,
      starred int not null,
      rating real not null,
      tags text not null,
      image_url text not null,
      isbn text not null,
      pages int not null,
      published_year int not null,
      times_read int not null,
      review text not null,
      saved_at int,
      started_at int,
      last_opened_at int,
      finished_at int,
      last_read_at int generated always as (
        nullif(max(ifnull(finished_at, ${never}), ifnull(last_opened_at, ${never}), ifnull(started_at, ${never})), ${never})
      ) stored,
      -- They follow from the other fields.
      domain text not null,
      title_key text not null,
      author_key text not null,
      tag_keys text not null
    ) strict`,
    `create unique index articles_by_source_id on articles (source, source_id) where source_id <> ''`,
    `create index articles_by_url on articles (source, url)`,
    `create index articles_by_finish on articles (finished_at, id) where status = 'finished'`,
    // With what sums add up.
    `create index articles_finished on articles (kind, finished_at, id, word_count, pages) where status = 'finished'`,
    `create index articles_by_saved_at on articles (kind, saved_at, id, status)`,
    `create index articles_by_finished_at on articles (kind, finished_at, id)`,
    `create index articles_by_title on articles (kind, title_key, id)`,
    `create index articles_by_words on articles (kind, word_count, id)`,
    `create index articles_by_last_reading on articles (kind, last_read_at, id)`,
    `create index articles_by_status on articles (kind, status, last_read_at, id)`,
    // With what groups show and select by.
    `create index articles_by_domain on articles (kind, domain, status, finished_at)`,
    `create index articles_by_author on articles (kind, author_key, author, status, finished_at)`,
    `create index articles_by_tags on articles (kind, tag_keys, tags, status, finished_at)`,
    // A table of its own, so that lists need not read past the contents. Every article has a row. Short columns come first:
    // those behind a long content are reached through all of its pages. The cleaned HTML has the number of its rules, or 0
    // if it was not cleaned since a change.
    `create table article_contents (
      article_id integer primary key,
      revision int not null default 1,
      cleaned_by int not null default 0,
      body_excerpt text,
      content text,
      cleaned text
    ) strict`,
    `create index article_contents_to_excerpt on article_contents (article_id) where body_excerpt is null`,
    `create index article_contents_to_clean on article_contents (cleaned_by, article_id) where content <> ''`,
    // The folded words with spaces between them. The index has no copy of its own.
    `create table article_words (
      article_id integer primary key,
      title text not null,
      about text not null,
      description text not null,
      body text not null default ''
    ) strict`,
    // The words come folded and apart: to "ascii" all other characters are parts of words, in any script. Porter's stems
    // find "articles" by "article".
    `create virtual table article_words_index using fts5(${words.join(", ")},
      content = 'article_words', content_rowid = 'article_id', tokenize = 'porter ascii')`,
    onWords("insert", index),
    onWords("update", unindex, index),
    onWords("delete", unindex),
    // A highlight's home is its own article; `article_id` is the one that shows it, null until both are stored.
    `create table highlights (
      id integer primary key autoincrement,
      source text not null,
      source_id text not null,
      article_source_id text not null,
      text text not null,
      note text not null,
      highlighted_at int,
      home_id int,
      article_id int,
      is_removed int not null default 0,
      unique (source, source_id)
    ) strict`,
    `create index highlights_without_home on highlights (source, article_source_id) where home_id is null`,
    `create index highlights_by_home on highlights (home_id)`,
    `create index highlights_by_time on highlights (highlighted_at, id) where article_id is not null and text <> ''`,
    `create index highlights_of_article on highlights (article_id, highlighted_at, id)
      where article_id is not null and text <> ''`,
    `create table reading_cursors (source text primary key, cursor text not null) strict`,
    ...touchDays("articles", "reading", (row) => utcDay(`${row}.finished_at`)),
    ...(["article", "book"] as const).flatMap((type) =>
      touchTitles({
        table: "articles",
        domain: "reading",
        type,
        ids: (row) => `select ${row}.id as id where ${row}.kind = '${type}'`,
        of: ["title", "url", "author", "site_name"],
      }),
    ),
    ...touchTitles({
      table: "highlights",
      domain: "reading",
      type: "highlight",
      ids: (row) => `select ${row}.id as id`,
      of: ["text", "note", "article_id"],
    }),
  ],
  // The digests of books' files on reading devices, the places where devices stopped, and the pages that they had open.
  "2_devices": [
    `create table book_documents (document text primary key, source_id text not null) strict`,
    `create table device_progress (
      document text primary key,
      progress text not null,
      percentage real not null,
      device text not null,
      device_id text not null,
      updated_at int not null
    ) strict`,
    `create table page_reads (
      book_id int not null,
      started_at int not null,
      page int not null,
      seconds int not null,
      -- The start of the first page of its session.
      session_at int not null,
      primary key (book_id, started_at, page)
    ) strict, without rowid`,
    `create index page_reads_by_time on page_reads (started_at, seconds)`,
    `create index page_reads_by_session on page_reads (session_at, book_id, started_at, seconds)`,
  ],
  // Books that ended at a known time count at its hour: the next start counts again, as it does for another zone.
  "3_times_of_books": ["delete from entry_zones where domain = 'reading'"],
})

/** The tables of articles' vectors. */
export const migrateReadingVectors = migrate("reading_vectors", {
  "1_vectors": [
    // Vectors of one space can be compared.
    `create table vector_spaces (
      id integer primary key autoincrement,
      model text not null,
      dimensions int not null,
      unique (model, dimensions)
    ) strict`,
    // The numbers are floats of 32 bits, the lowest byte first. The revision is the data version with which the row was
    // written, so that a process reads only the rows that it has not seen.
    `create table article_vectors (
      article_id integer primary key,
      space_id int not null,
      text_hash text not null,
      revision int not null,
      embedding blob not null
    ) strict`,
    `create index article_vectors_by_revision on article_vectors (revision)`,
  ],
})
