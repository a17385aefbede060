import { touchDays } from "../journal/index.ts"
import { migrate } from "../sql/migrator.ts"

/**
 * The tables of watching. Records of sources are kept as they came; the domain assembles the watches that are shown
 * from them, in the transaction that stores them. A film has neither season nor episode: both are 0.
 * Ratings are counted in half stars, 0 to 10.
 */
export const migrateWatching = migrate("watching", {
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
})
