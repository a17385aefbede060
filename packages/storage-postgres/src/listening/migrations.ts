import { migrateDomain } from "../domainTables.ts"
import { earlierSteps } from "./earlierMigrations.ts"
import { noteTitles } from "../search/index.ts"
import { migrate } from "../sql/migrator.ts"
import { emptyOtherReportedUrls, emptyOtherUrls } from "../sql/webUrls.ts"

/**
 * The tables of listening. Plays are summed up by artist, album and track, of all time and by month: the transaction that stores
 * plays adds them, or counts again what they touch.
 */
export const migrateListening = migrateDomain("listening", {
  ...earlierSteps,
  // The plays that edits show elsewhere than they were told, or that share their place with such a play: the names and the
  // time that each leads to, and the row of `scrobbles` that shows it.
  "11_edited_plays": (sql) => [
    sql`create table edited_plays (
      id text primary key,
      played_at timestamptz not null,
      track_id int,
      album_id int,
      shown_at timestamptz,
      shown_track_id int,
      is_due boolean not null
    )`,
    sql`create index edited_plays_by_time on edited_plays (played_at)`,
    sql`create index edited_plays_by_place on edited_plays (shown_at, shown_track_id)`,
    sql`create index edited_plays_due on edited_plays (is_due) where is_due`,
  ],
  // The names that edits by hand touch keep what sources tell of them; all names of their artists are touched. `leads_to` is
  // the one that a name counts as, be it itself, where several count as one. Shown names need not be unique.
  "12_edited_names": (sql) => [
    ...(["artist", "album", "track"] as const).flatMap((kind) => {
      const table = sql(`${kind}s`)
      const key = kind === "artist" ? sql.literal("name") : sql.literal("artist_id, name")
      const toldKey = kind === "artist" ? sql.literal("told_name") : sql.literal("told_artist_id, told_name")
      return [
        sql`alter table ${table} add column leads_to int, add column is_removed boolean not null default false,
          add column told_name text, add column told_artist_id int`,
        sql`alter table ${table} drop constraint ${sql(kind === "artist" ? "artists_name_key" : `${kind}s_artist_id_name_key`)}`,
        sql`create index ${sql(`${kind}s_by_key`)} on ${table} (${key})`,
        sql`create index ${sql(`${kind}s_by_told_key`)} on ${table} (${toldKey}) where told_name is not null`,
        sql`create index ${sql(`${kind}s_by_lead`)} on ${table} (leads_to) where leads_to is not null`,
      ]
    }),
    sql`alter table albums add column told_image_url text`,
    // The facts that edits set, or fill from what counts as one with it.
    sql`create table edited_facts (
      kind text not null check (kind in ('artist', 'album', 'track')),
      id int not null,
      genres text[] not null,
      year int not null,
      length_seconds int not null,
      by_hand boolean not null,
      primary key (kind, id)
    )`,
    // A name that comes to count as another, or is removed, is a title no more.
    ...[
      ["artists", "artist", ["insert", "update", "delete"]] as const,
      ["albums", "album", ["insert", "update", "delete"]] as const,
      ["tracks", "track", ["insert", "update", "delete"]] as const,
      ["artists", "album", ["update", "delete"]] as const,
      ["artists", "track", ["update", "delete"]] as const,
    ].flatMap(([table, type, events]) =>
      events.map((event) => sql`drop trigger ${sql(`${table}_note_${type}_${event}`)} on ${sql(table)}`),
    ),
    ...(["artist", "album", "track"] as const).flatMap((type) =>
      noteTitles(sql, {
        table: `${type}s`,
        domain: "listening",
        type,
        id: "id",
        title: `(name, leads_to, is_removed${type === "artist" ? "" : ", artist_id"})`,
      }),
    ),
    ...(["album", "track"] as const).flatMap((type) =>
      noteTitles(sql, { table: "artists", domain: "listening", type, title: "(id, name, is_removed)" }),
    ),
  ],
  // Artists and tracks are summed up by year and by period too, all in one shape. All time is in the totals. `listening_periods`
  // knows the number of each, and where a period begins and ends. Years are counted anew at the start, as for another zone.
  "13_sums_of_names": (sql) => [
    sql`drop table listening_periods, album_periods, album_years`,
    sql`create table listening_periods (
      days int primary key,
      until date not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      artists int not null default 0,
      albums int not null default 0,
      tracks int not null default 0
    )`,
    sql`insert into listening_periods select 0, 'infinity', '-infinity', 'infinity', (select count(*) from artist_totals),
      (select count(*) from album_totals), (select count(*) from track_totals)`,
    ...(["artist", "album", "track"] as const).flatMap((kind) => {
      const [id, years, periods] = [sql(`${kind}_id`), `${kind}_years`, `${kind}_periods`]
      return [
        sql`create table ${sql(years)} (
          year date not null,
          ${id} int not null,
          plays int not null,
          first_played_at timestamptz not null,
          last_played_at timestamptz not null,
          primary key (year, ${id})
        ) with (fillfactor = 80)`,
        sql`create table ${sql(periods)} (
          days int not null,
          ${id} int not null,
          plays int not null,
          first_played_at timestamptz not null,
          last_played_at timestamptz not null,
          primary key (days, ${id})
        )`,
        sql`create index ${sql(`${periods}_by_plays`)} on ${sql(periods)} (days, plays desc, last_played_at desc, ${id})`,
      ]
    }),
    sql`create index album_years_by_album on album_years (album_id, year)`,
    sql`update listening_zone set zone = ''`,
  ],
  // Rows name the sources that tell them by a set of these. All that was stored before is of set 0: of the one source that was
  // there, if there was a single one.
  "14_tellings": (sql) => [
    sql`create table play_sources (
      id int generated by default as identity primary key,
      names text[] not null unique
    )`,
    sql`insert into play_sources (id, names)
      select 0, case when count(*) = 1 then array_agg(source) else '{""}' end from scrobble_cursors`,
    sql`alter table scrobbles add column sources int not null default 0`,
    sql`alter table edited_plays add column sources int not null default 0`,
    // Plays as sources tell them that are not shown: another telling stands for them.
    sql`create table hidden_tellings (
      played_at timestamptz not null,
      artist text collate "C" not null,
      track text collate "C" not null,
      album text not null,
      sources int not null,
      behind_at timestamptz not null,
      behind_artist text collate "C" not null,
      behind_track text collate "C" not null,
      primary key (played_at, artist, track)
    )`,
    sql`create index hidden_tellings_behind on hidden_tellings (behind_at desc, behind_artist, behind_track)`,
    // The tellings that a person has shown to be plays of their own: those of one split never are one.
    sql`create table split_tellings (
      split int not null,
      played_at timestamptz not null,
      artist text not null,
      track text not null,
      primary key (played_at, artist, track, split)
    )`,
  ],
  // The number of artists, albums and tracks of each year, and the order of its tops.
  "15_numbers_of_years": (sql) => [
    sql`create table listening_years (
      year date primary key,
      artists int not null default 0,
      albums int not null default 0,
      tracks int not null default 0
    )`,
    ...(["artist", "album", "track"] as const).flatMap((kind) => {
      const [id, numbers, years] = [sql(`${kind}_id`), sql(`${kind}s`), `${kind}_years`]
      return [
        sql`insert into listening_years as kept (year, ${numbers}) select year, count(*) from ${sql(years)} group by year
          on conflict (year) do update set ${numbers} = excluded.${numbers}`,
        sql`create index ${sql(`${years}_by_plays`)} on ${sql(years)} (year, plays desc, last_played_at desc, ${id})`,
      ]
    }),
  ],
  // The version of the data with which a play came; unknown for those of before, and for one that an edit has moved.
  "16_came_with": (sql) => [
    sql`alter table scrobbles add column came_with int`,
    sql`create index scrobbles_came_with on scrobbles (came_with) where came_with is not null`,
  ],
  // The days of UTC to which plays have come, by their beginnings, with the last version that brought one. They stand for an
  // index of all plays by version, which was one of the nine entries of B-trees that a play made.
  "17_days_of_coming": (sql) => [
    sql`create table scrobble_days (starts_at timestamptz primary key, came_with int not null)`,
    sql`insert into scrobble_days select date_bin('24 hours', played_at, '2000-01-01Z'), max(came_with)
      from scrobbles where came_with is not null group by 1`,
    sql`create index scrobble_days_came_with on scrobble_days (came_with)`,
    sql`drop index scrobbles_came_with`,
  ],
  "18_web_urls": (sql) => [
    ...emptyOtherUrls(sql, "artists", "catalog_url"),
    ...emptyOtherUrls(sql, "albums", "image_url", "told_image_url", "catalog_url", "preview_url"),
    ...emptyOtherUrls(sql, "tracks", "catalog_url", "preview_url"),
    ...emptyOtherReportedUrls(sql, "listening", "imageUrl"),
  ],
  // Months of all kinds stand for the days, months, years and rolling periods of before. The start counts them, as it does in
  // another zone.
  "19_months": (sql) => [
    sql`drop table album_days, album_months, artist_years, album_years, track_years, artist_periods, album_periods,
      track_periods, listening_periods, listening_years`,
    ...(["artist", "album", "track"] as const).flatMap((kind) => {
      const months = `${kind}_months`
      return [
        sql`create table ${sql(months)} (
          month date not null,
          id int not null,
          plays int not null,
          first_played_at timestamptz not null,
          last_played_at timestamptz not null,
          primary key (month, id)
        ) with (fillfactor = 80)`,
        sql`create index ${sql(`${months}_by_item`)} on ${sql(months)} (id, month)`,
      ]
    }),
    sql`update listening_zone set zone = ''`,
  ],
  // Names that differ only in case, width or Unicode form are one. The next start joins those of before, and counts plays again as
  // it does for another zone.
  "20_spellings": (sql) => [
    sql`create index edited_plays_by_track on edited_plays (track_id)`,
    sql`create index edited_plays_by_album on edited_plays (album_id)`,
    sql`update listening_zone set zone = ''`,
  ],
  "21_portraits": (sql) => [sql`alter table artists add column image_url text not null default ''`],
})

/** The track that plays now: one row at most. */
export const migratePlayingNow = migrate("playing_now", {
  "1_playing_now": (sql) => [
    sql`create table playing_now (
      only_row boolean primary key default true check (only_row),
      track text not null,
      artist text not null,
      album text not null,
      image_url text not null,
      ends_at timestamptz not null
    )`,
  ],
  "2_details": (sql) => [sql`alter table playing_now add column details text not null default ''`],
})

/** Details that players sent with plays, by the words and the second in which they told them. */
export const migratePlayDetails = migrate("play_details", {
  "1_play_details": (sql) => [
    sql`create table play_details (
      played_at timestamptz not null,
      artist text collate "C" not null,
      track text collate "C" not null,
      details text not null,
      primary key (played_at, artist, track)
    )`,
  ],
  // Hashed, since two names may be longer than an index entry.
  "2_ratings": (sql) => [
    sql`create table track_ratings (
      track_key text collate "C" not null,
      artist text not null,
      track text not null,
      score int not null check (score in (-1, 1)),
      rated_at timestamptz not null
    )`,
    sql`create unique index track_ratings_by_key on track_ratings (md5(track_key))`,
  ],
})
