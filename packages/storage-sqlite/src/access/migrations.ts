import { migrate } from "../sql/migrator.ts"

/** The table of API keys. */
export const migrateKeys = migrate("access", {
  "1_api_keys": [
    `create table api_keys (
      id integer primary key autoincrement,
      hash text not null unique,
      name text not null,
      scope text not null check (scope in ('read', 'admin', 'submit')),
      hint text not null,
      rate_limit int,
      created_at int not null,
      expires_at int,
      last_used_at int,
      setting text unique
    ) strict`,
  ],
  // SQLite changes no check of a table: it is made anew.
  "2_save_scope": [
    `create table new_api_keys (
      id integer primary key autoincrement,
      hash text not null unique,
      name text not null,
      scope text not null check (scope in ('read', 'admin', 'submit', 'save')),
      hint text not null,
      rate_limit int,
      created_at int not null,
      expires_at int,
      last_used_at int,
      setting text unique
    ) strict`,
    `insert into new_api_keys select * from api_keys`,
    // No id of a deleted key is used again.
    `update sqlite_sequence set seq = (select seq from sqlite_sequence where name = 'api_keys')
      where name = 'new_api_keys'`,
    `insert into sqlite_sequence (name, seq) select 'new_api_keys', seq from sqlite_sequence
      where name = 'api_keys' and not exists (select 1 from sqlite_sequence where name = 'new_api_keys')`,
    `drop table api_keys`,
    `alter table new_api_keys rename to api_keys`,
  ],
})

/** The table of shares. */
export const migrateShares = migrate("shares", {
  "1_shares": [
    `create table shares (
      id integer primary key autoincrement,
      hash text not null unique,
      name text not null,
      address text not null,
      hint text not null,
      created_at int not null,
      last_used_at int
    ) strict`,
  ],
})

/** The tables of OAuth: clients, codes, connected assistants and their tokens. */
export const migrateOAuth = migrate("oauth", {
  "1_oauth": [
    `create table oauth_clients (
      id text primary key,
      name text not null,
      redirect_uris text not null,
      created_at int not null,
      consented_at int
    ) strict`,
    `create table oauth_codes (
      hash text primary key,
      client_id text not null,
      name text not null,
      host text not null,
      domains text,
      writes int not null,
      redirect_uri text not null,
      challenge text not null,
      expires_at int not null,
      used_at int,
      assistant_id int
    ) strict`,
    `create table assistants (
      id integer primary key autoincrement,
      client_id text not null,
      name text not null,
      host text not null,
      domains text,
      writes int not null,
      created_at int not null,
      last_used_at int
    ) strict`,
    `create table oauth_tokens (
      hash text primary key,
      assistant_id int not null,
      client_id text not null,
      kind text not null check (kind in ('access', 'refresh')),
      expires_at int not null,
      spent_at int
    ) strict`,
    `create index oauth_tokens_assistant on oauth_tokens (assistant_id)`,
  ],
})

/** The table of sign-in links. */
export const migrateSignInLinks = migrate("sign_in_links", {
  "1_sign_in_links": [
    `create table sign_in_links (hash text primary key, expires_at int not null) strict, without rowid`,
  ],
})
