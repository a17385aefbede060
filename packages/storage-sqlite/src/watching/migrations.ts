import { migrateDomain } from "../domainTables.ts"
import { onRows } from "../journal/index.ts"
import { touchTitles } from "../search/index.ts"

const touchedDays = onRows(
  "watches",
  "touches_days",
  (row) =>
    `insert into touched_days select 'watching', day from (select ${row}.day as day) where day is not null
      on conflict do nothing`,
)

/**
 * The tables of watching. Records of sources are stored as they came; the domain assembles the watches that are shown from
 * them, in the transaction that stores them. A film has neither season nor episode: both are 0. Ratings are counted in half
 * stars, 0 to 10. `part_id` is of a copy: the title, merged into this one by hand, that it is of; 0 is the row's own.
 */
export const migrateWatching = migrateDomain("watching", {
  "1_watching": [
    `create table titles (
      id integer primary key autoincrement,
      kind text not null check (kind in ('film', 'show')),
      name text not null,
      -- The folded name, for orders.
      name_key text not null,
      year int not null,
      named_by int not null,
      tmdb int,
      imdb text,
      tvdb int,
      -- The number of the show, where a series is logged as one work.
      series int,
      image_url text not null,
      total_episodes int not null,
      running int not null,
      described int not null,
      checked_at int,
      runtime_minutes int not null,
      genres text not null,
      directors text not null
    ) strict`,
    `create index titles_to_describe on titles (checked_at, id) where checked_at is null or running or not described`,
    `create index titles_by_tmdb on titles (tmdb) where tmdb is not null`,
    // The keys by which a title is found: its ids, ids of its episodes, names. Two titles may have one name.
    `create table title_keys (
      key text not null,
      title_id int not null references titles,
      primary key (key, title_id)
    ) strict, without rowid`,
    `create index title_keys_by_title on title_keys (title_id)`,
    `create table watch_records (
      id integer primary key autoincrement,
      source text not null,
      ref text not null,
      title_id int not null references titles,
      season int not null,
      episode int not null,
      at int not null,
      precision text not null,
      half_stars int not null,
      review text not null,
      episode_name text not null,
      unique (source, ref)
    ) strict`,
    `create index watch_records_by_title on watch_records (title_id, season, episode)`,
    `create table title_ratings (
      title_id int not null references titles,
      season int not null,
      episode int not null,
      source text not null,
      at int not null,
      half_stars int not null,
      part_id int not null default 0,
      primary key (title_id, season, episode, source, part_id)
    ) strict, without rowid`,
    // The episodes of shows that the film database has.
    `create table episodes (
      title_id int not null references titles,
      season int not null,
      episode int not null,
      name text not null,
      air_date text,
      runtime_minutes int not null,
      part_id int not null default 0,
      primary key (title_id, season, episode)
    ) strict, without rowid`,
    // A watch has the lowest number of its records. The day is null where the time is unknown. The month is one bit of twelve,
    // or 0 where it is unknown. Each watch names the one before it: an episode's first watch in a range is the one whose
    // predecessor is none or before the range, so distinct episodes are counted without a sort.
    `create table watches (
      id integer primary key,
      title_id int not null references titles,
      kind text not null,
      season int not null,
      episode int not null,
      at int not null,
      precision text not null,
      day text,
      month int not null,
      before int,
      before_day text,
      source text not null,
      half_stars int not null,
      review text not null,
      episode_name text not null,
      -- Of the episode; 0 where it is unknown.
      runtime_minutes int not null default 0
    ) strict`,
    `create index watches_by_item on watches (title_id, season, episode)`,
    `create index watches_by_time on watches (at desc, id desc) where day is not null`,
    `create index watches_by_day on watches (day)`,
    `create index watches_reviewed on watches (at desc, title_id desc, id) where review <> '' and kind = 'film'`,
    // Films that were watched or rated and shows that were watched, with the sums that lists sort by. The months are bits.
    `create table seen_titles (
      title_id integer primary key references titles,
      kind text not null,
      watch_count int not null,
      episodes_watched int not null,
      first_watched_at int,
      last_watched_at int,
      half_stars int not null,
      months int not null
    ) strict`,
    `create index seen_titles_by_time on seen_titles (kind, last_watched_at desc, title_id desc)`,
    `create table watching_cursors (source text primary key, cursor text not null) strict`,
    // A watch is replaced by another where its day changes: updates touch no day.
    ...touchedDays.filter((trigger) => !trigger.includes(" after update ")),
    ...(["movie", "show"] as const).flatMap((type) => [
      ...touchTitles({
        table: "titles",
        domain: "watching",
        type,
        ids: (row) => `select ${row}.id as id`,
        of: ["kind", "name", "year"],
      }),
      ...touchTitles({
        table: "seen_titles",
        domain: "watching",
        type,
        ids: (row) => `select ${row}.title_id as id`,
        of: ["kind"],
      }),
    ]),
  ],
})
