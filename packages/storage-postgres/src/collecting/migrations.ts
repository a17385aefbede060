import { touchDays, utcDay } from "../journal/index.ts"
import { migrate } from "../sql/migrator.ts"

/** The tables of collecting. */
export const migrateCollecting = migrate("collecting", {
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
})
