import {
  addDays,
  clockOf,
  type DateRange,
  Entry,
  type EntryPlace,
  type EpochMillis,
  type LocalDate,
  startOfDay,
} from "@daybook/kernel"
import { type EntrySelect, inDays, inRange } from "@daybook/storage-sql"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { sqlOf } from "../sql/sql.ts"
import { dates, instant, instants } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"

const { at, count, day, dayOnly } = Entry.fields
const readMoments = rowsOf(Schema.Struct({ at, day: Schema.optionalKey(day), dayOnly, count }))

/** Reads the entries of one domain. */
export const entriesIn = (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  { columns, ownDays, read, select }: EntrySelect,
) => {
  const database = sqlOf(sql)
  const withDays = <A extends { readonly at: EpochMillis }>(
    items: ReadonlyArray<A & { readonly day?: LocalDate }>,
  ) => {
    const clock = clockOf(zone)
    return items.map((item) => ({ ...item, day: item.day ?? clock(item.at).day }))
  }

  const within = (range: DateRange): Fragment =>
    ownDays ? inDays(database, range, zone) : inRange(database, "at", range)

  /** The entries of some days, as a `from` clause. */
  const onDays = (days: ReadonlyArray<LocalDate>): Fragment =>
    ownDays
      ? sql`(select * from (${select}) as every where day = any(${dates(days)})) as entry`
      : sql`(select entry.* from unnest(${instants(days.map((one) => startOfDay(one, zone)))},
          ${instants(days.map((one) => startOfDay(addDays(one, 1), zone)))}) as span (start, until)
          join (${select}) as entry on entry.at >= span.start and entry.at < span.until) as entry`

  const newest = Effect.fnUntraced(function* (range: DateRange, limit: number, where: Fragment) {
    return withDays(
      read(
        yield* sql`select ${columns} from (${select}) as entry
          where ${within(range)} and ${where} order by at desc, id desc limit ${limit}`,
      ),
    )
  })

  return {
    read: (range: DateRange, limit: number, after?: EntryPlace) =>
      newest(
        range,
        limit,
        after === undefined ? sql`true` : sql`(at, id) < (${instant(after.at)}, ${after.id})`,
      ),
    /** Those with ids that a select gives. */
    readAmong: (range: DateRange, limit: number, ids: Fragment) => newest(range, limit, sql`id in (${ids})`),
    readOn: Effect.fnUntraced(function* (days: ReadonlyArray<LocalDate>) {
      return withDays(read(yield* sql`select ${columns} from ${onDays(days)} order by at desc, id desc`))
    }),
    /** The ids of the entries of some days or of all, as a select. */
    ids: (days?: ReadonlyArray<LocalDate>): Fragment =>
      days === undefined ? sql`select id from (${select}) as entry` : sql`select id from ${onDays(days)}`,
    /** When the entries of a range happened, of some of its days or of all. */
    moments: Effect.fnUntraced(function* (range: DateRange, days?: ReadonlyArray<LocalDate>) {
      const from = days === undefined ? sql`(${select}) as entry` : onDays(days)
      const ofDay = sql.literal(ownDays ? ", day::text as day" : "")
      const rows = yield* sql`select at, day_only, count::int${ofDay} from ${from} where ${within(range)}`
      return withDays(readMoments(ownDays ? rows : rows.map((row) => ({ ...row, day: null }))))
    }),
  }
}
