import { migrate } from "../sql/migrator.ts"

// Instants are milliseconds since 1970, days YYYY-MM-DD, lists and objects JSON. `autoincrement` never uses an id again.

/** The table that every domain's writes touch. */
export const migrateVersions = migrate("versions", {
  "1_data_versions": [
    `create table data_versions (domain text primary key, version int not null) strict, without rowid`,
  ],
})

/** The record of syncs. */
export const migrateSyncRuns = migrate("syncs", {
  "1_sync_runs": [
    `create table sync_runs (
      id integer primary key autoincrement,
      domain text not null,
      status text not null,
      started_at int not null,
      finished_at int,
      items_synced int not null default 0,
      set_aside int not null default 0,
      error text not null default '',
      failures text not null default '[]'
    ) strict`,
    `create index sync_runs_running on sync_runs (domain) where status = 'running'`,
  ],
})

/** The rows that syncs set aside. */
export const migrateSetAside = migrate("set_aside", {
  "1_set_aside_rows": [
    `create table set_aside_rows (
      id integer primary key autoincrement,
      domain text not null,
      source text not null,
      ref text not null,
      kind text not null,
      raw text not null,
      whole int not null,
      reason text not null,
      version text not null,
      try_at int,
      first_seen_at int not null,
      last_seen_at int not null,
      tries int not null
    ) strict`,
    `create unique index set_aside_rows_ref on set_aside_rows (domain, source, ref)`,
  ],
})

/** The tokens of sources. */
export const migrateTokens = migrate("tokens", {
  "1_source_tokens": [
    `create table source_tokens (source text primary key, setting text not null, sealed text not null) strict`,
  ],
})

/** The owner's settings; the secret ones, sealed, in a table of their own. */
export const migrateSettings = migrate("settings", {
  "1_settings": [
    `create table settings (name text primary key, value text not null) strict, without rowid`,
    `create table sealed_settings (name text primary key, value text not null) strict, without rowid`,
  ],
})

/** How calls of services went. */
export const migrateServiceStates = migrate("service_states", {
  "1_service_states": [
    `create table service_states (
      service text primary key,
      succeeded_at int,
      failed_at int,
      trouble text not null default ''
    ) strict`,
  ],
})

/** Edits by hand, and what sources report of the items that they touch. */
export const migrateEdits = migrate("edits", {
  "1_edits": [
    `create table edits (
      id integer primary key autoincrement,
      domain text not null,
      type text not null,
      item_id text not null,
      action text not null,
      fields text not null,
      at int not null
    ) strict`,
    `create index edits_by_domain on edits (domain, id)`,
    `create table told_items (
      domain text not null,
      type text not null,
      item_id text not null,
      item text not null,
      primary key (domain, type, item_id)
    ) strict, without rowid`,
  ],
})

/** The imports of files that were sent to the server. */
export const migrateImports = migrate("imports", {
  "1_imports": [
    `create table imports (
      id integer primary key autoincrement,
      name text not null,
      file text not null,
      fingerprint text not null,
      domain text not null,
      format text not null,
      status text not null,
      rows int not null,
      stored int not null,
      known int not null,
      set_aside int not null,
      seconds_left int not null,
      attempts int not null,
      received_at int not null,
      finished_at int,
      error text not null
    ) strict`,
    `create index imports_unfinished on imports (id) where finished_at is null`,
    `create table import_parts (
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
    ) strict, without rowid`,
  ],
})

/** Webhooks, and what they are told. */
export const migrateWebhooks = migrate("webhooks", {
  "1_webhooks": [
    `create table webhooks (
      id integer primary key autoincrement,
      url text not null,
      events text not null,
      sealed_secret text not null,
      created_at int not null,
      told_at int not null,
      told_versions text not null default '{}',
      off_at int,
      failures int not null,
      next_at int
    ) strict`,
    `create table webhook_deliveries (
      id integer primary key autoincrement,
      webhook_id int not null references webhooks on delete cascade,
      message_id text not null,
      type text not null,
      ref text not null,
      at int not null,
      payload text not null,
      status text not null,
      created_at int not null,
      due_at int not null,
      attempts int not null,
      tried_at int,
      answer int not null,
      error text not null,
      unique (webhook_id, type, ref)
    ) strict`,
    `create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, id) where status = 'waiting'`,
    `create index webhook_deliveries_shown on webhook_deliveries (webhook_id, id) where status <> 'known'`,
  ],
  "2_forms": [`alter table webhooks add column form text not null default 'events'`],
})
