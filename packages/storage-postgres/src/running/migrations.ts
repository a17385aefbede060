import { touchDays } from "../journal/index.ts"
import { migrate } from "../sql/migrator.ts"

/** The tables of running. */
export const migrateRunning = migrate("running", {
  "1_runs": (sql) => [
    sql`create table runs (
      source text not null,
      ref text not null,
      started_at timestamptz not null,
      day date not null,
      year int generated always as (extract(year from day)::int) stored,
      day_is_local boolean not null,
      distance_mm int not null,
      climb_mm int not null,
      moving_seconds int not null,
      is_race boolean not null,
      primary key (source, ref)
    )`,
    sql`create index runs_by_year on runs (year)`,
    sql`create index runs_by_start on runs (started_at)`,
    sql`create table run_cursors (source text primary key, cursor text not null)`,
    // The time zone in which the days of runs without a local day were computed.
    sql`create table running_zone (zone text not null)`,
  ],
  "2_journal": (sql) => [
    sql`create index runs_by_day on runs (day)`,
    ...touchDays(sql, "runs", "running", "day"),
  ],
})
