import { migrate } from "../sql/migrator.ts"

/** The table that every domain's writes touch, and the one that a crash empties; see epochs.ts. */
export const migrateVersions = migrate("versions", {
  "1_data_versions": (sql) => [
    sql`create table data_versions (domain text primary key, version bigint not null)`,
  ],
  "2_epochs": (sql) => [
    sql`create unlogged table epochs (
      only_one boolean primary key default true check (only_one),
      number bigint not null
    )`,
  ],
})

/** The record of syncs. */
export const migrateSyncRuns = migrate("syncs", {
  "1_sync_runs": (sql) => [
    sql`create table sync_runs (
      id int generated always as identity primary key,
      domain text not null,
      status text not null,
      started_at timestamptz not null,
      finished_at timestamptz,
      items_synced int not null default 0,
      error text not null default ''
    )`,
    sql`create index sync_runs_running on sync_runs (domain) where status = 'running'`,
  ],
  "2_set_aside": (sql) => [sql`alter table sync_runs add column set_aside int not null default 0`],
  "3_failures": (sql) => [sql`alter table sync_runs add column failures jsonb not null default '[]'`],
})

/** The rows that syncs set aside. */
export const migrateSetAside = migrate("set_aside", {
  "1_set_aside_rows": (sql) => [
    sql`create table set_aside_rows (
      id int generated always as identity primary key,
      domain text not null,
      source text not null,
      ref text not null,
      kind text not null,
      raw text not null,
      whole boolean not null,
      reason text not null,
      version text not null,
      try_at timestamptz,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      tries int not null
    )`,
    sql`create unique index set_aside_rows_ref on set_aside_rows (domain, source, ref)`,
  ],
})

/** The tokens of sources. */
export const migrateTokens = migrate("tokens", {
  "1_source_tokens": (sql) => [
    sql`create table source_tokens (
      source text primary key,
      setting text not null,
      sealed text not null
    )`,
  ],
})

/** The owner's settings; the secret ones, sealed, in a table of their own. */
export const migrateSettings = migrate("settings", {
  "1_settings": (sql) => [
    sql`create table settings (name text primary key, value text not null)`,
    sql`create table sealed_settings (name text primary key, value text not null)`,
  ],
})

/** How calls of services went. */
export const migrateServiceStates = migrate("service_states", {
  "1_service_states": (sql) => [
    sql`create table service_states (
      service text primary key,
      succeeded_at timestamptz,
      failed_at timestamptz,
      trouble text not null default ''
    )`,
  ],
})

/** Edits by hand, and what sources tell of the items that they touch. */
export const migrateEdits = migrate("edits", {
  "1_edits": (sql) => [
    sql`create table edits (
      id int generated always as identity primary key,
      domain text not null,
      type text not null,
      item_id text not null,
      action text not null,
      fields jsonb not null,
      at timestamptz not null
    )`,
    sql`create index edits_by_domain on edits (domain, id)`,
    sql`create table told_items (
      domain text not null,
      type text not null,
      item_id text not null,
      item jsonb not null,
      primary key (domain, type, item_id)
    )`,
  ],
})

/** The imports of files that were sent to servers. */
export const migrateImports = migrate("imports", {
  "1_imports": (sql) => [
    sql`create table imports (
      id int generated always as identity primary key,
      name text not null,
      file text not null,
      fingerprint text not null,
      status text not null,
      rows int not null,
      stored int not null,
      known int not null,
      set_aside int not null,
      seconds_left int not null,
      received_at timestamptz not null,
      finished_at timestamptz,
      error text not null
    )`,
    sql`create index imports_unfinished on imports (id) where finished_at is null`,
    sql`create table import_parts (
      import_id int not null references imports on delete cascade,
      place int not null,
      name text not null,
      domain text not null,
      format text not null,
      outcome text not null,
      stored int not null,
      known int not null,
      reason text not null,
      primary key (import_id, place)
    )`,
  ],
  "2_chosen_format": (sql) => [
    sql`alter table imports add column domain text not null default '', add column format text not null default ''`,
  ],
  "3_attempts": (sql) => [sql`alter table imports add column attempts int not null default 0`],
})

/** Webhooks, and what they are told. */
export const migrateWebhooks = migrate("webhooks", {
  "1_webhooks": (sql) => [
    sql`create table webhooks (
      id int generated always as identity primary key,
      url text not null,
      events text[] not null,
      sealed_secret text not null,
      created_at timestamptz not null,
      told_at timestamptz not null,
      off_at timestamptz,
      failures int not null,
      next_at timestamptz
    )`,
    sql`create table webhook_deliveries (
      id int generated always as identity primary key,
      webhook_id int not null references webhooks on delete cascade,
      message_id text not null,
      type text not null,
      ref text not null,
      at timestamptz not null,
      payload text not null,
      status text not null,
      created_at timestamptz not null,
      due_at timestamptz not null,
      attempts int not null,
      tried_at timestamptz,
      answer int not null,
      error text not null,
      unique (webhook_id, type, ref)
    )`,
    sql`create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, id) where status = 'waiting'`,
    sql`create index webhook_deliveries_shown on webhook_deliveries (webhook_id, id) where status <> 'known'`,
  ],
  // Without versions a webhook begins to be told of late entries when it is looked at first.
  "2_told_versions": (sql) => [
    sql`alter table webhooks add column told_versions jsonb not null default '{}'`,
  ],
  "3_forms": (sql) => [sql`alter table webhooks add column form text not null default 'events'`],
})
