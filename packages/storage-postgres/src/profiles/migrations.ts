import { migrate } from "../sql/migrator.ts"
import { applyInbox } from "./applyInbox.ts"
import { batchFunctions } from "./batchFunctions.ts"
import { earlierSteps } from "./earlierMigrations.ts"
import { valueIndexFunctions } from "./valueIndexFunctions.ts"

/**
 * The tables of profiles and of the requests that changed them. `profile_inbox` held requests that waited to be applied: since step 9
 * a request is applied in the transaction that accepts it, and nothing waits.
 *
 * Numbers of requests are drawn in order and may commit out of order. So a transaction that accepts holds a lock named by the last
 * number drawn before its own, and no list goes past the least such lock. Those at or below it are all committed or will never be.
 */
export const migrateProfiles = migrate("profiles", {
  ...earlierSteps,
  "9_applied_on_acceptance": (sql) => [
    // Acceptances in progress end first; a server of an earlier version then fails to accept more.
    sql`lock table profile_inbox in access exclusive mode`,
    sql`drop function accept_changes(int, int, timestamptz, text[], int[], text[], text[], text[], text[], text[],
      text[], text[], boolean[])`,
    sql`do $$ begin
      if exists (select from pg_extension where extname = 'citus') then
        perform undistribute_table(logicalrelid) from pg_dist_partition
          where logicalrelid in ('profile_inbox'::regclass, 'profile_outcomes'::regclass, 'profiles'::regclass);
      end if;
    end $$`,
    sql`drop routine if exists apply_set_once`,
    // Without its key a table has none while a column of it goes.
    sql`alter table profiles drop constraint profiles_pkey, drop column lane,
      add primary key (workspace, version, distinct_id)`,
    sql`alter table profile_outcomes drop constraint profile_outcomes_pkey, drop column lane,
      add primary key (request_id, change)`,
    // Batches that run at once count in rows of their own; a counter is the sum of them.
    sql`alter table profile_usage add column slot smallint not null default 0, drop constraint profile_usage_pkey,
      add primary key (workspace, version, day, operation, slot)`,
    sql`alter table profile_totals add column slot smallint not null default 0, drop constraint profile_totals_pkey,
      add primary key (workspace, version, kind, slot)`,
    applyInbox(sql),
    sql`drop table profile_inbox`,
    sql`drop function lane_of(text)`,
    sql`drop aggregate jsonb_merge (jsonb)`,
    ...batchFunctions().map((statement) => sql`${sql.literal(statement)}`),
  ],
  "10_cohorts": (sql) => [
    sql`create table profile_cohorts (
      id text collate "C" primary key,
      workspace text collate "C" not null,
      version text collate "C" not null,
      name text not null,
      filter jsonb not null,
      created_at timestamptz not null
    )`,
    sql`create index profile_cohorts_listed on profile_cohorts (workspace, version, created_at, id)`,
  ],
  "11_property_counts": (sql) => [
    // Batches of a server of an earlier version end first; it then fails to accept more.
    sql`lock table profiles in share row exclusive mode`,
    sql`create table property_counts (
      workspace text collate "C" not null,
      version text collate "C" not null,
      name text collate "C" not null,
      slot smallint not null default 0,
      profiles bigint not null,
      first_set_at timestamptz,
      last_set_at timestamptz,
      primary key (workspace, version, name, slot)
    ) with (fillfactor = 50)`,
    // The times of values that were set before are bounded by those of their profiles.
    sql`insert into property_counts
      select p.workspace, p.version, name, 0, count(*), min(p.created_at), max(p.updated_at)
      from profiles as p, jsonb_object_keys(p.properties) as name group by 1, 2, 3`,
    // A property that is being deleted has no type to become. Profiles up to the last id are done.
    sql`create table property_changes (
      workspace text collate "C" not null,
      version text collate "C" not null,
      name text collate "C" not null,
      to_type text,
      last_id text collate "C" not null,
      visited int not null,
      started_at timestamptz not null,
      primary key (workspace, version, name)
    )`,
    sql`create table profile_warnings (
      workspace text collate "C" not null,
      version text collate "C" not null,
      name text collate "C" not null,
      reason text collate "C" not null,
      slot smallint not null,
      ignored bigint not null,
      last_at timestamptz not null,
      distinct_id text,
      example text,
      primary key (workspace, version, name, reason, slot)
    ) with (fillfactor = 50)`,
    sql`create index profile_warnings_age on profile_warnings (last_at)`,
    sql`drop function lock_profiles`,
    sql`drop function write_profiles`,
    ...batchFunctions().map((statement) => sql`${sql.literal(statement)}`),
  ],
  "12_snapshots": (sql) => [
    // The number of profiles is unknown until a snapshot is whole.
    sql`create table profile_snapshots (
      id text collate "C" primary key,
      workspace text collate "C" not null,
      version text collate "C" not null,
      cohort text collate "C" not null,
      taken_at timestamptz not null,
      profiles int
    )`,
    sql`create index profile_snapshots_listed on profile_snapshots (workspace, version, cohort, taken_at, id)`,
    sql`create table profile_snapshot_members (
      snapshot text collate "C" not null,
      distinct_id text collate "C" not null,
      primary key (snapshot, distinct_id)
    )`,
  ],
  "13_value_indexes": (sql) => [
    // Properties whose values have an index. Each is filled in small steps after the first query that compares or sorts by it.
    sql`create table property_indexes (
      id int generated always as identity primary key,
      workspace text collate "C" not null,
      version text collate "C" not null,
      name text collate "C" not null,
      type text not null,
      state text not null,
      last_id text collate "C" not null default '',
      unique (workspace, version, name)
    )`,
    sql`create table profile_values (
      property int not null,
      number float8 not null,
      value text collate "C" not null,
      distinct_id text collate "C" not null,
      primary key (property, number, value, distinct_id)
    )`,
    ...valueIndexFunctions.map((statement) => sql`${sql.literal(statement)}`),
  ],
  "14_closed_indexes": (sql) => [
    // The statement that begins a change of a property closes its index.
    sql`drop trigger property_indexes_close on property_changes`,
    sql`drop function close_property_index`,
  ],
  "15_complete_indexes": (sql) => [
    // A complete index named the last profile of its place.
    sql`update property_indexes set last_id = '' where state <> 'filling'`,
  ],
})
