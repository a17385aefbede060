import { noteTitles } from "../search/index.ts"
import type { migrate } from "../sql/migrator.ts"

/** The steps from before plays could be edited. */
export const earlierSteps = {
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
    // There are no foreign keys: ids are looked up in the transaction that stores the play, no referenced row is ever
    // deleted, and the checks would be a third of the work of storing.
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
  // Facts from a music catalog, and when it was last asked; the id is "" until it is found.
  "2_catalog": (sql) => [
    sql`alter table artists
      add column catalog_id text not null default '',
      add column catalog_url text not null default '',
      add column catalog_tried_at timestamptz`,
    sql`alter table tracks
      add column catalog_id text not null default '',
      add column preview_url text not null default '',
      add column catalog_tried_at timestamptz`,
  ],
  "3_filters": (sql) => [
    sql`create table listening_filters (
      id int generated always as identity primary key,
      kind text not null check (kind in ('artist', 'album', 'track')),
      match text not null check (match in ('exact', 'pattern')),
      value text not null,
      reason text not null,
      created_at timestamptz not null,
      unique (kind, match, value)
    )`,
    // A name is hidden where a filter of its kind matches it, a play where one of its names is. Sums leave it out.
    sql`alter table artists add column hidden boolean not null default false`,
    sql`alter table albums add column hidden boolean not null default false`,
    sql`alter table tracks add column hidden boolean not null default false`,
    sql`alter table scrobbles add column hidden boolean not null default false`,
  ],
  "4_years": (sql) => [
    sql`create table album_years (
      year date not null,
      album_id int not null,
      plays int not null,
      last_played_at timestamptz not null,
      primary key (year, album_id)
    )`,
    sql`insert into album_years (year, album_id, plays, last_played_at)
      select date_trunc('year', month::timestamp)::date, album_id, sum(plays), max(last_played_at)
      from album_months group by 1, 2`,
    sql`create index album_years_by_album on album_years (album_id, year)`,
  ],
  // The rolling periods that lists are asked for, by their number of days before `until`; all time is 0 days. Each knows
  // how many albums it has, and has them in order. Periods of days are summed up by the first question of a day.
  "5_periods": (sql) => [
    sql`create table listening_periods (days int primary key, until date not null, albums int not null)`,
    sql`create table album_periods (
      days int not null,
      album_id int not null,
      plays int not null,
      last_played_at timestamptz not null,
      primary key (days, album_id)
    )`,
    sql`insert into album_periods (days, album_id, plays, last_played_at)
      select 0, album_id, plays, last_played_at from album_totals`,
    sql`create index album_periods_by_plays on album_periods (days, plays desc, last_played_at desc, album_id)`,
    sql`insert into listening_periods select 0, 'infinity', count(*) from album_totals`,
    sql`drop table album_totals`,
  ],
  "6_years_in_order": (sql) => [
    sql`create index album_years_by_plays on album_years (year, plays desc, last_played_at desc, album_id)`,
  ],
  // The plays of all time by item, and the keys by which names are found and sorted; names without one are given theirs at a start.
  "7_totals": (sql) => [
    // The table is written anew: an update of all rows would leave as many dead ones.
    sql`create function artist_of_track(track int) returns int language sql stable
      return coalesce((select artist_id from tracks where id = track), 0)`,
    sql`alter table scrobbles add column artist_id int not null default 0`,
    sql`alter table scrobbles alter column artist_id type int using artist_of_track(track_id)`,
    sql`drop function artist_of_track`,
    sql`create index scrobbles_by_track on scrobbles (track_id, played_at)`,
    ...(["artist", "album", "track"] as const).flatMap((kind) => [
      sql`alter table ${sql(`${kind}s`)} add column name_key text collate "C"`,
      sql`create index ${sql(`${kind}s_by_name`)} on ${sql(`${kind}s`)} (name_key, id)`,
      // Rows change with each play: there is room for that in their pages.
      sql`create table ${sql(`${kind}_totals`)} (
        id int primary key,
        plays int not null,
        first_played_at timestamptz not null,
        last_played_at timestamptz not null
      ) with (fillfactor = 80)`,
      sql`insert into ${sql(`${kind}_totals`)} select ${sql(`${kind}_id`)}, count(*), min(played_at), max(played_at)
        from scrobbles where not hidden and ${sql(`${kind}_id`)} is not null group by 1`,
    ]),
  ],
  // A changed title is found when the transaction has ended.
  "8_titles": (sql) => [
    ...noteTitles(sql, { table: "artists", domain: "listening", type: "artist", id: "id", title: "name" }),
    ...noteTitles(sql, { table: "albums", domain: "listening", type: "album", id: "id", title: "name" }),
    ...noteTitles(sql, { table: "tracks", domain: "listening", type: "track", id: "id", title: "name" }),
    ...noteTitles(sql, { table: "artists", domain: "listening", type: "album", title: "(id, name)" }),
    ...noteTitles(sql, { table: "artists", domain: "listening", type: "track", title: "(id, name)" }),
  ],
  // The answers of music services about what was played, and when they were asked.
  "9_facts": (sql) => [
    sql`create table music_facts (
      kind text not null check (kind in ('artist', 'album', 'track')),
      id int not null,
      asked_at timestamptz not null,
      genres text[] not null,
      year int not null,
      length_seconds int not null,
      primary key (kind, id)
    )`,
  ],
  // The most played of all, page by page. A play now moves three entries of these.
  "10_totals_by_plays": (sql) =>
    ["artist_totals", "album_totals", "track_totals"].map(
      (table) =>
        sql`create index ${sql(`${table}_by_plays`)} on ${sql(table)} (plays desc, last_played_at desc, id)`,
    ),
} satisfies Parameters<typeof migrate>[1]
