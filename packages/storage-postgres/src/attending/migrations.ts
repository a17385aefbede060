import { touchDays } from "../journal/index.ts"
import { migrateDomain } from "../domainTables.ts"
import { noteTitles } from "../search/index.ts"
import { shownId } from "@daybook/storage-sql/attending"
import { emptyOtherUrls } from "../sql/webUrls.ts"

/** The tables of attending. */
export const migrateAttending = migrateDomain("attending", {
  "1_attending": (sql) => [
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
  ],
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
  // A removed event keeps its tickets and players: no source tells them again.
  "6_edits": (sql) => [
    sql`alter table attending_events
      alter column id set generated by default,
      add column is_removed boolean not null default false`,
    sql`alter table attending_venues add column is_by_hand boolean not null default false`,
    sql`alter table attending_performers add column is_by_hand boolean not null default false`,
    sql`drop index attending_events_game`,
    sql`create unique index attending_events_game on attending_events (type, provider, game_id) where not is_removed`,
    sql`create view shown_events as select * from attending_events where not is_removed`,
    sql`create or replace function count_players(ids int[]) returns void language sql as $$
      update attending_players as player set (times, first_day, last_day) = (
        select count(*), min(day), max(day) from attending_appearances join shown_events on id = event_id
        where player_id = player.id and attended
      ) where id = any(ids)
    $$`,
    sql`create or replace function add_appearances() returns trigger language plpgsql as $$
      begin
        update attending_players as player set times = times + added.count,
          first_day = least(first_day, added.first), last_day = greatest(last_day, added.last)
        from (select player_id, count(*) as count, min(day) as first, max(day) as last
          from new_rows join shown_events on id = event_id where attended group by player_id) as added
        where player.id = added.player_id;
        return null;
      end $$`,
    sql`create or replace function move_appearances() returns trigger language plpgsql as $$
      begin
        perform count_players(array(select distinct player_id from attending_appearances where event_id in (
          select id from old_rows join new_rows using (id)
          where (old_rows.day, old_rows.attended, old_rows.is_removed)
            is distinct from (new_rows.day, new_rows.attended, new_rows.is_removed))));
        return null;
      end $$`,
    ...["insert", "update", "delete"].map(
      (event) => sql`drop trigger ${sql(`attending_events_note_event_${event}`)} on attending_events`,
    ),
    ...noteTitles(sql, {
      table: "attending_events",
      domain: "attending",
      type: "event",
      id: "id",
      title: "(title, venue_id, is_removed)",
    }),
  ],
  // Events keep the venue that they name. They are shown at the one that this leads to: none where that was removed.
  "7_venue_edits": (sql) => [
    sql`alter table attending_venues
      add column is_removed boolean not null default false,
      add column leads_to int references attending_venues on delete set null`,
    sql`create view shown_venues as select * from attending_venues where not is_removed and leads_to is null`,
    sql`drop view shown_events`,
    sql`create view shown_events as
      select event.id, title, category, type, day, starts_at,
        case when not venue.is_removed then coalesce(venue.leads_to, venue.id) end as venue_id, attended, notes, provider,
        game_id, home_team_id, away_team_id, home_score, away_score, game_number, looked_up_at, title_key
      from attending_events as event left join attending_venues as venue on venue.id = event.venue_id
      where not event.is_removed`,
    ...["event", "venue"].flatMap((type) =>
      ["update", "delete"].map(
        (event) => sql`drop trigger ${sql(`attending_venues_note_${type}_${event}`)} on attending_venues`,
      ),
    ),
    sql`drop trigger attending_venues_note_venue_insert on attending_venues`,
    ...noteTitles(sql, {
      table: "attending_venues",
      domain: "attending",
      type: "event",
      title: "(id, name, is_removed, leads_to)",
    }),
    ...noteTitles(sql, {
      table: "attending_venues",
      domain: "attending",
      type: "venue",
      id: "id",
      title: "(name, city, is_removed, leads_to)",
    }),
  ],
  // The venue that an event is shown at stands in its row, so that an index serves it.
  "8_shown_venues": (sql) => [
    sql`alter table attending_events
      add column shown_venue_id int references attending_venues on delete set null`,
    sql`update attending_events as event set shown_venue_id = venue.shown_id
      from (select id, ${sql.literal(shownId)} as shown_id from attending_venues) as venue
      where venue.id = event.venue_id`,
    sql`create index attending_events_shown_venue on attending_events (shown_venue_id)`,
    sql`create or replace view shown_events as
      select id, title, category, type, day, starts_at, shown_venue_id as venue_id, attended, notes, provider, game_id,
        home_team_id, away_team_id, home_score, away_score, game_number, looked_up_at, title_key
      from attending_events where not is_removed`,
  ],
  // Performers keep the name that sources know. A row of an event shows the performer that its own leads to, each once.
  "9_performer_edits": (sql) => [
    sql`alter table attending_performers
      add column hand_name text,
      add column hand_folded text,
      add column is_removed boolean not null default false,
      add column leads_to int references attending_performers on delete set null`,
    sql`create view shown_performers as
      select id, coalesce(hand_name, name) as name, coalesce(hand_folded, folded) as folded
      from attending_performers where not is_removed and leads_to is null`,
    sql`alter table attending_event_performers
      add column shown_id int references attending_performers on delete set null`,
    sql`update attending_event_performers set shown_id = performer_id`,
    sql`create index attending_event_performers_by_shown on attending_event_performers (shown_id, event_id)`,
    sql`create view shown_performances as
      select event_id, position, shown_id as performer_id from attending_event_performers where shown_id is not null`,
    ...["update", "delete"].flatMap((event) =>
      ["event", "performer"].map(
        (type) =>
          sql`drop trigger ${sql(`attending_performers_note_${type}_${event}`)} on attending_performers`,
      ),
    ),
    sql`drop trigger attending_performers_note_performer_insert on attending_performers`,
    ...noteTitles(sql, {
      table: "attending_performers",
      domain: "attending",
      type: "event",
      title: "(id, name, hand_name, is_removed, leads_to)",
    }),
    ...noteTitles(sql, {
      table: "attending_performers",
      domain: "attending",
      type: "performer",
      id: "id",
      title: "(name, hand_name, is_removed, leads_to)",
    }),
  ],
  "10_setlists": (sql) => [
    // Collation "C" lists ids in the same order on every database.
    sql`create table attending_setlists (
      ref text collate "C" primary key,
      event_id int not null references attending_events on delete cascade,
      performer text not null,
      tour text not null,
      url text not null,
      songs jsonb not null
    )`,
    sql`create index attending_setlists_by_event on attending_setlists (event_id)`,
  ],
  "11_web_urls": (sql) => emptyOtherUrls(sql, "attending_setlists", "url"),
  // A source row that the owner wants to see no more.
  "12_dismissed": (sql) => [sql`alter table attending_sources add column dismissed_at timestamptz`],
  // JSON; "" where the box score has no numbers.
  "13_numbers": (sql) => [sql`alter table attending_appearances add column numbers text not null default ''`],
  // The image that the owner chose; null for none.
  "14_images": (sql) => [
    sql`alter table attending_events add column image_url text`,
    sql`create or replace view shown_events as
      select id, title, category, type, day, starts_at, shown_venue_id as venue_id, attended, notes, provider, game_id,
        home_team_id, away_team_id, home_score, away_score, game_number, looked_up_at, title_key,
        coalesce(image_url, '') as image_url
      from attending_events where not is_removed`,
  ],
})
