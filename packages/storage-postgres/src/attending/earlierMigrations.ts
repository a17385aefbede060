import type * as SqlClient from "effect/sql/SqlClient"
import { touchDays } from "../journal/index.ts"
import { noteTitles } from "../search/index.ts"
import type { migrate } from "../sql/migrator.ts"

const eventTables = (sql: SqlClient.SqlClient) => [
  sql`create table attending_venues (
      id int generated always as identity primary key,
      name text not null,
      aliases text[] not null,
      city text not null,
      time_zone text not null,
      provider_ids jsonb not null
    )`,
  sql`create table attending_teams (
      id int generated always as identity primary key,
      type text not null,
      name text not null,
      aliases text[] not null,
      provider_ids jsonb not null,
      home_venue_id int references attending_venues on delete set null
    )`,
  sql`create table attending_events (
      id int generated always as identity primary key,
      title text not null,
      category text not null,
      type text not null,
      day date not null,
      starts_at timestamptz,
      venue_id int references attending_venues on delete set null,
      attended boolean not null,
      notes text not null,
      provider text,
      game_id text,
      home_team_id int references attending_teams,
      away_team_id int references attending_teams,
      home_score int,
      away_score int,
      game_number int,
      looked_up_at timestamptz
    )`,
  // Each game of a provider is one event.
  sql`create unique index attending_events_game on attending_events (type, provider, game_id)`,
  sql`create index attending_events_day on attending_events (day)`,
  sql`create index attending_events_venue on attending_events (venue_id)`,
]

const tablesOfEvents = (sql: SqlClient.SqlClient) => [
  sql`create table attending_performers (
      id int generated always as identity primary key,
      name text not null,
      folded text not null unique
    )`,
  sql`create table attending_event_performers (
      event_id int not null references attending_events on delete cascade,
      position int not null,
      performer_id int not null references attending_performers,
      primary key (event_id, position)
    )`,
  sql`create table attending_tickets (
      event_id int not null references attending_events on delete cascade,
      reservation text not null,
      number text not null,
      section text not null,
      row_name text not null,
      seat text not null,
      position int generated always as identity,
      primary key (event_id, reservation, number, section, row_name, seat)
    )`,
  sql`create table attending_players (
      id int generated always as identity primary key,
      name text not null,
      first_name text not null,
      last_name text not null
    )`,
  // Each id belongs to one player, and a player has one id at each provider.
  sql`create table attending_player_ids (
      provider text not null,
      external_id text not null,
      player_id int not null references attending_players on delete cascade,
      primary key (provider, external_id),
      unique (player_id, provider)
    )`,
  sql`create table attending_appearances (
      event_id int not null references attending_events on delete cascade,
      player_id int not null references attending_players,
      team_id int not null references attending_teams,
      jersey text not null,
      primary key (event_id, player_id)
    )`,
  // Raw data is kept as text, since jsonb cannot hold every JSON.
  sql`create table attending_sources (
      id int generated always as identity primary key,
      source_type text not null,
      source_ref text not null,
      raw_data text not null,
      event_id int references attending_events on delete set null,
      created_at timestamptz not null,
      unique (source_type, source_ref)
    )`,
  sql`create index attending_sources_pending on attending_sources (id) where event_id is null`,
  sql`create table attending_cursors (source text primary key, cursor text not null)`,
]

/** The steps from before events could be edited. */
export const earlierSteps = {
  "1_attending": (sql) => [...eventTables(sql), ...tablesOfEvents(sql)],
  "2_journal": (sql) => touchDays(sql, "attending_events", "attending", "day"),
  // Folded names are null until the store has made them: SQL cannot.
  "3_lists": (sql) => [
    sql`alter table attending_events add column title_key text collate "C"`,
    sql`alter table attending_venues
      add column name_key text collate "C",
      add column lat float8,
      add column lng float8,
      add column located_at timestamptz,
      add check ((lat is null) = (lng is null))`,
    sql`alter table attending_teams add column name_key text collate "C"`,
    sql`alter table attending_players add column name_key text collate "C"`,
    sql`create index attending_events_by_time on attending_events (day, starts_at nulls first, id)`,
    sql`drop index attending_events_day`,
    sql`create index attending_event_performers_by_performer on attending_event_performers (performer_id, event_id)`,
    sql`create index attending_appearances_by_player on attending_appearances (player_id, event_id)`,
  ],
  // A changed title is found when the transaction has ended.
  "4_titles": (sql) => [
    ...noteTitles(sql, {
      table: "attending_events",
      domain: "attending",
      type: "event",
      id: "id",
      title: "(title, venue_id)",
    }),
    ...noteTitles(sql, {
      table: "attending_event_performers",
      domain: "attending",
      type: "event",
      id: "event_id",
      title: "(position, performer_id)",
    }),
    ...noteTitles(sql, {
      table: "attending_venues",
      domain: "attending",
      type: "event",
      title: "(id, name)",
    }),
    ...noteTitles(sql, {
      table: "attending_performers",
      domain: "attending",
      type: "event",
      title: "(id, name)",
    }),
    ...noteTitles(sql, {
      table: "attending_venues",
      domain: "attending",
      type: "venue",
      id: "id",
      title: "(name, city)",
    }),
    ...noteTitles(sql, {
      table: "attending_performers",
      domain: "attending",
      type: "performer",
      id: "id",
      title: "name",
    }),
    ...noteTitles(sql, {
      table: "attending_players",
      domain: "attending",
      type: "player",
      id: "id",
      title: "name",
    }),
  ],
  // A player of a team that is seen often appears in a thousand games: how often is kept, whichever statement changes it.
  "5_seen_players": (sql) => [
    sql`alter table attending_players
      add column times int not null default 0, add column first_day date, add column last_day date`,
    sql`create function count_players(ids int[]) returns void language sql as $$
      update attending_players as player set (times, first_day, last_day) = (
        select count(*), min(day), max(day) from attending_appearances join attending_events on id = event_id
        where player_id = player.id and attended
      ) where id = any(ids)
    $$`,
    sql`select count_players(array(select id from attending_players))`,
    // New games are many, and are added; others are counted anew.
    sql`create function add_appearances() returns trigger language plpgsql as $$
      begin
        update attending_players as player set times = times + added.count,
          first_day = least(first_day, added.first), last_day = greatest(last_day, added.last)
        from (select player_id, count(*) as count, min(day) as first, max(day) as last
          from new_rows join attending_events on id = event_id where attended group by player_id) as added
        where player.id = added.player_id;
        return null;
      end $$`,
    sql`create function remove_appearances() returns trigger language plpgsql as $$
      begin
        perform count_players(array(select distinct player_id from old_rows));
        return null;
      end $$`,
    sql`create function move_appearances() returns trigger language plpgsql as $$
      begin
        perform count_players(array(select distinct player_id from attending_appearances where event_id in (
          select id from old_rows join new_rows using (id)
          where (old_rows.day, old_rows.attended) is distinct from (new_rows.day, new_rows.attended))));
        return null;
      end $$`,
    sql`create trigger attending_appearances_added after insert on attending_appearances
      referencing new table as new_rows for each statement execute function add_appearances()`,
    sql`create trigger attending_appearances_removed after delete on attending_appearances
      referencing old table as old_rows for each statement execute function remove_appearances()`,
    sql`create trigger attending_events_moved after update on attending_events
      referencing old table as old_rows new table as new_rows for each statement execute function move_appearances()`,
  ],
} satisfies Parameters<typeof migrate>[1]
