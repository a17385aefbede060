import {
  addDays,
  clockOf,
  type DateRange,
  Entry,
  type EntryPlace,
  type EpochMillis,
  type LocalDate,
  newestEntryFirst,
  startOfDay,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import { type EntrySelect, inDays, inRange } from "@daybook/storage-sql"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { sqlOf } from "../sql/sql.ts"
import { jsonList, rowsOf } from "../sql/table.ts"

const { at, count, day, dayOnly } = Entry.fields
const readMoments = rowsOf(Schema.Struct({ at, day: Schema.optionalKey(day), dayOnly, count }))

/** An entry is on its own day, or on one next to it, wherever it happened. */
const slackMillis = 2 * 86_400_000

/** A range of instants that covers all entries with days in the range. */
const widened = ({ from, until }: DateRange): DateRange => ({
  from: from === undefined ? undefined : from - slackMillis,
  until: until === undefined ? undefined : until + slackMillis,
})

/** Reads the entries of one domain. */
export const entriesIn = (
  connection: Database["Service"],
  zone: DateTime.TimeZone,
  { columns, ownDays, read, select }: EntrySelect,
) => {
  const { all, sql } = connection
  const database = sqlOf(connection)
  const withDays = <A extends { readonly at: EpochMillis }>(
    items: ReadonlyArray<A & { readonly day?: LocalDate }>,
  ) => {
    const clock = clockOf(zone)
    return items.map((item) => ({ ...item, day: item.day ?? clock(item.at).day }))
  }

  const within = (range: DateRange): Fragment =>
    ownDays ? inDays(database, range, zone) : inRange(database, "at", range)

  /** The entries of some days, as `from` clauses: by instants one for each day, which an index of each table finds. */
  const onDays = (days: ReadonlyArray<LocalDate>): ReadonlyArray<Fragment> =>
    (ownDays
      ? [sql`day in (select value from json_each(${jsonList(days)}))`]
      : days.map((one) =>
          inRange(database, "at", { from: startOfDay(one, zone), until: startOfDay(addDays(one, 1), zone) }),
        )
    ).map((where) => sql`(select * from (${select}) as every where ${where}) as entry`)

  /** The newest entries are found by the index of instants, which has them in order. */
  const newest = (range: DateRange, limit: number, where: Fragment) => {
    const found = ownDays
      ? sql`${inRange(database, "at", widened(range))} and ${inDays(database, range, zone, "+day")}`
      : inRange(database, "at", range)
    return withDays(
      read(
        all(sql`select ${columns} from (${select}) as entry
          where ${found} and ${where} order by at desc, id desc limit ${limit}`),
      ),
    )
  }

  return {
    read: (range: DateRange, limit: number, after?: EntryPlace) =>
      newest(range, limit, after === undefined ? sql`true` : sql`(at, id) < (${after.at}, ${after.id})`),
    /** Those with ids that a select gives. */
    readAmong: (range: DateRange, limit: number, ids: Fragment) => newest(range, limit, sql`id in (${ids})`),
    readOn: (days: ReadonlyArray<LocalDate>) =>
      onDays(days)
        .flatMap((from) => withDays(read(all(sql`select ${columns} from ${from}`))))
        .sort(newestEntryFirst),
    /** The ids of the entries of some days or of all, as selects. */
    ids: (days?: ReadonlyArray<LocalDate>): ReadonlyArray<Fragment> =>
      (days === undefined ? [sql`(${select}) as entry`] : onDays(days)).map(
        (from) => sql`select id from ${from}`,
      ),
    /** When the entries of a range happened, of some of its days or of all. */
    moments: (range: DateRange, days?: ReadonlyArray<LocalDate>) => {
      const ofDay = sql.literal(ownDays ? "day" : "null as day")
      return (days === undefined ? [sql`(${select}) as entry`] : onDays(days)).flatMap((from) =>
        withDays(
          readMoments(all(sql`select at, day_only, count, ${ofDay} from ${from} where ${within(range)}`)),
        ),
      )
    },
  }
}
