import {
  addDays,
  clockOf,
  type DateRange,
  dayBounds,
  type DayCount,
  type Entry,
  type Granularity,
  HourCount,
  type Journal,
  type LocalDate,
  startOfBucket,
  sumCounts,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { jsonList, rowsOf } from "../sql/table.ts"

/** An item that counts on its day, and at its hour unless only its day is known. */
export type Moment = Pick<Entry, "at" | "day" | "dayOnly" | "count">

/** The items of a domain that count: of a range, and there of some days or of all. */
export type ReadMoments = (range: DateRange, days?: ReadonlyArray<LocalDate>) => ReadonlyArray<Moment>

const dayOnlyHour = -1

/** The first day of the bucket that begins with `first` or has it in it, and a text after which the next bucket begins. */
const buckets = {
  week: {
    start: "date(first, '-6 days', 'weekday 1')",
    end: "ifnull(date(first, 'weekday 0'), '9999-12-31')",
  },
  month: { start: "substr(first, 1, 8) || '01'", end: "substr(first, 1, 8) || '31'" },
  year: { start: "substr(first, 1, 5) || '01-01'", end: "substr(first, 1, 5) || '12-31'" },
} as const

const [space, zero] = [32, 48]

/**
 * The days of a row that has them all as one text: `2024-05-061 2024-05-073` are two, with their counts. A row for each of
 * the thousands of days of a life takes three times as long.
 */
const daysIn = ([row]: ReadonlyArray<{ readonly days?: unknown }>): ReadonlyArray<DayCount> => {
  const text = typeof row?.days === "string" ? row.days : ""
  const days: Array<DayCount> = []
  for (let at = 0; at < text.length;) {
    let count = 0
    let end = at + 10
    for (; end < text.length && text.charCodeAt(end) !== space; end++)
      count = count * 10 + text.charCodeAt(end) - zero
    days.push({ day: text.slice(at, at + 10) as LocalDate, count })
    at = end + 1
  }
  return days
}

const readHours = rowsOf(HourCount)

/**
 * The counts of the days or of longer buckets. The first day of a bucket is the next one after the bucket before, so that days
 * are read in their order: to group the tens of thousands by an expression sorts them, which takes three times as long.
 */
const counted = (sql: Database["Service"]["sql"], whole: Fragment, by: Granularity): Fragment => {
  if (by === "day") return sql`select day, count from entry_days where ${whole} order by 1`
  const [start, end] = [sql.literal(buckets[by].start), sql.literal(buckets[by].end)]
  return sql`with recursive firsts (first) as (
      select min(day) from entry_days where ${whole}
      union all
      select (select min(day) from entry_days where ${whole} and day > ${end}) from firsts where first is not null
    )
    select ${start} as day, (select sum(count) from entry_days where ${whole} and day between first and ${end}) as count
    from firsts where first is not null order by 1`
}

/** Counts the items of a domain. */
const recountOf = (
  { all, many, sql }: Database["Service"],
  domain: string,
  zone: DateTime.TimeZone,
  moments: ReadMoments,
) => {
  /** Adds items to the counts. */
  const add = (items: ReadonlyArray<Moment>): void => {
    const clock = clockOf(zone)
    const byHour = sumCounts(
      items,
      ({ at, day, dayOnly }) => `${day} ${dayOnly ? dayOnlyHour : clock(at).hour}`,
    )
    const byDay = sumCounts(items, ({ day }) => day)
    many({
      text: `insert into entry_counts (domain, day, hour, count) values (?, ?, ?, ?)
        on conflict (domain, day, hour) do update set count = count + excluded.count`,
      rows: byHour.map(([key, count]) => [domain, key.slice(0, 10), Number(key.slice(11)), count]),
    })
    many({
      text: `insert into entry_days (domain, day, count) values (?, ?, ?)
        on conflict (domain, day) do update set count = count + excluded.count`,
      rows: byDay.map(([day, count]) => [domain, day, count]),
    })
  }

  /** Counts these days again, or all. */
  return (days?: ReadonlyArray<LocalDate>): void => {
    const counted = sql`domain = ${domain} and ${
      days === undefined ? sql`true` : sql`day in (select value from json_each(${jsonList(days)}))`
    }`
    all(sql`delete from entry_counts where ${counted}`)
    all(sql`delete from entry_days where ${counted}`)
    add(moments({ from: undefined, until: undefined }, days))
  }
}

/** The counts of a domain by day and hour, kept in the owner's time zone. */
export const countsIn = (
  database: Database["Service"],
  domain: string,
  zone: DateTime.TimeZone,
  moments: ReadMoments,
) => {
  const { all, read, sql } = database

  /** The whole days of a range as a condition, and its partial days. */
  const cut = (range: DateRange): { readonly whole: Fragment; readonly parts: ReadonlyArray<LocalDate> } => {
    const { from, until } = dayBounds(range, zone)
    const parts = [from, until].flatMap((bound) => (bound?.at === undefined ? [] : [bound.day]))
    const first = from === undefined || from.at === undefined ? from?.day : addDays(from.day, 1)
    const whole = sql.and([
      sql`domain = ${domain}`,
      ...(first === undefined ? [] : [sql`day >= ${first}`]),
      ...(until === undefined ? [] : [sql`day < ${until.day}`]),
    ])
    return { whole, parts: [...new Set(parts)] }
  }

  const partOf = (range: DateRange, days: ReadonlyArray<LocalDate>) =>
    days.length === 0 ? [] : moments(range, days)

  const countsByDay: Journal["countsByDay"] = Effect.fn("Journal.countsByDay")(
    (range: DateRange, by: Granularity = "day") =>
      read(() => {
        const { parts, whole } = cut(range)
        // Days lie in their order: an order within the function would sort them again.
        const days = daysIn(
          all(sql`select group_concat(day || count, ' ') as days from (${counted(sql, whole, by)})`),
        )
        const items = partOf(range, parts)
        if (items.length === 0) return days
        return sumCounts([...days, ...items], ({ day }) => startOfBucket(day, by)).map(([day, count]) => ({
          day,
          count,
        }))
      }),
  )

  const countsByHour: Journal["countsByHour"] = Effect.fn("Journal.countsByHour")((range: DateRange) =>
    read(() => {
      const { parts, whole } = cut(range)
      const hours = readHours(
        all(
          sql`select hour, sum(count) as count from entry_counts where ${whole} and hour >= 0 group by hour`,
        ),
      )
      const clock = clockOf(zone)
      const timed = partOf(range, parts).filter(({ dayOnly }) => !dayOnly)
      const counted = [...hours, ...timed.map(({ at, count }) => ({ hour: clock(at).hour, count }))]
      return sumCounts(counted, ({ hour }) => hour).map(([hour, count]) => ({ hour, count }))
    }),
  )

  return { recount: recountOf(database, domain, zone, moments), countsByDay, countsByHour }
}
