import { touchDays, utcDay } from "../journal/index.ts"
import { migrateDomain } from "../domainTables.ts"
import { noteTitles } from "../search/index.ts"

/** The item of a check-in while places were found by their names. */
const place = "venue_name || ', ' || city || ', ' || country"

/** The tables of places. */
export const migratePlaces = migrateDomain("places", {
  "1_check_ins": (sql) => [
    // Collation "C" lists ids in the same order on every database.
    sql`create table check_ins (
      id text collate "C" primary key,
      venue_name text not null,
      category text not null,
      city text not null,
      country text not null,
      lat float8,
      lng float8,
      checked_in_at timestamptz not null,
      shout text not null,
      check ((lat is null) = (lng is null))
    )`,
    sql`create index check_ins_newest_first on check_ins (checked_in_at desc, id desc)`,
    sql`create table check_in_cursors (source text primary key, cursor text not null)`,
  ],
  "2_journal": (sql) => touchDays(sql, "check_ins", "places", utcDay("checked_in_at")),
  "3_venues": (sql) => [
    sql`alter table check_ins add column venue_ref text not null default ''`,
    // The id of `venueIdOf`.
    sql`alter table check_ins add column venue_id text collate "C" generated always as (
      case when venue_ref <> '' then venue_ref when venue_name = '' then ''
      else left(venue_name || ', ' || city, 200) end) stored`,
    sql`create index check_ins_by_venue on check_ins (venue_id, checked_in_at desc, id desc)`,
    // The venues with their check-ins summed up, kept in each transaction that changes one.
    sql`create table venues (
      id text collate "C" primary key,
      name text not null,
      category text not null,
      city text not null,
      country text not null,
      lat float8,
      lng float8,
      visits int not null,
      first_visited_at timestamptz not null,
      last_visited_at timestamptz not null
    )`,
    sql`insert into venues
      select id, latest.name, category, city, country, lat, lng, visits, first_visited_at, last_visited_at from (
        select venue_id as id, count(*)::int as visits, min(checked_in_at) as first_visited_at,
          max(checked_in_at) as last_visited_at
        from check_ins where venue_id <> '' group by venue_id
      ) as sums cross join lateral (
        select venue_name as name, category, city, country, lat, lng from check_ins
        where venue_id = sums.id order by checked_in_at desc, check_ins.id desc limit 1
      ) as latest`,
    sql`create index venues_by_visits on venues (visits desc, last_visited_at desc, id)`,
    sql`create index venues_by_name on venues (name collate "C", last_visited_at desc, id)`,
    sql`create index venues_by_last_visit on venues (last_visited_at desc, id)`,
    sql`create index venues_by_first_visit on venues (first_visited_at desc, last_visited_at desc, id)`,
  ],
  // A changed title is found when the transaction has ended.
  "4_titles": (sql) =>
    noteTitles(sql, { table: "check_ins", domain: "places", type: "place", id: place, title: place }),
  "5_titles_of_venues": (sql) => [
    ...["insert", "update", "delete"].map(
      (event) => sql`drop trigger ${sql(`check_ins_note_place_${event}`)} on check_ins`,
    ),
    sql`delete from title_changes where domain = 'places'`,
    ...noteTitles(sql, {
      table: "venues",
      domain: "places",
      type: "place",
      id: "id",
      title: "(name, city, country)",
    }),
  ],
  "6_visits_told_by_several": (sql) => [
    // A check-in that a person has removed stays, so that no other telling of the visit takes its place.
    sql`alter table check_ins add column is_removed boolean not null default false`,
    sql`alter table check_ins add column is_duplicate boolean not null default false`,
    // Which ones count is found out by the program: at the next opening for those that are there.
    sql`insert into check_in_cursors (source, cursor) select 'visits to hold against each other', '' where exists (select 1 from check_ins)`,
  ],
})
