import { migrate } from "../sql/migrator.ts"

/**
 * The counts of entries by day and hour of the person's clock, of all domains. Triggers of the domains' tables note the days
 * that a transaction touches, and the transaction counts those again before it ends.
 */
export const migrateJournal = migrate("journal", {
  "1_entry_counts": [
    // Entries that are known by day only have the hour -1.
    `create table entry_counts (
      domain text not null,
      day text not null,
      hour int not null,
      count int not null,
      primary key (domain, day, hour)
    ) strict, without rowid`,
    `create table entry_days (
      domain text not null,
      day text not null,
      count int not null,
      primary key (domain, day)
    ) strict, without rowid`,
    `create table touched_days (domain text not null, day text not null, primary key (domain, day)) strict, without rowid`,
    // The time zone in which a domain's entries were last counted.
    `create table entry_zones (domain text primary key, zone text not null) strict`,
    // The version of a domain's data with which an entry came.
    `create table entry_versions (
      domain text not null,
      id text not null,
      version int not null,
      primary key (domain, id)
    ) strict, without rowid`,
    `create index entry_versions_latest on entry_versions (domain, version)`,
  ],
  // A clock adds up the days of each hour as they lie there.
  "2_counts_by_hour": ["create index entry_counts_by_hour on entry_counts (domain, hour, day, count)"],
})

/** The day in UTC of an instant in a column, as an expression: the person's day is at most one away. */
export const utcDay = (column: string): string => `date(${column} / 1000, 'unixepoch')`

type RowName = "new" | "old"

/** Triggers that run a statement for each row that a table gains, loses or changes. */
export const onRows = (
  table: string,
  name: string,
  statement: (row: RowName) => string,
): ReadonlyArray<string> => {
  const trigger = (event: string, ...rows: ReadonlyArray<RowName>) =>
    `create trigger ${table}_${name}_${event} after ${event} on ${table} begin
      ${rows.map((row) => `${statement(row)};`).join("\n")}
    end`
  return [trigger("insert", "new"), trigger("update", "old", "new"), trigger("delete", "old")]
}

/** Statements of a domain's migration: changes of this table touch the days that `day`, an expression, gives of its rows. */
export const touchDays = (
  table: string,
  domain: string,
  day: (row: RowName) => string,
): ReadonlyArray<string> =>
  onRows(
    table,
    "touches_days",
    (row) =>
      // The conflict rule of the statement that fires a trigger would replace an `or ignore` here.
      `insert into touched_days select '${domain}', day from (select ${day(row)} as day) where day is not null
        on conflict do nothing`,
  )
