import {
  cutByMonth,
  type CutRange,
  type DateRange,
  dayOf,
  type EpochMillis,
  isEverything,
  type LocalDate,
  nextBucket,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import { type PlayedKind, PlayedKind as Kinds } from "@daybook/listening"
import { playedTables } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { inRange } from "../sql/paging.ts"

const kinds = Kinds.literals

/**
 * The totals of visible plays: of all time and by month of the owner's calendar, by artist, album and track; by hour
 * they are the journal's. The tables of months have years too, as `y2024`, which follow all months. Other ranges add up
 * whole years and months, and single plays at both ends. `recounts` names the items that lost a play in the transaction
 * at work.
 */
export const sumTables: ReadonlyArray<string> = [
  ...kinds.flatMap((kind) => {
    const { months, totals } = playedTables[kind]
    return [
      `create table ${totals} (
        id integer primary key,
        plays int not null,
        first_played_at int not null,
        last_played_at int not null
      ) strict`,
      `create index ${totals}_by_plays on ${totals} (plays desc, last_played_at desc, id)`,
      `create table ${months} (
        month text not null,
        id int not null,
        plays int not null,
        first_played_at int not null,
        last_played_at int not null,
        primary key (month, id)
      ) strict, without rowid`,
      `create index ${months}_by_item on ${months} (id, month)`,
    ]
  }),
  `create table recounts (kind text not null, id int not null, primary key (kind, id)) strict, without rowid`,
]

/** The month and the year of a day, as expressions and as values. */
const spans = {
  month: { expression: (day: string) => `substr(${day}, 1, 7)`, of: (day: LocalDate) => day.slice(0, 7) },
  year: {
    expression: (day: string) => `'y' || substr(${day}, 1, 4)`,
    of: (day: LocalDate) => `y${day.slice(0, 4)}`,
  },
} as const

/** Sets the years by the months that are there: for the tables of before. */
export const setYears: ReadonlyArray<string> = kinds.flatMap((kind) => {
  const { months } = playedTables[kind]
  return [
    `delete from ${months} where month >= 'y'`,
    `insert into ${months} select ${spans.year.expression("month")}, id, sum(plays), min(first_played_at),
      max(last_played_at) from ${months} group by 1, 2`,
  ]
})

const ends = `first_played_at = min(first_played_at, excluded.first_played_at),
  last_played_at = max(last_played_at, excluded.last_played_at)`

const ofKind = (statement: (kind: PlayedKind, id: string) => string): string =>
  kinds.map((kind) => `${statement(kind, playedTables[kind].id)};`).join("\n")

/** Adds the new row of a trigger to all totals. */
const addNew = `${ofKind(
  (kind, id) => `insert into ${playedTables[kind].totals} select new.${id}, 1, new.played_at, new.played_at
    where new.${id} is not null on conflict do update set plays = plays + 1, ${ends}`,
)}
  ${Object.values(spans)
    .map(({ expression }) =>
      ofKind(
        (
          kind,
          id,
        ) => `insert into ${playedTables[kind].months} select ${expression("new.day")}, new.${id}, 1, new.played_at, new.played_at
    where new.${id} is not null on conflict do update set plays = plays + 1, ${ends}`,
      ),
    )
    .join("\n")}
  insert into entry_counts values ('listening', new.day, new.hour, 1) on conflict do update set count = count + 1;
  insert into entry_days values ('listening', new.day, 1) on conflict do update set count = count + 1;`

/** Takes the old row of a trigger out of the counts, and notes its items: their first or last play may be gone. */
const dropOld = `${ofKind(
  (kind, id) =>
    `insert into recounts select '${kind}', old.${id} where old.${id} is not null on conflict do nothing`,
)}
  update entry_counts set count = count - 1 where domain = 'listening' and day = old.day and hour = old.hour;
  update entry_days set count = count - 1 where domain = 'listening' and day = old.day;`

const sumTrigger = (name: string, event: string, when: string, statements: string) =>
  `create trigger scrobbles_${name} after ${event} on scrobbles when ${when} begin ${statements} end`

const counted = "hidden, album_id, artist_id"

/** Triggers of one event run in no order that SQLite promises: a recount follows this one and `change_from`. */
export const changeTo = sumTrigger("change_to", `update of ${counted}`, "not new.hidden", addNew)

/** Whichever statement changes or deletes plays, the totals follow. */
export const sumTriggers: ReadonlyArray<string> = [
  // Dropped since: plays are added up by the batch, which writes each total once.
  sumTrigger("add", "insert", "not new.hidden", addNew),
  sumTrigger("drop", "delete", "not old.hidden", dropOld),
  sumTrigger("change_from", `update of ${counted}`, "not old.hidden", dropOld),
  changeTo,
]

/** A new row of `scrobbles`, as totals count it. */
export interface NewPlay {
  readonly playedAt: EpochMillis
  readonly day: LocalDate
  readonly hour: number
  readonly trackId: number
  readonly albumId: number | undefined
  readonly artistId: number
  readonly hidden: boolean
}

interface Sum {
  plays: number
  first: EpochMillis
  last: EpochMillis
}

const addTo = (sums: Map<number, Sum>, id: number, at: EpochMillis): void => {
  const sum = sums.get(id)
  if (sum === undefined) return void sums.set(id, { plays: 1, first: at, last: at })
  sum.plays += 1
  sum.first = Math.min(sum.first, at)
  sum.last = Math.max(sum.last, at)
}

/** Totals as rows, in the order of their ids: neighbouring rows are written in half the time. */
const rowsIn = (sums: ReadonlyMap<number, Sum>) =>
  [...sums]
    .sort(([one], [other]) => one - other)
    .map(([id, { first, last, plays }]) => [id, plays, first, last])

/** Adds plays to totals, and counts totals again. */
export const sumsIn = ({ all, many, sql }: Database["Service"]) => {
  const sumUp = (kind: PlayedKind, where: Fragment): void => {
    const { id, months, totals } = playedTables[kind]
    const column = sql(`scrobbles.${id}`)
    for (const { expression } of Object.values(spans))
      all(sql`insert into ${sql(months)}
        select ${sql.literal(expression("day"))}, ${column}, count(*), min(played_at), max(played_at)
        from ${where} and not scrobbles.hidden and ${column} is not null group by 1, 2`)
    all(sql`insert into ${sql(totals)}
      select id, sum(plays), min(first_played_at), max(last_played_at) from ${sql(months)}
      where month >= 'y' and id not in (select id from ${sql(totals)}) group by id`)
  }

  return {
    /** Adds new plays. */
    add: (plays: ReadonlyArray<NewPlay>): void => {
      const shown = plays.filter(({ hidden }) => !hidden)
      for (const [day, ofDay] of Map.groupBy(shown, (play) => play.day)) {
        all(sql`insert into entry_days values ('listening', ${day}, ${ofDay.length})
          on conflict do update set count = count + excluded.count`)
        for (const [hour, { length }] of Map.groupBy(ofDay, (play) => play.hour))
          all(sql`insert into entry_counts values ('listening', ${day}, ${hour}, ${length})
            on conflict do update set count = count + excluded.count`)
      }
      for (const kind of kinds) {
        const { months, totals } = playedTables[kind]
        const all = new Map<number, Sum>()
        const inSpans = new Map<string, Map<number, Sum>>()
        for (const play of shown) {
          const id = play[`${kind}Id`]
          if (id === undefined) continue
          addTo(all, id, play.playedAt)
          for (const { of } of Object.values(spans)) {
            const inSpan = inSpans.get(of(play.day)) ?? new Map<number, Sum>()
            inSpans.set(of(play.day), inSpan)
            addTo(inSpan, id, play.playedAt)
          }
        }
        many({
          text: `insert into ${totals} values (?, ?, ?, ?) on conflict do update set plays = plays + excluded.plays, ${ends}`,
          rows: rowsIn(all),
        })
        many({
          text: `insert into ${months} values (?, ?, ?, ?, ?) on conflict do update set plays = plays + excluded.plays, ${ends}`,
          rows: [...inSpans].flatMap(([span, sums]) => rowsIn(sums).map((row) => [span, ...row])),
        })
      }
    },
    /** Counts again what lost a play in the transaction at work. */
    settle: (): void => {
      // The counts of days would be read through for each new play.
      if (all(sql`select 1 from recounts limit 1`).length === 0) return
      for (const kind of kinds) {
        const some = sql`(select id from recounts where kind = ${kind})`
        if (all(sql`select 1 from ${some} limit 1`).length === 0) continue
        const { months, totals } = playedTables[kind]
        for (const table of [months, totals]) all(sql`delete from ${sql(table)} where id in ${some}`)
        // All plays of an item are found by its tracks.
        const plays = {
          artist: sql`tracks join scrobbles on track_id = tracks.id where tracks.artist_id in ${some}`,
          album: sql`scrobbles where album_id in ${some}`,
          track: sql`scrobbles where track_id in ${some}`,
        }
        sumUp(kind, plays[kind])
      }
      all(sql`delete from recounts`)
      all(sql`delete from entry_counts where domain = 'listening' and count = 0`)
      all(sql`delete from entry_days where domain = 'listening' and count = 0`)
    },
    /** Counts all months and totals again. */
    recountAll: (): void => {
      for (const kind of kinds) {
        const { months, totals } = playedTables[kind]
        for (const table of [months, totals]) all(sql`delete from ${sql(table)}`)
        sumUp(kind, sql`scrobbles where true`)
      }
      all(sql`delete from recounts`)
    },
  }
}

type Sql = Database["Service"]["sql"]
type Months = NonNullable<CutRange["months"]>

/** The first day of a row's month or year. */
export const firstDayOf = (sql: Sql): Fragment =>
  sql`iif(month >= 'y', substr(month, 2) || '-01-01', month || '-01')`

/** The condition that a row belongs to one of some months, not to a year. */
export const amongMonths = (sql: Sql, { from, until }: Months): ReadonlyArray<Fragment> => [
  sql.and([
    ...(from === undefined ? [] : [sql`month >= ${spans.month.of(from)}`]),
    until === undefined ? sql`month < 'y'` : sql`month < ${spans.month.of(until)}`,
  ]),
]

/** The conditions of the rows that make up some months: whole years, and months at both ends. */
export const piecesOfMonths = (sql: Sql, months: Months): ReadonlyArray<Fragment> => {
  const { from, until } = months
  const begun = from === undefined ? undefined : startOfBucket(from, "year")
  const first = begun === undefined || begun === from ? begun : nextBucket(begun, "year")
  const end = until === undefined ? undefined : startOfBucket(until, "year")
  if (first !== undefined && end !== undefined && first >= end) return amongMonths(sql, months)
  return [
    sql.and([
      sql`month >= ${first === undefined ? "y" : spans.year.of(first)}`,
      ...(end === undefined ? [] : [sql`month < ${spans.year.of(end)}`]),
    ]),
    ...(from === first ? [] : amongMonths(sql, { from, until: first })),
    ...(until === end ? [] : amongMonths(sql, { from: end, until })),
  ]
}

/** A range that ends after the last play, such as this year until today, as if it ended with its year. */
const withWholeYear = (
  { all, sql }: Database["Service"],
  zone: DateTime.TimeZone,
  { from, until }: DateRange,
): DateRange => {
  if (until === undefined || all(sql`select 1 from scrobbles where played_at >= ${until} limit 1`).length > 0)
    return { from, until }
  const year = startOfBucket(dayOf(until - 1, zone), "year")
  return { from, until: startOfDay(nextBucket(year, "year"), zone) }
}

/**
 * The totals of a kind in a range as a `from` clause of rows `(id, plays, first_played_at, last_played_at)`, one for each
 * item: of all time, a month or a year they are stored, and undefined for another range.
 */
export const storedSums = (
  database: Database["Service"],
  zone: DateTime.TimeZone,
  kind: PlayedKind,
  range: DateRange,
): Fragment | undefined => {
  const { sql } = database
  const { months: table, totals } = playedTables[kind]
  if (isEverything(range)) return sql`${sql(totals)}`
  const { months, parts } = cutByMonth(withWholeYear(database, zone, range), zone)
  const from = months?.from
  if (from === undefined || parts.length > 0) return undefined
  const span = (["month", "year"] as const).find(
    (one) => startOfBucket(from, one) === from && nextBucket(from, one) === months?.until,
  )
  if (span === undefined) return undefined
  return sql`(select id, plays, first_played_at, last_played_at from ${sql(table)} where month = ${spans[span].of(from)})`
}

type Asked = Parameters<typeof storedSums>

/** Totals and single plays of a kind in a range, as rows `(id, plays, first_played_at, last_played_at)`: several of an item. */
const piecesOf = (...[database, zone, kind, range]: Asked): Fragment => {
  const { sql } = database
  const { id, months: table } = playedTables[kind]
  const { months, parts } = cutByMonth(withWholeYear(database, zone, range), zone)
  const ofMonths = (where: Fragment) =>
    sql`select id, plays, first_played_at, last_played_at from ${sql(table)} where ${where}`
  const ofPart = (part: DateRange) =>
    sql`select ${sql(id)} as id, 1 as plays, played_at as first_played_at, played_at as last_played_at from scrobbles
      where not hidden and ${sql(id)} is not null and ${inRange(sql, "played_at", part)}`
  return sql.join(
    " union all ",
    false,
  )([...(months === undefined ? [] : piecesOfMonths(sql, months).map(ofMonths)), ...parts.map(ofPart)])
}

/** The rows `(id, plays, first_played_at, last_played_at)` of a kind in a range, one for each item, as a `from` clause. */
export const sumsOf = (...asked: Asked): Fragment => {
  const [{ sql }] = asked
  return (
    storedSums(...asked) ??
    sql`(select id, sum(plays) as plays, min(first_played_at) as first_played_at, max(last_played_at) as last_played_at
        from (${piecesOf(...asked)}) group by id)`
  )
}

/** The ids of these rows, as a `from` clause: to count them takes half the time of adding up. */
export const idsOf = (...asked: Asked): Fragment => {
  const [{ sql }] = asked
  return storedSums(...asked) ?? sql`(select distinct id from (${piecesOf(...asked)}))`
}
