import { touchDays } from "../journal/index.ts"
import { migrateDomain } from "../domainTables.ts"
import { noteTitles } from "../search/index.ts"

/** The tables of running. */
export const migrateRunning = migrateDomain("running", {
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
  "3_details": (sql) => [
    sql`alter table runs
      add column name text not null default '',
      add column elapsed_seconds int not null default 0,
      add column heart_rate float8,
      add column cadence float8,
      add column gear_ref text not null default '',
      add column city text not null default '',
      add column polyline text not null default '',
      add column outline text not null default '',
      add column is_duplicate boolean not null default false`,
    sql`update runs set is_duplicate = true where source = 'file' and exists (
      select 1 from runs as other where other.source <> 'file'
      and other.started_at between runs.started_at - interval '120 s' and runs.started_at + interval '120 s')`,
    sql`create index runs_by_gear on runs (source, gear_ref) where gear_ref <> ''`,
    sql`create table run_gear (
      source text not null,
      ref text not null,
      name text not null,
      is_retired boolean not null,
      primary key (source, ref)
    )`,
    // The distance and the time are the run's when its details came: another one is due for new details.
    sql`create table run_details (
      source text not null,
      ref text not null,
      asked_at timestamptz not null,
      were_found boolean not null,
      distance_mm int not null,
      moving_seconds int not null,
      laps jsonb not null,
      mile_splits jsonb not null,
      kilometre_splits jsonb not null,
      seconds text,
      distances text,
      positions text,
      elevations text,
      heart_rates text,
      cadences text,
      primary key (source, ref),
      foreign key (source, ref) references runs on delete cascade
    )`,
    sql`create index run_details_by_asking on run_details (source, asked_at)`,
    sql`create table run_efforts (
      source text not null,
      ref text not null,
      effort text not null,
      seconds int not null,
      primary key (source, ref, effort),
      foreign key (source, ref) references runs on delete cascade
    )`,
    sql`create index run_efforts_best_first on run_efforts (effort, seconds)`,
  ],
  // A run that was removed by hand stays, with its details, and does not count.
  "4_edits": (sql) => [sql`alter table runs add column is_removed boolean not null default false`],
  // A changed title is found when the transaction has ended. Runs may know their shoes before the name of these comes.
  "5_titles": (sql) => [
    ...noteTitles(sql, {
      table: "runs",
      domain: "running",
      type: "run",
      id: "source || ':' || ref",
      title: "(name, gear_ref, city, is_duplicate)",
    }),
    ...noteTitles(sql, { table: "run_gear", domain: "running", type: "run", id: "''", title: "name" }),
  ],
  // A recording that does not count lends its details to a run that has none.
  "6_tellings": (sql) => [
    sql`alter table runs add column lends_source text, add column lends_ref text`,
    sql`create unique index runs_by_lending on runs (lends_source, lends_ref) where lends_source is not null`,
    sql`create index runs_by_ref on runs (ref)`,
    sql`create table other_sports (
      source text not null,
      ref text not null,
      started_at timestamptz not null,
      primary key (source, ref)
    )`,
    sql`create index other_sports_by_start on other_sports (started_at)`,
  ],
  // An activity that a service has beside another one under an id of its own gave way to it. Where no better source reports
  // the same run, it counts again; its days are counted anew when the store is opened.
  "7_ids_of_services": (sql) => {
    const near = sql`other.started_at between runs.started_at - interval '2 minutes' and runs.started_at + interval '2 minutes'`
    const isBetter = sql`other.source not in (runs.source, 'apple-health', 'fit', 'tcx', 'file', 'manual')
      and not (runs.source = 'strava-export' and other.source in ('garmin-export', 'strava'))`
    return [
      sql`alter table runs disable trigger runs_touch_days_update`,
      sql`update runs set is_duplicate = false, lends_source = null, lends_ref = null
        where is_duplicate and not is_removed and source in ('strava-export', 'garmin-export')
        and not exists (select 1 from runs as other where ${near} and ${isBetter})
        and not exists (select 1 from other_sports as other where ${near} and ${isBetter})
        and not (source = 'strava-export' and exists (
          select 1 from runs as other where other.source = 'strava' and other.ref = runs.ref))`,
      sql`alter table runs enable trigger runs_touch_days_update`,
      sql`delete from entry_zones where domain = 'running'`,
    ]
  },
  "8_id": (sql) => [
    sql`alter table runs add column id text collate "C" generated always as (source || ':' || ref) stored`,
    sql`create index runs_by_id on runs (id)`,
  ],
  // Activities of other sports stand beside the runs. Their noted starts stay until a source reports them again.
  "9_sports": (sql) => [
    sql`alter table runs add column sport text not null default '', add column is_other boolean not null default false`,
    sql`create index runs_of_other_sports on runs (day) where is_other`,
  ],
})
