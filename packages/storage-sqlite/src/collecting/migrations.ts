import { migrateDomain } from "../domainTables.ts"
import { touchDays, utcDay } from "../journal/index.ts"
import { touchTitles } from "../search/index.ts"

/** The tables of collecting. */
export const migrateCollecting = migrateDomain("collecting", {
  "1_collections": [
    `create table owned_records (
      id integer primary key autoincrement,
      source text not null,
      -- 0 where the copy is known from a file alone.
      instance_id int not null,
      release_id int not null,
      title text not null,
      artist text not null,
      year int not null,
      format text not null,
      cover_url text not null,
      added_at int,
      -- The time that identifies a record of a file, whatever a person corrects.
      told_at int,
      media_condition text not null,
      sleeve_condition text not null,
      artist_key text not null,
      title_key text not null,
      format_key text not null
    ) strict`,
    `create unique index owned_records_by_instance on owned_records (source, instance_id) where instance_id <> 0`,
    // An unknown time is one time.
    `create unique index owned_records_of_files on owned_records (source, release_id, ifnull(told_at, -1e18))
      where instance_id = 0`,
    `create index owned_records_by_release on owned_records (source, release_id)`,
    `create index owned_records_by_added on owned_records (added_at)`,
    `create table owned_films (
      id text primary key,
      source text not null,
      film_id text not null,
      format text not null,
      movie_db_id int not null,
      title text not null,
      year int not null,
      added_at int,
      title_key text not null,
      format_key text not null
    ) strict`,
    `create index owned_films_by_added on owned_films (added_at)`,
    // The answers of services about releases, and when they were asked. Unknown releases are kept too, as not found.
    `create table release_details (
      source text not null,
      release_id int not null,
      asked_at int not null,
      found int not null,
      country text not null,
      released text not null,
      genres text not null,
      styles text not null,
      genre_keys text not null,
      labels text not null,
      tracks text not null,
      primary key (source, release_id)
    ) strict, without rowid`,
    `create table collecting_cursors (source text primary key, cursor text not null) strict`,
    ...["owned_records", "owned_films"].flatMap((table) =>
      touchDays(table, "collecting", (row) => utcDay(`${row}.added_at`)),
    ),
    ...touchTitles({
      table: "owned_records",
      domain: "collecting",
      type: "record",
      ids: (row) => `select ${row}.id as id`,
      of: ["title", "artist"],
    }),
    ...touchTitles({
      table: "owned_films",
      domain: "collecting",
      type: "media",
      ids: (row) => `select ${row}.id as id`,
      of: ["title", "year"],
    }),
  ],
  "2_wantlist": [
    `create table wanted_records (
      source text not null,
      release_id int not null,
      title text not null,
      artist text not null,
      year int not null,
      format text not null,
      cover_url text not null,
      notes text not null,
      added_at int,
      primary key (source, release_id)
    ) strict, without rowid`,
    `create index wanted_records_by_added on wanted_records (added_at)`,
  ],
})
