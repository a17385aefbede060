import { touchDays } from "../journal/index.ts"
import { migrateDomain } from "../domainTables.ts"
import { noteTitles } from "../search/index.ts"
import type * as SqlClient from "effect/sql/SqlClient"
import { emptyOtherUrls } from "../sql/webUrls.ts"

const noted = (sql: SqlClient.SqlClient, type: "movie" | "show") => [
  ...noteTitles(sql, { table: "titles", domain: "watching", type, id: "id", title: "(kind, name, year)" }),
  ...noteTitles(sql, { table: "seen_titles", domain: "watching", type, id: "title_id", title: "kind" }),
]

/**
 * The tables of watching. Records of sources are kept as they came; the domain assembles the watches that are shown
 * from them, in the transaction that stores them. A film has neither season nor episode: both are 0.
 * Ratings are counted in half stars, 0 to 10.
 */
export const migrateWatching = migrateDomain("watching", {
  "1_watching": (sql) => [
    sql`create table titles (
      id int generated always as identity primary key,
      kind text not null check (kind in ('film', 'show')),
      name text not null,
      year int not null,
      named_by int not null,
      tmdb int,
      imdb text,
      tvdb int,
      image_url text not null,
      total_episodes int not null,
      running boolean not null,
      described boolean not null,
      checked_at timestamptz
    )`,
    sql`create index titles_to_describe on titles (checked_at, id) where checked_at is null or running or not described`,
    // The keys by which a title is found: its ids, ids of its episodes, names. Two titles may have one name.
    sql`create table title_keys (
      key text not null,
      title_id int not null references titles,
      primary key (key, title_id)
    )`,
    sql`create index title_keys_by_title on title_keys (title_id)`,
    sql`create table watch_records (
      source text not null,
      ref text not null,
      title_id int not null references titles,
      season int not null,
      episode int not null,
      at timestamptz not null,
      precision text not null,
      half_stars int not null,
      review text not null,
      primary key (source, ref)
    )`,
    sql`create index watch_records_by_title on watch_records (title_id, season, episode)`,
    sql`create table title_ratings (
      title_id int not null references titles,
      season int not null,
      episode int not null,
      source text not null,
      at timestamptz not null,
      half_stars int not null,
      primary key (title_id, season, episode, source)
    )`,
    sql`create table film_watches (
      title_id int not null,
      at timestamptz not null,
      precision text not null,
      source text not null,
      half_stars int not null,
      review text not null,
      primary key (title_id, at, precision)
    )`,
    sql`create index film_watches_reviewed on film_watches (at desc, title_id desc, precision) where review <> ''`,
    // The month is one bit of twelve, or 0 where it is unknown, so "or" collects the months of many watches. Each watch
    // names the one before it: an episode's first watch in a range is the one whose predecessor is none or before the
    // range, so watches are counted once without a sort.
    sql`create table episode_watches (
      title_id int not null,
      season int not null,
      episode int not null,
      at timestamptz not null,
      precision text not null,
      month int not null,
      before timestamptz,
      primary key (title_id, season, episode, at, precision)
    )`,
    sql`create table watching_cursors (source text primary key, cursor text not null)`,
    // The time zone in which watches were last merged.
    sql`create table watching_zone (zone text not null)`,
  ],
  // The number of the show, where a series is logged as one work.
  "2_series": (sql) => [sql`alter table titles add column series int`],
  // A day is null where the time is unknown. Without a zone on record all watches are merged again, with their days.
  "3_journal": (sql) => [
    sql`alter table film_watches add column day date`,
    sql`alter table episode_watches add column day date`,
    sql`create index film_watches_by_day on film_watches (day)`,
    sql`create index episode_watches_by_day on episode_watches (day)`,
    sql`create index film_watches_by_time on film_watches (at)`,
    sql`create index episode_watches_by_time on episode_watches (at)`,
    ...touchDays(sql, "film_watches", "watching", "day"),
    ...touchDays(sql, "episode_watches", "watching", "day"),
    sql`update watching_zone set zone = ''`,
  ],
  // One table of watches, with all that is shown of them. A watch has the lowest number of its records. Without a zone on
  // record all watches are merged again, and all titles are asked for again for their new details.
  "4_lists": (sql) => [
    sql`alter table titles add column runtime_minutes int not null default 0,
      add column genres text[] not null default '{}', add column directors text[] not null default '{}',
      add column name_key text not null default ''`,
    sql`update titles set checked_at = null where described`,
    // The episodes of shows that the film database has.
    sql`create table episodes (
      title_id int not null references titles,
      season int not null,
      episode int not null,
      name text not null,
      air_date date,
      runtime_minutes int not null,
      primary key (title_id, season, episode)
    )`,
    sql`create sequence watch_record_ids as int`,
    sql`alter table watch_records add column id int not null default nextval('watch_record_ids'),
      add column episode_name text not null default ''`,
    sql`alter table watch_records alter column id drop default`,
    sql`create unique index watch_records_by_id on watch_records (id)`,
    sql`drop table film_watches`,
    sql`drop table episode_watches`,
    // Month and "before" serve counts of distinct episodes, as before.
    sql`create table watches (
      id int primary key,
      title_id int not null references titles,
      kind text not null,
      season int not null,
      episode int not null,
      at timestamptz not null,
      precision text not null,
      day date,
      month int not null,
      before timestamptz,
      source text not null,
      half_stars int not null,
      review text not null,
      episode_name text not null
    )`,
    sql`create index watches_by_item on watches (title_id, season, episode)`,
    sql`create index watches_by_time on watches (at desc, id desc) where day is not null`,
    sql`create index watches_by_day on watches (day)`,
    sql`create index watches_reviewed on watches (at desc, title_id desc, id) where review <> '' and kind = 'film'`,
    ...touchDays(sql, "watches", "watching", "day"),
    // Films that were watched or rated and shows that were watched, with the sums that lists sort by.
    sql`create table seen_titles (
      title_id int primary key references titles,
      kind text not null,
      watch_count int not null,
      episodes_watched int not null,
      first_watched_at timestamptz,
      last_watched_at timestamptz,
      half_stars int not null
    )`,
    sql`create index seen_titles_by_time on seen_titles (kind, last_watched_at desc nulls last, title_id desc)`,
    sql`update watching_zone set zone = ''`,
  ],
  // The running time of the episode, so that sums of minutes look up no episodes; 0 where it is unknown. The day of the
  // watch before it, by which distinct episodes of days are counted without a sort. A watch is replaced by another where
  // its day changes: updates touch no day.
  "5_sums": (sql) => [
    sql`alter table watches add column runtime_minutes int not null default 0, add column before_day date`,
    sql`drop trigger watches_touch_days_update on watches`,
    sql`update watches set before_day = earlier.before_day from (
        select id, lag(day) over (partition by title_id, season, episode order by at, id) as before_day from watches
      ) as earlier where earlier.id = watches.id and earlier.before_day is not null`,
    sql`update watches set runtime_minutes = episodes.runtime_minutes from episodes
      where (episodes.title_id, episodes.season, episodes.episode) = (watches.title_id, watches.season, watches.episode)`,
  ],
  // A changed title is found when the transaction has ended.
  "6_titles": (sql) => [...noted(sql, "movie"), ...noted(sql, "show")],
  // A title into which others were merged by hand has copies of their ratings, and of the episodes that it lacks. A copy names the
  // title that it is of; 0 stands for the row's own.
  "7_edits": (sql) => [
    sql`alter table episodes add column part_id int not null default 0`,
    sql`alter table title_ratings add column part_id int not null default 0`,
    sql`alter table title_ratings drop constraint title_ratings_pkey`,
    sql`alter table title_ratings add primary key (title_id, season, episode, source, part_id)`,
  ],
  // The months of a title's watches, as bits: so shows of all time are read from their sums alone.
  "8_months": (sql) => [
    sql`alter table seen_titles add column months int not null default 0`,
    sql`update seen_titles set months = told.months
      from (select title_id, bit_or(month) as months from watches group by title_id) as told
      where told.title_id = seen_titles.title_id and told.months <> 0`,
  ],
  "9_web_urls": (sql) => emptyOtherUrls(sql, "titles", "image_url"),
  "10_owned_ids": (sql) => [sql`alter sequence watch_record_ids owned by watch_records.id`],
})
