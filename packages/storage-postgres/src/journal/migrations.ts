import type * as SqlClient from "effect/sql/SqlClient"
import { migrate } from "../sql/migrator.ts"

/**
 * The counts of entries by day and hour of the person's clock, of all domains. Triggers of the domains' tables note the days
 * that a transaction touches, whichever statement does it, and the transaction counts those anew before it ends.
 */
export const migrateJournal = migrate("journal", {
  "1_entry_counts": (sql) => [
    // Entries that are known by day only have the hour -1.
    sql`create table entry_counts (
      domain text not null,
      day date not null,
      hour smallint not null,
      count int not null,
      primary key (domain, day, hour)
    )`,
    sql`create table touched_days (domain text not null, day date not null, primary key (domain, day))`,
    // The time zone in which a domain's entries were last counted.
    sql`create table entry_zones (domain text primary key, zone text not null)`,
    // Arguments: the domain, and the expression that gives a row's day.
    sql`create function touch_days() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          execute format('insert into touched_days select distinct %L, %s from old_rows where %s is not null
            on conflict do nothing', tg_argv[0], tg_argv[1], tg_argv[1]);
        end if;
        if tg_op <> 'DELETE' then
          execute format('insert into touched_days select distinct %L, %s from new_rows where %s is not null
            on conflict do nothing', tg_argv[0], tg_argv[1], tg_argv[1]);
        end if;
        return null;
      end $$`,
  ],
  // Half a million plays have some forty thousand hours.
  "2_entry_days": (sql) => [
    sql`create table entry_days (domain text not null, day date not null, count int not null, primary key (domain, day))`,
    sql`insert into entry_days select domain, day, sum(count) from entry_counts group by domain, day`,
  ],
  // The version of a domain's data with which an entry came; 0 for those that were there before this table.
  "3_entry_versions": (sql) => [
    sql`create table entry_versions (
      domain text not null,
      id text collate "C" not null,
      version int not null,
      primary key (domain, id)
    )`,
    sql`create index entry_versions_latest on entry_versions (domain, version)`,
  ],
})

/** The day of an instant in UTC, as an expression: the person's day is at most one away. */
export const utcDay = (column: string): string => `(${column} at time zone 'UTC')::date`

/** Statements of a domain's migration: changes of this table touch the days that `day`, an expression, gives of its rows. */
export const touchDays = (sql: SqlClient.SqlClient, table: string, domain: string, day: string) => {
  const touch = sql.literal(
    `for each statement execute function touch_days('${domain}', '${day.replaceAll("'", "''")}')`,
  )
  const name = (event: string) => sql(`${table}_touch_days_${event}`)
  return [
    sql`create trigger ${name("insert")} after insert on ${sql(table)} referencing new table as new_rows ${touch}`,
    sql`create trigger ${name("update")} after update on ${sql(table)}
      referencing old table as old_rows new table as new_rows ${touch}`,
    sql`create trigger ${name("delete")} after delete on ${sql(table)} referencing old table as old_rows ${touch}`,
  ]
}
