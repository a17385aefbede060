import { migrate } from "../sql/migrator.ts"

/**
 * The tables of the inbox, of the outcomes of its requests, and of profiles.
 *
 * A request's number is its place in the order of acceptance. It is drawn after the transaction has settled its types,
 * so a transaction that waited there for another one comes after it. A profile belongs to one of 16 lanes, by the hash of
 * its distinct id. Applying and erasing hold the lane, so no two transactions write one profile at a time.
 *
 * `accepted` holds by property the number of the request whose value it is.
 */
export const migrateProfiles = migrate("profiles", {
  "1_profiles": (sql) => [
    sql`create table property_types (
      workspace text collate "C" not null,
      version text collate "C" not null,
      name text collate "C" not null,
      type text not null,
      primary key (workspace, version, name)
    )`,
    sql`create table set_once_inbox (
      number bigint generated always as identity,
      lane smallint not null,
      request_id uuid not null unique,
      workspace text collate "C" not null,
      version text collate "C" not null,
      distinct_id text collate "C" not null,
      properties jsonb not null,
      ignored jsonb not null,
      accepted_at timestamptz not null,
      failure text,
      primary key (lane, number)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`,
    sql`create table set_once_outcomes (
      request_id uuid primary key,
      number bigint not null,
      workspace text collate "C" not null,
      version text collate "C" not null,
      applied text[] not null,
      ignored jsonb not null
    )`,
    // Outcomes are stored nearly in the order of their numbers, so the smallest kind of index serves.
    sql`create index set_once_outcomes_number on set_once_outcomes using brin (number)`,
    sql`create table set_once_retries (
      workspace text collate "C" not null,
      version text collate "C" not null,
      key text collate "C" not null,
      body_hash text not null,
      request_id uuid not null,
      accepted_at timestamptz not null,
      primary key (workspace, version, key)
    )`,
    sql`create index set_once_retries_age on set_once_retries (accepted_at)`,
    sql`create table profiles (
      workspace text collate "C" not null,
      version text collate "C" not null,
      distinct_id text collate "C" not null,
      properties jsonb not null,
      accepted jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (workspace, version, distinct_id)
    )`,
    sql`create index profiles_properties on profiles using gin (properties jsonb_path_ops)`,
  ],
  "2_merging": (sql) => [
    sql`create aggregate jsonb_merge (jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}')`,
  ],
})

/** The number of lanes, a power of two. Stored data depends on it: it never changes. */
export const lanes = 16

/** The table of workspaces. */
export const migrateWorkspaces = migrate("workspaces", {
  "1_workspaces": (sql) => [
    sql`create table workspaces (
      place int generated always as identity,
      id text primary key,
      name text not null,
      created_at timestamptz not null
    )`,
    sql`create table workspace_keys (
      id int generated always as identity primary key,
      workspace text not null references workspaces (id),
      hash text not null unique,
      name text not null,
      hint text not null,
      created_at timestamptz not null,
      setting text unique
    )`,
  ],
})
