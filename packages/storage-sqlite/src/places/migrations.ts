import { migrateDomain } from "../domainTables.ts"
import { touchDays, utcDay } from "../journal/index.ts"
import { touchTitles } from "../search/index.ts"

/** The tables of places. */
export const migratePlaces = migrateDomain("places", {
  "1_check_ins": [
    `create table check_ins (
      id text primary key,
      venue_name text not null,
      category text not null,
      city text not null,
      country text not null,
      lat real,
      lng real,
      checked_in_at int not null,
      shout text not null,
      venue_ref text not null,
      -- The id of \`venueIdOf\`.
      venue_id text generated always as (
        case when venue_ref <> '' then venue_ref when venue_name = '' then ''
        else substr(venue_name || ', ' || city, 1, 200) end) stored,
      -- A check-in that a person has removed stays, so that no other telling of the visit takes its place.
      is_removed int not null default 0,
      is_duplicate int not null default 0,
      check ((lat is null) = (lng is null))
    ) strict`,
    `create index check_ins_newest_first on check_ins (checked_in_at desc, id desc)`,
    `create index check_ins_by_venue on check_ins (venue_id, checked_in_at desc, id desc)`,
    `create table check_in_cursors (source text primary key, cursor text not null) strict`,
    // The venues with the sums of their check-ins, kept in each transaction that changes one.
    `create table venues (
      id text primary key,
      name text not null,
      category text not null,
      city text not null,
      country text not null,
      lat real,
      lng real,
      visits int not null,
      first_visited_at int not null,
      last_visited_at int not null
    ) strict`,
    `create index venues_by_visits on venues (visits desc, last_visited_at desc, id)`,
    `create index venues_by_name on venues (name, last_visited_at desc, id)`,
    `create index venues_by_last_visit on venues (last_visited_at desc, id)`,
    `create index venues_by_first_visit on venues (first_visited_at desc, last_visited_at desc, id)`,
    ...touchDays("check_ins", "places", (row) => utcDay(`${row}.checked_in_at`)),
    ...touchTitles({
      table: "venues",
      domain: "places",
      type: "place",
      ids: (row) => `select ${row}.id as id`,
      of: ["name", "city", "country"],
    }),
  ],
  // Visits by city and venue are counted without reading and sorting all check-ins.
  "2_by_city": [
    `create index check_ins_by_city on check_ins (city, country, venue_id, checked_in_at) where not is_duplicate`,
  ],
})
