import { migrate } from "../../sql/migrator.ts"

/** The tables of workspaces, their keys, their limits, and the buckets of their rates. */
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
  "2_limits": (sql) => [
    // The row without a name has the limits of every workspace that has none of its own.
    sql`create table workspace_limits (
      workspace text collate "C" primary key,
      per_second int,
      burst int,
      profiles int,
      properties int,
      monthly_requests int
    )`,
    sql`create unlogged table workspace_buckets (
      workspace text collate "C" primary key,
      level float8 not null,
      at timestamptz not null,
      granted int not null
    ) with (fillfactor = 50)`,
  ],
  "3_keys_of_a_setting": (sql) => [
    // A setting may name the next key beside the one that leaves.
    sql`alter table workspace_keys drop constraint workspace_keys_setting_key`,
  ],
  "4_bytes": (sql) => [sql`alter table workspace_limits add column bytes bigint`],
})
