import { migrateDomain } from "../domainTables.ts"
import { touchDays } from "../journal/index.ts"
import { touchTitles } from "../search/index.ts"

/** The tables of running. */
export const migrateRunning = migrateDomain("running", {
  "1_runs": [
    `create table runs (
      source text not null,
      ref text not null,
      id text generated always as (source || ':' || ref) stored,
      started_at int not null,
      day text not null,
      year int generated always as (cast(substr(day, 1, 4) as int)) stored,
      day_is_local int not null,
      distance_mm int not null,
      climb_mm int not null,
      moving_seconds int not null,
      is_race int not null,
      name text not null,
      elapsed_seconds int not null,
      heart_rate real,
      cadence real,
      gear_ref text not null,
      city text not null,
      polyline text not null,
      outline text not null,
      is_duplicate int not null default 0,
      -- A run that was removed by hand stays, with its details, and does not count.
      is_removed int not null default 0,
      -- A recording that does not count lends its details to a run that has none.
      lends_source text,
      lends_ref text,
      primary key (source, ref)
    ) strict`,
    `create index runs_by_id on runs (id)`,
    `create index runs_by_year on runs (year)`,
    `create index runs_by_day on runs (day)`,
    `create index runs_by_start on runs (started_at)`,
    `create index runs_by_ref on runs (ref)`,
    `create index runs_by_gear on runs (source, gear_ref) where gear_ref <> ''`,
    `create unique index runs_by_lending on runs (lends_source, lends_ref) where lends_source is not null`,
    `create table run_cursors (source text primary key, cursor text not null) strict`,
    `create table run_gear (
      source text not null,
      ref text not null,
      name text not null,
      is_retired int not null,
      primary key (source, ref)
    ) strict, without rowid`,
    // The distance and the time are the run's when its details came: another one is due for new details.
    `create table run_details (
      source text not null,
      ref text not null,
      asked_at int not null,
      were_found int not null,
      distance_mm int not null,
      moving_seconds int not null,
      laps text not null,
      mile_splits text not null,
      kilometre_splits text not null,
      seconds text,
      distances text,
      positions text,
      elevations text,
      heart_rates text,
      cadences text,
      primary key (source, ref),
      foreign key (source, ref) references runs on delete cascade
    ) strict`,
    `create index run_details_by_asking on run_details (source, asked_at)`,
    `create table run_efforts (
      source text not null,
      ref text not null,
      effort text not null,
      seconds int not null,
      primary key (source, ref, effort),
      foreign key (source, ref) references runs on delete cascade
    ) strict, without rowid`,
    `create index run_efforts_best_first on run_efforts (effort, seconds)`,
    `create table other_sports (
      source text not null,
      ref text not null,
      started_at int not null,
      primary key (source, ref)
    ) strict, without rowid`,
    `create index other_sports_by_start on other_sports (started_at)`,
    ...touchDays("runs", "running", (row) => `${row}.day`),
    ...touchTitles({
      table: "runs",
      domain: "running",
      type: "run",
      ids: (row) => `select ${row}.source || ':' || ${row}.ref as id`,
      of: ["name", "gear_ref", "city", "is_duplicate"],
    }),
    // Runs may know their shoes before the name of these comes.
    ...touchTitles({
      table: "run_gear",
      domain: "running",
      type: "run",
      ids: (row) => `select id from runs where source = ${row}.source and gear_ref = ${row}.ref`,
      of: ["name"],
    }),
  ],
  // Activities of other sports stand beside the runs. Their noted starts stay until a source reports them again.
  "2_sports": [
    `alter table runs add column sport text not null default ''`,
    `alter table runs add column is_other int not null default 0`,
    `create index runs_of_other_sports on runs (day) where is_other`,
  ],
})
