import { touchDays, utcDay } from "../journal/index.ts"
import { migrate } from "../sql/migrator.ts"

/** The tables of places. */
export const migratePlaces = migrate("places", {
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
})
