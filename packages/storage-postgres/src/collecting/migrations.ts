import { touchDays, utcDay } from "../journal/index.ts"
import { migrateDomain } from "../domainTables.ts"
import { noteTitles } from "../search/index.ts"

/** The id of a film in lists. */
export const filmKey = "source || ':' || film_id || ':' || format"

/** The tables of collecting. */
export const migrateCollecting = migrateDomain("collecting", {
  "1_collections": (sql) => [
    // Services' ids outgrow int: Discogs has numbered billions of copies.
    sql`create table owned_records (
      id int generated always as identity primary key,
      source text not null,
      instance_id bigint not null,
      release_id bigint not null,
      title text not null,
      artist text not null,
      year int not null,
      format text not null,
      cover_url text not null,
      added_at timestamptz
    )`,
    sql`create unique index owned_records_by_instance on owned_records (source, instance_id)
      where instance_id <> 0`,
    // The instance is 0 where the copy is known from a file alone.
    sql`create unique index owned_records_of_files on owned_records (source, release_id, added_at)
      nulls not distinct where instance_id = 0`,
    // Collation "C" orders formats of one count alike on every database.
    sql`create table owned_films (
      source text not null,
      film_id text not null,
      format text collate "C" not null,
      movie_db_id int not null,
      title text not null,
      year int not null,
      added_at timestamptz,
      primary key (source, film_id, format)
    )`,
    sql`create table collecting_cursors (source text primary key, cursor text not null)`,
  ],
  "2_journal": (sql) => [
    sql`create index owned_records_by_added on owned_records (added_at)`,
    sql`create index owned_films_by_added on owned_films (added_at)`,
    ...touchDays(sql, "owned_records", "collecting", utcDay("added_at")),
    ...touchDays(sql, "owned_films", "collecting", utcDay("added_at")),
  ],
  // Folded names are null until the store has made them: SQL cannot.
  "3_lists": (sql) => [
    sql`alter table owned_records
      add column media_condition text not null default '',
      add column sleeve_condition text not null default '',
      add column artist_key text collate "C",
      add column title_key text collate "C",
      add column format_key text collate "C"`,
    sql`alter table owned_films
      add column title_key text collate "C",
      add column format_key text collate "C"`,
    // The answers of services about releases, and when they were asked. Unknown releases are kept too, as not found.
    sql`create table release_details (
      source text not null,
      release_id bigint not null,
      asked_at timestamptz not null,
      found boolean not null,
      country text not null,
      released text not null,
      genres text[] not null,
      styles text[] not null,
      genre_keys text[] not null,
      labels jsonb not null,
      tracks jsonb not null,
      primary key (source, release_id)
    )`,
  ],
  // A changed title is found when the transaction has ended.
  "4_titles": (sql) => [
    ...noteTitles(sql, {
      table: "owned_records",
      domain: "collecting",
      type: "record",
      id: "id",
      title: "(title, artist)",
    }),
    ...noteTitles(sql, {
      table: "owned_films",
      domain: "collecting",
      type: "media",
      id: filmKey,
      title: "(title, year)",
    }),
  ],
})
