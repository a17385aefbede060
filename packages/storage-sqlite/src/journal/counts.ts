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

/** The first day of a day's bucket, as an expression: there can be tens of thousands of days. */
const starts = {
  week: "date(day, '-6 days', 'weekday 1')",
  month: "substr(day, 1, 8) || '01'",
  year: "substr(day, 1, 5) || '01-01'",
} as const

/**
 * The days of a row that has them all as one text: `2024-05-061 2024-05-073` are two, with their counts. A row for each of
 * the thousands of days of a life takes three times as long.
 */
const daysIn = ([row]: ReadonlyArray<{ readonly days?: unknown }>): ReadonlyArray<DayCount> =>
  typeof row?.days === "string"
    ? row.days
        .split(" ")
        .map((text) => ({ day: text.slice(0, 10) as LocalDate, count: Number(text.slice(10)) }))
    : []

const readHours = rowsOf(HourCount)

/** The counts of a domain by day and hour, kept in the owner's time zone. */
export const countsIn = (
  { all, many, read, sql }: Database["Service"],
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
  const recount = (days?: ReadonlyArray<LocalDate>): void => {
    const counted = sql`domain = ${domain} and ${
      days === undefined ? sql`true` : sql`day in (select value from json_each(${jsonList(days)}))`
    }`
    all(sql`delete from entry_counts where ${counted}`)
    all(sql`delete from entry_days where ${counted}`)
    add(moments({ from: undefined, until: undefined }, days))
  }

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
        const counted =
          by === "day"
            ? sql`select day, count from entry_days where ${whole}`
            : sql`select ${sql.literal(starts[by])} as day, sum(count) as count from entry_days where ${whole} group by 1`
        // Days lie in their order: an order within the function would sort them again.
        const days = daysIn(
          all(sql`select group_concat(day || count, ' ') as days from (${counted} order by 1)`),
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

  return { recount, countsByDay, countsByHour }
}
