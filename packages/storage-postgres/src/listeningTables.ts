import { migrate } from "./migrations.ts"

/**
 * The tables of listening. Plays are kept summed up by album and day, album and month, and in all: the sums of a
 * day are counted from its plays, those of a month from its days, an album's from its months, in the transaction
 * that stores the plays.
 */
export const migrateListening = migrate("listening", {
  "1_scrobbles": (sql) => [
    sql`create table artists (
      id int generated always as identity primary key,
      name text not null unique
    )`,
    sql`create table albums (
      id int generated always as identity primary key,
      artist_id int not null references artists,
      name text not null,
      image_url text not null default '',
      catalog_url text not null default '',
      preview_url text not null default '',
      unique (artist_id, name)
    )`,
    sql`create table tracks (
      id int generated always as identity primary key,
      artist_id int not null references artists,
      name text not null,
      catalog_url text not null default '',
      unique (artist_id, name)
    )`,
    // Without foreign keys: ids are looked up in the transaction that stores the play, nothing is ever deleted
    // from under them, and checking each would be a third of the work of storing.
    sql`create table scrobbles (
      played_at timestamptz not null,
      track_id int not null,
      album_id int,
      primary key (played_at, track_id)
    )`,
    sql`create table album_days (
      day date not null,
      album_id int not null,
      plays int not null,
      last_played_at timestamptz not null,
      primary key (day, album_id)
    )`,
    sql`create index album_days_by_album on album_days (album_id, day)`,
    sql`create table album_months (
      month date not null,
      album_id int not null,
      plays int not null,
      last_played_at timestamptz not null,
      primary key (month, album_id)
    )`,
    sql`create index album_months_by_album on album_months (album_id, month)`,
    sql`create table album_totals (
      album_id int primary key,
      plays int not null,
      last_played_at timestamptz not null
    )`,
    sql`create index album_totals_by_plays on album_totals (plays desc, last_played_at desc, album_id)`,
    sql`create table scrobble_cursors (source text primary key, cursor text not null)`,
    // The time zone in which days and months were last counted.
    sql`create table listening_zone (zone text not null)`,
  ],
})
