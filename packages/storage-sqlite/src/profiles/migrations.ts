import { migrate } from "../sql/migrator.ts"

/**
 * The tables of profiles and of the requests that changed them. Texts compare by their bytes, so distinct ids and values are
 * in the order of code points.
 */
export const migrateProfiles = migrate("profiles", {
  "1_profiles": [
    `create table property_types (
      id integer primary key,
      workspace text not null,
      version text not null,
      name text not null,
      type text not null,
      unique (workspace, version, name)
    ) strict`,
    `create table profiles (
      workspace text not null,
      version text not null,
      distinct_id text not null,
      properties text not null,
      created_at int not null,
      updated_at int not null,
      primary key (workspace, version, distinct_id)
    ) strict`,
    // The index that filters use: the values that find a profile; see indexedValues.ts.
    `create table profile_values (
      property int not null,
      value any not null,
      distinct_id text not null,
      primary key (property, value, distinct_id)
    ) strict, without rowid`,
    // An id that leads to another one. That one leads nowhere else: a merge of it leads all its ids on.
    `create table profile_aliases (
      workspace text not null,
      version text not null,
      distinct_id text not null,
      target text not null,
      primary key (workspace, version, distinct_id)
    ) strict, without rowid`,
    "create index profile_aliases_target on profile_aliases (workspace, version, target)",
    // The number is that of the first change in the order of acceptance; its other changes have the numbers after it.
    `create table profile_requests (
      number integer primary key autoincrement,
      request_id text not null unique,
      workspace text not null,
      version text not null,
      operation text not null,
      changes text not null
    ) strict`,
    "create index profile_requests_listed on profile_requests (workspace, version, number)",
    `create table profile_retries (
      workspace text not null,
      version text not null,
      key text not null,
      body_hash text not null,
      request_id text not null,
      accepted_at int not null,
      primary key (workspace, version, key)
    ) strict, without rowid`,
    "create index profile_retries_age on profile_retries (accepted_at)",
    `create table profile_usage (
      workspace text not null,
      version text not null,
      day text not null,
      operation text not null,
      requests int not null,
      primary key (workspace, version, day, operation)
    ) strict, without rowid`,
    `create table profile_totals (
      workspace text not null,
      version text not null,
      kind text not null,
      number int not null,
      primary key (workspace, version, kind)
    ) strict, without rowid`,
    `create table profile_erasures (
      number integer primary key autoincrement,
      workspace text not null,
      version text not null,
      request_id text not null,
      erased_at int not null,
      id_hash text not null,
      -- The hash of each id that led to the profile; of no id its text.
      hashes text not null,
      ids int generated always as (json_array_length(hashes)) stored,
      key int not null,
      key_name text not null
    ) strict`,
    "create index profile_erasures_listed on profile_erasures (workspace, version, number)",
    "create index profile_erasures_age on profile_erasures (erased_at)",
    // The index of these hashes.
    `create table erased_ids (
      erasure int not null references profile_erasures (number) on delete cascade,
      hash text not null,
      primary key (hash, erasure)
    ) strict, without rowid`,
    "create index erased_ids_erasure on erased_ids (erasure)",
  ],
  "2_cohorts": [
    `create table profile_cohorts (
      id text primary key,
      workspace text not null,
      version text not null,
      name text not null,
      filter text not null,
      created_at int not null
    ) strict, without rowid`,
    "create index profile_cohorts_listed on profile_cohorts (workspace, version, created_at, id)",
  ],
  "3_property_counts": [
    `create table property_counts (
      workspace text not null,
      version text not null,
      name text not null,
      profiles int not null,
      first_set_at int,
      last_set_at int,
      primary key (workspace, version, name)
    ) strict, without rowid`,
    // The times of values that were set before are bounded by those of their profiles.
    `insert into property_counts
      select p.workspace, p.version, value.key, count(*), min(p.created_at), max(p.updated_at)
      from profiles as p, json_each(p.properties) as value group by 1, 2, 3`,
    // A property that is being deleted has no type to become. Profiles up to the last id are done.
    `create table property_changes (
      workspace text not null,
      version text not null,
      name text not null,
      to_type text,
      last_id text not null,
      visited int not null,
      started_at int not null,
      primary key (workspace, version, name)
    ) strict, without rowid`,
    `create table profile_warnings (
      workspace text not null,
      version text not null,
      name text not null,
      reason text not null,
      ignored int not null,
      last_at int not null,
      distinct_id text,
      example text,
      primary key (workspace, version, name, reason)
    ) strict, without rowid`,
    "create index profile_warnings_age on profile_warnings (last_at)",
  ],
  "4_snapshots": [
    // The number of profiles is unknown until a snapshot is whole.
    `create table profile_snapshots (
      id text primary key,
      workspace text not null,
      version text not null,
      cohort text not null,
      taken_at int not null,
      profiles int
    ) strict, without rowid`,
    "create index profile_snapshots_listed on profile_snapshots (workspace, version, cohort, taken_at, id)",
    `create table profile_snapshot_members (
      snapshot text not null,
      distinct_id text not null,
      primary key (snapshot, distinct_id)
    ) strict, without rowid`,
  ],
})

/** The tables of workspaces, their keys, and their limits. */
export const migrateWorkspaces = migrate("workspaces", {
  "1_workspaces": [
    `create table workspaces (
      place integer primary key autoincrement,
      id text not null unique,
      name text not null,
      created_at int not null
    ) strict`,
    `create table workspace_keys (
      id integer primary key autoincrement,
      workspace text not null references workspaces (id),
      hash text not null unique,
      name text not null,
      hint text not null,
      created_at int not null,
      setting text
    ) strict`,
    // The row without a name has the limits of every workspace that has none of its own.
    `create table workspace_limits (
      workspace text primary key,
      per_second int,
      burst int,
      profiles int,
      properties int,
      bytes int,
      monthly_requests int
    ) strict, without rowid`,
  ],
})
