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
