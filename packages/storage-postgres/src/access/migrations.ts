import { migrate } from "../sql/migrator.ts"

/** The table of API keys. */
export const migrateKeys = migrate("access", {
  "1_api_keys": (sql) => [
    sql`create table api_keys (
      id int generated always as identity primary key,
      hash text not null unique,
      name text not null,
      scope text not null check (scope in ('read', 'admin')),
      hint text not null,
      rate_limit int,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz,
      setting text unique
    )`,
  ],
  "2_submit_scope": (sql) => [
    sql`alter table api_keys drop constraint api_keys_scope_check,
      add constraint api_keys_scope_check check (scope in ('read', 'admin', 'submit'))`,
  ],
  "3_save_scope": (sql) => [
    sql`alter table api_keys drop constraint api_keys_scope_check,
      add constraint api_keys_scope_check check (scope in ('read', 'admin', 'submit', 'save'))`,
  ],
})

/** The table of shares. */
export const migrateShares = migrate("shares", {
  "1_shares": (sql) => [
    sql`create table shares (
      id int generated always as identity primary key,
      hash text not null unique,
      name text not null,
      address text not null,
      hint text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`,
  ],
})

/** The table of sign-in links. */
export const migrateSignInLinks = migrate("sign_in_links", {
  "1_sign_in_links": (sql) => [
    sql`create table sign_in_links (hash text primary key, expires_at timestamptz not null)`,
  ],
})

/** The parts of limits that servers hold. */
export const migrateLeases = migrate("rate_limits", {
  "1_rate_leases": (sql) => [
    sql`create unlogged table rate_leases (
      subject text not null,
      server text not null,
      slots int not null,
      until timestamptz not null,
      primary key (subject, server)
    )`,
    sql`create index rate_leases_until on rate_leases (until)`,
  ],
})

/** The tables of OAuth: clients, codes, connected assistants and their tokens. */
export const migrateOAuth = migrate("oauth", {
  "1_oauth": (sql) => [
    sql`create table oauth_clients (
      id text primary key,
      name text not null,
      redirect_uris text[] not null,
      created_at timestamptz not null,
      consented_at timestamptz
    )`,
    sql`create table oauth_codes (
      hash text primary key,
      client_id text not null,
      name text not null,
      host text not null,
      domains text[],
      writes boolean not null,
      redirect_uri text not null,
      challenge text not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      assistant_id int
    )`,
    sql`create table assistants (
      id int generated always as identity primary key,
      client_id text not null,
      name text not null,
      host text not null,
      domains text[],
      writes boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`,
    sql`create table oauth_tokens (
      hash text primary key,
      assistant_id int not null,
      client_id text not null,
      kind text not null check (kind in ('access', 'refresh')),
      expires_at timestamptz not null,
      spent_at timestamptz
    )`,
    sql`create index oauth_tokens_assistant on oauth_tokens (assistant_id)`,
  ],
})
