import {
  addDays,
  type DateRange,
  dayBounds,
  DayCount,
  everything,
  HourCount,
  clockOf,
  type Journal,
  LocalDate,
  sumCounts,
} from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { raiseVersion, writerOf } from "../kernel/dataVersions.ts"
import { forLongWork, waitingForLocks } from "../sql/longWork.ts"
import { date, dates, ints } from "../sql/parameters.ts"
import { rowsOf, valuesOf } from "../sql/table.ts"
import { type EntrySelect, entriesIn } from "./entries.ts"

const dayOnlyHour = -1

/** A touched day may be one in UTC, or that of a run beside which another run counts: days differ by two at the most. */
const reach = [-2, -1, 0, 1, 2]

const readDays = valuesOf(LocalDate)
const readDayCounts = rowsOf(DayCount)
const readHourCounts = rowsOf(HourCount)

/**
 * The journal of a domain, and `write` for its changes: in the transaction of each the days that it touched are counted
 * anew. The domain's tables say in their migrations by `touchDays` which days a change touches.
 */
export const journalIn = Effect.fnUntraced(function* (
  domain: string,
  entries: (sql: SqlClient.SqlClient) => EntrySelect,
) {
  const sql = yield* SqlClient.SqlClient
  const zone = yield* DateTime.CurrentTimeZone

  const countAnew = Effect.fnUntraced(function* (
    client: SqlClient.SqlClient,
    days?: ReadonlyArray<LocalDate>,
  ) {
    const moments = yield* entriesIn(client, zone, entries(client)).moments(everything, days)
    const clock = clockOf(zone)
    const counts = sumCounts(
      moments,
      ({ at, day, dayOnly }) => `${day} ${dayOnly ? dayOnlyHour : clock(at).hour}`,
    )
    const keys = counts.map(([key]) => key.split(" "))
    yield* client`delete from entry_counts where domain = ${domain}
      and ${days === undefined ? client`true` : client`day = any(${dates(days)})`}`
    yield* client`insert into entry_counts (domain, day, hour, count)
      select ${domain}, * from unnest(${dates(keys.map(([day = ""]) => LocalDate.make(day)))},
        ${ints(keys.map(([, hour]) => Number(hour)))}, ${ints(counts.map(([, count]) => count))})`
  })

  const countTouched = Effect.gen(function* () {
    const touched = readDays(
      yield* sql`delete from touched_days where domain = ${domain} returning day::text`,
    )
    if (touched.length === 0) return
    yield* countAnew(sql, [...new Set(touched.flatMap((day) => reach.map((days) => addDays(day, days))))])
  })

  const name = DateTime.zoneToString(zone)
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

  const { moments, read, readOn } = entriesIn(sql, zone, entries(sql))
  const change = yield* writerOf(domain)

  /** The condition of the whole days of a range, and the days of which it has a part. */
  const cut = (range: DateRange) => {
    const { from, until } = dayBounds(range, zone)
    const parts = [from, until].flatMap((bound) => (bound?.at === undefined ? [] : [bound.day]))
    const first = from === undefined || from.at === undefined ? from?.day : addDays(from.day, 1)
    return {
      parts: [...new Set(parts)],
      whole: sql.and([
        sql`domain = ${domain}`,
        ...(first === undefined ? [] : [sql`day >= ${date(first)}`]),
        ...(until === undefined ? [] : [sql`day < ${date(until.day)}`]),
      ]),
    }
  }
  const partOf = (range: DateRange, days: ReadonlyArray<LocalDate>) =>
    days.length === 0 ? Effect.succeed([]) : moments(range, days)

  const journal: Journal = {
    entries: Effect.fn("Journal.entries")(read, Effect.orDie),
    entriesOn: Effect.fn("Journal.entriesOn")(readOn, Effect.orDie),
    countsByDay: Effect.fn("Journal.countsByDay")(function* (range: DateRange) {
      const { parts, whole } = cut(range)
      const counts = readDayCounts(
        yield* sql`select day::text as day, sum(count)::int as count from entry_counts where ${whole}
          group by entry_counts.day order by entry_counts.day`,
      )
      const all = [...counts, ...(yield* partOf(range, parts))]
      return sumCounts(all, ({ day }) => day).map(([day, count]) => ({ day, count }))
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
  return {
    journal,
    write: <A, E, R>(work: Effect.Effect<A, E, R>) => change(Effect.tap(work, countTouched)),
  }
})
