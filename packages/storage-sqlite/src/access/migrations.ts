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
