import {
  addDays,
  clockOf,
  type DateRange,
  dayBounds,
  DayCount,
  type Entry,
  everything,
  type Granularity,
  HourCount,
  LocalDate,
  startOfBucket,
  sumCounts,
  zoneName,
} from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { raiseVersion } from "../kernel/dataVersions.ts"
import { forLongWork, waitingForLocks } from "../sql/longWork.ts"
import { date, dates, ints } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"

/** An item that counts on its day, and at its hour unless only the day is known. */
export type Moment = Pick<Entry, "at" | "day" | "dayOnly" | "count">

/** The items of a domain that count: of a range, and there of some days or of all. */
export type ReadMoments = (
  sql: SqlClient.SqlClient,
  range: DateRange,
  days?: ReadonlyArray<LocalDate>,
) => Effect.Effect<ReadonlyArray<Moment>, SqlError>

const dayOnlyHour = -1

const readDayCounts = rowsOf(DayCount)
const readHourCounts = rowsOf(HourCount)

/** Counts a domain's items by day and hour. */
const countingIn = (domain: string, zone: DateTime.TimeZone, moments: ReadMoments) => {
  const insert = (client: SqlClient.SqlClient, items: ReadonlyArray<Moment>) => {
    const clock = clockOf(zone)
    const counts = sumCounts(
      items,
      ({ at, day, dayOnly }) => `${day} ${dayOnly ? dayOnlyHour : clock(at).hour}`,
    )
    const keys = counts.map(([key]) => key.split(" "))
    return client`with given as materialized (
        select * from unnest(${dates(keys.map(([day = ""]) => LocalDate.make(day)))},
          ${ints(keys.map(([, hour]) => Number(hour)))}, ${ints(counts.map(([, count]) => count))}) as given (day, hour, count)
      ), whole_days as (
        insert into entry_days as kept (domain, day, count) select ${domain}, day, sum(count)::int from given group by day
        on conflict (domain, day) do update set count = kept.count + excluded.count
      )
      insert into entry_counts as kept (domain, day, hour, count) select ${domain}, day, hour, count from given
      on conflict (domain, day, hour) do update set count = kept.count + excluded.count`
  }

  /** Counts these days again, or all. */
  const countAnew = Effect.fnUntraced(function* (
    client: SqlClient.SqlClient,
    days?: ReadonlyArray<LocalDate>,
  ) {
    const counted = client`domain = ${domain} and ${days === undefined ? client`true` : client`day = any(${dates(days)})`}`
    yield* client`delete from entry_counts where ${counted}`
    yield* client`delete from entry_days where ${counted}`
    yield* insert(client, yield* moments(client, everything, days))
  })

  return { countAnew, insert }
}

/** Counts a domain again if it was counted in another time zone. */
const countInZone = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  domain: string,
  zone: DateTime.TimeZone,
  countAnew: ReturnType<typeof countingIn>["countAnew"],
) {
  const name = zoneName(zone)
  const isCounted = (client: SqlClient.SqlClient) =>
    Effect.map(
      client`select 1 from entry_zones where domain = ${domain} and zone = ${name}`,
      (rows) => rows.length > 0,
    )
  const long = forLongWork(sql)
  const keepZone = Effect.gen(function* () {
    // The domain's writers wait here.
    yield* raiseVersion(long, domain)
    if (yield* isCounted(long)) return
    yield* countAnew(long)
    yield* long`delete from touched_days where domain = ${domain}`
    yield* long`insert into entry_zones (domain, zone) values (${domain}, ${name})
      on conflict (domain) do update set zone = excluded.zone`
  })
  if (!(yield* isCounted(sql))) {
    yield* waitingForLocks(`counting the entries of ${domain} by day`, long.withTransaction(keepZone))
  }
})

/**
 * The counts of a domain by day and hour, kept in the owner's time zone; in another one they are counted again. Its
 * writers count what they change, in the transaction that changes it.
 */
export const countsOf = Effect.fnUntraced(function* (domain: string, moments: ReadMoments) {
  const sql = yield* SqlClient.SqlClient
  const zone = yield* DateTime.CurrentTimeZone
  const { countAnew, insert } = countingIn(domain, zone, moments)
  yield* countInZone(sql, domain, zone, countAnew)

  /** The whole days of a range as a condition, and its partial days. */
  const cut = (range: DateRange) => {
    const { from, until } = dayBounds(range, zone)
    const parts = [from, until].flatMap((bound) => (bound?.at === undefined ? [] : [bound.day]))
    const first = from === undefined || from.at === undefined ? from?.day : addDays(from.day, 1)
    const whole = sql.and([
      sql`domain = ${domain}`,
      ...(first === undefined ? [] : [sql`day >= ${date(first)}`]),
      ...(until === undefined ? [] : [sql`day < ${date(until.day)}`]),
    ])
    return { parts: [...new Set(parts)], whole }
  }
  const partOf = (range: DateRange, days: ReadonlyArray<LocalDate>) =>
    days.length === 0 ? Effect.succeed([]) : moments(sql, range, days)

  return {
    countAnew,
    /** Adds new items to the counts. */
    add: (items: ReadonlyArray<Moment>) => (items.length === 0 ? Effect.void : insert(sql, items)),
    countsByDay: Effect.fn("Journal.countsByDay")(function* (range: DateRange, by: Granularity = "day") {
      const { parts, whole } = cut(range)
      const days = readDayCounts(
        yield* sql`select day::text as day, count from entry_days where ${whole} order by entry_days.day`,
      )
      if (parts.length === 0 && by === "day") return days
      const all = [...days, ...(yield* partOf(range, parts))]
      return sumCounts(all, ({ day }) => startOfBucket(day, by)).map(([day, count]) => ({ day, count }))
    }, Effect.orDie),
    countsByHour: Effect.fn("Journal.countsByHour")(function* (range: DateRange) {
      const { parts, whole } = cut(range)
      const counts = readHourCounts(
        yield* sql`select hour::int, sum(count)::int as count from entry_counts where ${whole} and hour >= 0
        group by hour order by hour`,
      )
      const clock = clockOf(zone)
      const timed = (yield* partOf(range, parts)).filter(({ dayOnly }) => !dayOnly)
      const all = [...counts, ...timed.map(({ at, count }) => ({ hour: clock(at).hour, count }))]
      return sumCounts(all, ({ hour }) => hour).map(([hour, count]) => ({ hour, count }))
    }, Effect.orDie),
  }
})
