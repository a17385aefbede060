import { migrateDomain } from "../domainTables.ts"
import { touchTitles } from "../search/index.ts"
import { migrate } from "../sql/migrator.ts"
import { changeTo, setYears, sumTables, sumTriggers } from "./sums.ts"

const names = ["name", "leads_to", "is_removed"]

/**
 * The tables of listening. A name has what it is told as (`told_…`), which finds it, and what it is shown as: edits by hand
 * change the latter alone. `leads_to` is the one that a name counts as, be it itself, where several count as one.
 */
export const migrateListening = migrateDomain("listening", {
  "1_scrobbles": [
    `create table artists (
      id integer primary key autoincrement,
      told_name text not null unique,
      name text not null,
      name_key text not null,
      leads_to int,
      is_removed int not null default 0,
      hidden int not null default 0,
      catalog_id text not null default '',
      catalog_url text not null default '',
      catalog_tried_at int
    ) strict`,
    `create table albums (
      id integer primary key autoincrement,
      told_artist_id int not null references artists,
      told_name text not null,
      told_image_url text not null default '',
      artist_id int not null references artists,
      name text not null,
      name_key text not null,
      image_url text not null default '',
      leads_to int,
      is_removed int not null default 0,
      hidden int not null default 0,
      catalog_url text not null default '',
      preview_url text not null default '',
      unique (told_artist_id, told_name)
    ) strict`,
    `create table tracks (
      id integer primary key autoincrement,
      told_artist_id int not null references artists,
      told_name text not null,
      artist_id int not null references artists,
      name text not null,
      name_key text not null,
      leads_to int,
      is_removed int not null default 0,
      hidden int not null default 0,
      catalog_id text not null default '',
      catalog_url text not null default '',
      preview_url text not null default '',
      catalog_tried_at int,
      unique (told_artist_id, told_name)
    ) strict`,
    ...["artists", "albums", "tracks"].flatMap((table) => [
      `create index ${table}_by_name on ${table} (name_key, id)`,
      `create index ${table}_by_lead on ${table} (leads_to) where leads_to is not null`,
    ]),
    `create index albums_by_artist on albums (artist_id)`,
    `create index tracks_by_artist on tracks (artist_id)`,
    // There are no foreign keys: ids are looked up in the transaction that stores the play, and no name is ever deleted.
    `create table scrobbles (
      played_at int not null,
      track_id int not null,
      album_id int,
      artist_id int not null,
      -- The set of the sources that tell it.
      sources int not null,
      -- True where a filter hides one of its names: sums leave it out.
      hidden int not null,
      -- The version of the data with which it came; unknown for one that an edit has moved.
      came_with int,
      -- On the person's clock, found when the store is opened where they were not told.
      day text not null default '',
      hour int not null default 0,
      primary key (played_at, track_id)
    ) strict, without rowid`,
    `create index scrobbles_by_track on scrobbles (track_id, played_at)`,
    `create index scrobbles_by_album on scrobbles (album_id, played_at) where album_id is not null`,
    `create index scrobbles_by_version on scrobbles (came_with) where came_with is not null`,
    `create table scrobble_cursors (source text primary key, cursor text not null) strict`,
    // Set 0 is of plays whose source is not known, such as those that were added by hand.
    `create table play_sources (id integer primary key autoincrement, names text not null unique) strict`,
    `insert into play_sources values (0, '[""]')`,
    `create table listening_filters (
      id integer primary key autoincrement,
      kind text not null check (kind in ('artist', 'album', 'track')),
      match text not null check (match in ('exact', 'pattern')),
      value text not null,
      reason text not null,
      created_at int not null,
      unique (kind, match, value)
    ) strict`,
    // The answers of music services about what was played, and when they were asked.
    `create table music_facts (
      kind text not null check (kind in ('artist', 'album', 'track')),
      id int not null,
      asked_at int not null,
      genres text not null,
      year int not null,
      length_seconds int not null,
      primary key (kind, id)
    ) strict, without rowid`,
    // The facts that edits set, or fill from what counts as one with it.
    `create table edited_facts (
      kind text not null check (kind in ('artist', 'album', 'track')),
      id int not null,
      genres text not null,
      year int not null,
      length_seconds int not null,
      by_hand int not null,
      primary key (kind, id)
    ) strict, without rowid`,
    // The plays that edits show elsewhere than they were told, or that share their place with such a play: the names and the
    // time that each leads to, and the row of `scrobbles` that shows it.
    `create table edited_plays (
      id text primary key,
      played_at int not null,
      track_id int,
      album_id int,
      shown_at int,
      shown_track_id int,
      sources int not null default 0,
      is_due int not null
    ) strict, without rowid`,
    `create index edited_plays_by_time on edited_plays (played_at)`,
    `create index edited_plays_by_place on edited_plays (shown_at, shown_track_id)`,
    `create index edited_plays_due on edited_plays (is_due) where is_due`,
    // Plays as sources tell them that are not shown: another telling stands for them.
    `create table hidden_tellings (
      played_at int not null,
      artist text not null,
      track text not null,
      album text not null,
      sources int not null,
      behind_at int not null,
      behind_artist text not null,
      behind_track text not null,
      primary key (played_at, artist, track)
    ) strict, without rowid`,
    `create index hidden_tellings_behind on hidden_tellings (behind_at desc, behind_artist, behind_track)`,
    // The tellings that a person has shown to be plays of their own: those of one split never are one.
    `create table split_tellings (
      split int not null,
      played_at int not null,
      artist text not null,
      track text not null,
      primary key (played_at, artist, track, split)
    ) strict, without rowid`,
    ...sumTables,
    ...sumTriggers,
    ...touchTitles({
      table: "artists",
      domain: "listening",
      type: "artist",
      ids: (row) => `select ${row}.id as id`,
      of: names,
    }),
    ...(["album", "track"] as const).flatMap((type) => [
      ...touchTitles({
        table: `${type}s`,
        domain: "listening",
        type,
        ids: (row) => `select ${row}.id as id`,
        of: [...names, "artist_id"],
      }),
      // An artist is made before its titles, and none is ever deleted.
      ...touchTitles({
        table: "artists",
        domain: "listening",
        type,
        ids: (row) => `select id from ${type}s where artist_id = ${row}.id`,
        of: ["name", "is_removed"],
      }),
    ]),
  ],
  "2_plays_by_batch": ["drop trigger scrobbles_add"],
  // Names that differ only in case, width or Unicode form are one. The next start joins those of before, and counts plays again as
  // it does for another zone.
  "3_spellings": [
    `create index edited_plays_by_track on edited_plays (track_id)`,
    `create index edited_plays_by_album on edited_plays (album_id)`,
    `delete from entry_zones where domain = 'listening'`,
  ],
  "4_years": ["drop trigger scrobbles_change_to", changeTo, ...setYears],
  "5_portraits": ["alter table artists add column image_url text not null default ''"],
})

/** The track that plays now: one row at most. */
export const migratePlayingNow = migrate("playing_now", {
  "1_playing_now": [
    `create table playing_now (
      only_row int primary key default 1 check (only_row = 1),
      track text not null,
      artist text not null,
      album text not null,
      image_url text not null,
      details text not null default '',
      ends_at int not null
    ) strict`,
  ],
})

/** Details that players sent with plays, by the words and the second in which they told them. */
export const migratePlayDetails = migrate("play_details", {
  "1_play_details": [
    `create table play_details (
      played_at int not null,
      artist text not null,
      track text not null,
      details text not null,
      primary key (played_at, artist, track)
    ) strict, without rowid`,
  ],
  "2_ratings": [
    `create table track_ratings (
      track_key text not null,
      artist text not null,
      track text not null,
      score int not null check (score in (-1, 1)),
      rated_at int not null
    ) strict`,
    `create unique index track_ratings_by_key on track_ratings (track_key)`,
  ],
})
