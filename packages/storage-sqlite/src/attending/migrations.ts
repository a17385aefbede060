import { migrateDomain } from "../domainTables.ts"
import { touchDays } from "../journal/index.ts"
import { touchTitles } from "../search/index.ts"

// A player of a team that is seen often appears in a thousand games: how often is kept, whichever statement changes it.
const seenTimes = `(times, first_day, last_day) = (
  select count(*), min(day), max(day) from attending_appearances join shown_events on id = event_id
  where player_id = attending_players.id and attended)`

const eventsOf = {
  venue: (row: string) =>
    `select id from attending_events where shown_venue_id = ${row}.id or venue_id = ${row}.id`,
  performer: (
    row: string,
  ) => `select event_id as id from attending_event_performers where performer_id = ${row}.id
    or shown_id = ${row}.id`,
}

/** The tables of attending. Rows that edits by hand touch hold what is shown. */
export const migrateAttending = migrateDomain("attending", {
  "1_attending": [
    `create table attending_venues (
      id integer primary key autoincrement,
      name text not null,
      aliases text not null,
      city text not null,
      time_zone text not null,
      provider_ids text not null,
      name_key text not null,
      lat real,
      lng real,
      located_at int,
      is_by_hand int not null default 0,
      is_removed int not null default 0,
      leads_to int references attending_venues on delete set null,
      check ((lat is null) = (lng is null))
    ) strict`,
    `create view shown_venues as select * from attending_venues where not is_removed and leads_to is null`,
    `create table attending_teams (
      id integer primary key autoincrement,
      type text not null,
      name text not null,
      aliases text not null,
      provider_ids text not null,
      name_key text not null,
      home_venue_id int references attending_venues on delete set null
    ) strict`,
    // Events keep the venue that they name, and are shown at the one that this leads to: none where that was removed. A
    // removed event keeps its tickets and players: no source tells them again.
    `create table attending_events (
      id integer primary key autoincrement,
      title text not null,
      title_key text not null,
      category text not null,
      type text not null,
      day text not null,
      starts_at int,
      venue_id int references attending_venues on delete set null,
      shown_venue_id int references attending_venues on delete set null,
      attended int not null,
      notes text not null,
      provider text,
      game_id text,
      home_team_id int references attending_teams,
      away_team_id int references attending_teams,
      home_score int,
      away_score int,
      game_number int,
      looked_up_at int,
      is_removed int not null default 0
    ) strict`,
    // Each game of a provider is one event.
    `create unique index attending_events_game on attending_events (type, provider, game_id) where not is_removed`,
    `create index attending_events_venue on attending_events (venue_id)`,
    `create index attending_events_shown_venue on attending_events (shown_venue_id)`,
    `create index attending_events_by_time on attending_events (day, starts_at, id)`,
    `create view shown_events as
      select id, title, category, type, day, starts_at, shown_venue_id as venue_id, attended, notes, provider, game_id,
        home_team_id, away_team_id, home_score, away_score, game_number, looked_up_at, title_key
      from attending_events where not is_removed`,
    // Performers keep the name that sources know.
    `create table attending_performers (
      id integer primary key autoincrement,
      name text not null,
      folded text not null unique,
      is_by_hand int not null default 0,
      hand_name text,
      hand_folded text,
      is_removed int not null default 0,
      leads_to int references attending_performers on delete set null
    ) strict`,
    `create view shown_performers as
      select id, coalesce(hand_name, name) as name, coalesce(hand_folded, folded) as folded
      from attending_performers where not is_removed and leads_to is null`,
    // A row shows the performer that its own leads to, each once.
    `create table attending_event_performers (
      event_id int not null references attending_events on delete cascade,
      position int not null,
      performer_id int not null references attending_performers,
      shown_id int references attending_performers on delete set null,
      primary key (event_id, position)
    ) strict, without rowid`,
    `create index attending_event_performers_by_performer on attending_event_performers (performer_id, event_id)`,
    `create index attending_event_performers_by_shown on attending_event_performers (shown_id, event_id)`,
    `create view shown_performances as
      select event_id, position, shown_id as performer_id from attending_event_performers where shown_id is not null`,
    `create table attending_tickets (
      position integer primary key autoincrement,
      event_id int not null references attending_events on delete cascade,
      reservation text not null,
      number text not null,
      section text not null,
      row_name text not null,
      seat text not null,
      unique (event_id, reservation, number, section, row_name, seat)
    ) strict`,
    `create table attending_players (
      id integer primary key autoincrement,
      name text not null,
      first_name text not null,
      last_name text not null,
      name_key text not null,
      times int not null default 0,
      first_day text,
      last_day text
    ) strict`,
    // Each id belongs to one player, and a player has one id at each provider.
    `create table attending_player_ids (
      provider text not null,
      external_id text not null,
      player_id int not null references attending_players on delete cascade,
      primary key (provider, external_id),
      unique (player_id, provider)
    ) strict`,
    `create table attending_appearances (
      event_id int not null references attending_events on delete cascade,
      player_id int not null references attending_players,
      team_id int not null references attending_teams,
      jersey text not null,
      primary key (event_id, player_id)
    ) strict, without rowid`,
    `create index attending_appearances_by_player on attending_appearances (player_id, event_id)`,
    `create trigger attending_appearances_added after insert on attending_appearances begin
      update attending_players set ${seenTimes} where id = new.player_id;
    end`,
    `create trigger attending_appearances_removed after delete on attending_appearances begin
      update attending_players set ${seenTimes} where id = old.player_id;
    end`,
    `create trigger attending_events_moved after update of day, attended, is_removed on attending_events
      when (old.day, old.attended, old.is_removed) is not (new.day, new.attended, new.is_removed) begin
      update attending_players set ${seenTimes}
        where id in (select player_id from attending_appearances where event_id = new.id);
    end`,
    `create table attending_setlists (
      ref text primary key,
      event_id int not null references attending_events on delete cascade,
      performer text not null,
      tour text not null,
      url text not null,
      songs text not null
    ) strict`,
    `create index attending_setlists_by_event on attending_setlists (event_id)`,
    `create table attending_sources (
      id integer primary key autoincrement,
      source_type text not null,
      source_ref text not null,
      raw_data text not null,
      event_id int references attending_events on delete set null,
      created_at int not null,
      unique (source_type, source_ref)
    ) strict`,
    `create index attending_sources_pending on attending_sources (id) where event_id is null`,
    `create index attending_sources_by_event on attending_sources (event_id) where event_id is not null`,
    `create table attending_cursors (source text primary key, cursor text not null) strict`,
    ...touchDays("attending_events", "attending", (row) => `${row}.day`),
    ...touchTitles({
      table: "attending_events",
      domain: "attending",
      type: "event",
      ids: (row) => `select ${row}.id as id`,
      of: ["title", "venue_id", "shown_venue_id", "is_removed"],
    }),
    ...touchTitles({
      table: "attending_event_performers",
      domain: "attending",
      type: "event",
      ids: (row) => `select ${row}.event_id as id`,
      of: ["position", "performer_id", "shown_id"],
    }),
    ...touchTitles({
      table: "attending_venues",
      domain: "attending",
      type: "event",
      ids: eventsOf.venue,
      of: ["name", "is_removed", "leads_to"],
    }),
    ...touchTitles({
      table: "attending_venues",
      domain: "attending",
      type: "venue",
      ids: (row) => `select ${row}.id as id`,
      of: ["name", "city", "is_removed", "leads_to"],
    }),
    ...touchTitles({
      table: "attending_performers",
      domain: "attending",
      type: "event",
      ids: eventsOf.performer,
      of: ["name", "hand_name", "is_removed", "leads_to"],
    }),
    ...touchTitles({
      table: "attending_performers",
      domain: "attending",
      type: "performer",
      ids: (row) => `select ${row}.id as id`,
      of: ["name", "hand_name", "is_removed", "leads_to"],
    }),
    ...touchTitles({
      table: "attending_players",
      domain: "attending",
      type: "player",
      ids: (row) => `select ${row}.id as id`,
      of: ["name"],
    }),
  ],
  // A source row that the owner wants to see no more.
  "2_dismissed": [`alter table attending_sources add column dismissed_at int`],
  // JSON; "" where the box score has no numbers.
  "3_numbers": [`alter table attending_appearances add column numbers text not null default ''`],
  // The image that the owner chose; null for none.
  "4_images": [
    `alter table attending_events add column image_url text`,
    `drop view shown_events`,
    `create view shown_events as
      select id, title, category, type, day, starts_at, shown_venue_id as venue_id, attended, notes, provider, game_id,
        home_team_id, away_team_id, home_score, away_score, game_number, looked_up_at, title_key,
        coalesce(image_url, '') as image_url
      from attending_events where not is_removed`,
  ],
  // The newest events of a feed, by the time when they count.
  "5_by_time": [
    `create index attending_events_attended on attending_events (coalesce(starts_at, unixepoch(day) * 1000 + 43200000))
      where attended and not is_removed`,
  ],
})
