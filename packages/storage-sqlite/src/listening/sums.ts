import { cutByMonth, type DateRange, type EpochMillis, isEverything, type LocalDate } from "@daybook/kernel"
import { type PlayedKind, PlayedKind as Kinds } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { inRange } from "../sql/paging.ts"

const kinds = Kinds.literals

/** The tables and the columns of what is played. */
export const playedTables = {
  artist: { names: "artists", totals: "artist_totals", months: "artist_months", id: "artist_id" },
  album: { names: "albums", totals: "album_totals", months: "album_months", id: "album_id" },
  track: { names: "tracks", totals: "track_totals", months: "track_months", id: "track_id" },
} as const

/**
 * The totals of visible plays: of all time and by month of the owner's calendar, by artist, album and track; by hour
 * they are the journal's. Other ranges add up whole months, and single plays at both ends. `recounts` names the items
 * that lost a play in the transaction at work.
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

const monthOf = (day: string) => `substr(${day}, 1, 7)`

const ends = `first_played_at = min(first_played_at, excluded.first_played_at),
  last_played_at = max(last_played_at, excluded.last_played_at)`

const ofKind = (statement: (kind: PlayedKind, id: string) => string): string =>
  kinds.map((kind) => `${statement(kind, playedTables[kind].id)};`).join("\n")

/** Adds the new row of a trigger to all sums. */
const addNew = `${ofKind(
  (kind, id) => `insert into ${playedTables[kind].totals} select new.${id}, 1, new.played_at, new.played_at
    where new.${id} is not null on conflict do update set plays = plays + 1, ${ends}`,
)}
  ${ofKind(
    (
      kind,
      id,
    ) => `insert into ${playedTables[kind].months} select ${monthOf("new.day")}, new.${id}, 1, new.played_at, new.played_at
    where new.${id} is not null on conflict do update set plays = plays + 1, ${ends}`,
  )}
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

/** Whichever statement changes or deletes plays, the sums follow. */
export const sumTriggers: ReadonlyArray<string> = [
  // Dropped since: plays are added up by the batch, which writes each sum once.
  sumTrigger("add", "insert", "not new.hidden", addNew),
  sumTrigger("drop", "delete", "not old.hidden", dropOld),
  // Triggers of one event run in no order that SQLite promises: a recount follows both.
  sumTrigger("change_from", `update of ${counted}`, "not old.hidden", dropOld),
  sumTrigger("change_to", `update of ${counted}`, "not new.hidden", addNew),
]

/** A new row of `scrobbles`, as sums count it. */
export interface NewPlay {
  readonly playedAt: EpochMillis
  readonly day: LocalDate
  readonly hour: number
  readonly trackId: number
  readonly albumId: number | undefined
  readonly artistId: number
  readonly hidden: boolean
}

/** The number, the first and the last of some plays. */
const sumOf = (plays: ReadonlyArray<NewPlay>) => {
  let [first, last] = [Infinity, -Infinity]
  for (const { playedAt } of plays) {
    first = Math.min(first, playedAt)
    last = Math.max(last, playedAt)
  }
  return [plays.length, first, last]
}

/** Adds plays to sums, and counts sums again. */
export const sumsIn = ({ all, many, sql }: Database["Service"]) => {
  const sumUp = (kind: PlayedKind, where: Fragment): void => {
    const { id, months, totals } = playedTables[kind]
    const column = sql(`scrobbles.${id}`)
    all(sql`insert into ${sql(months)}
      select substr(day, 1, 7), ${column}, count(*), min(played_at), max(played_at)
      from ${where} and not scrobbles.hidden and ${column} is not null group by 1, 2`)
    all(sql`insert into ${sql(totals)}
      select id, sum(plays), min(first_played_at), max(last_played_at) from ${sql(months)}
      where id not in (select id from ${sql(totals)}) group by id`)
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
        const idOf = (play: NewPlay) => play[`${kind}Id`]
        const items = Map.groupBy(
          shown.filter((play) => idOf(play) !== undefined),
          idOf,
        )
        many({
          text: `insert into ${totals} values (?, ?, ?, ?) on conflict do update set plays = plays + excluded.plays, ${ends}`,
          rows: Array.from(items, ([id, some]) => [id, ...sumOf(some)]),
        })
        many({
          text: `insert into ${months} values (?, ?, ?, ?, ?) on conflict do update set plays = plays + excluded.plays, ${ends}`,
          rows: [...items].flatMap(([id, some]) =>
            Array.from(
              Map.groupBy(some, ({ day }) => day.slice(0, 7)),
              ([month, inMonth]) => [month, id, ...sumOf(inMonth)],
            ),
          ),
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
        all(sql`delete from ${sql(playedTables[kind].months)}`)
        all(sql`delete from ${sql(playedTables[kind].totals)}`)
        sumUp(kind, sql`scrobbles where true`)
      }
      all(sql`delete from recounts`)
    },
  }
}

/** Sums and single plays of a kind in a range, as rows `(id, plays, first_played_at, last_played_at)`: several of an item. */
const piecesOf = (
  sql: Database["Service"]["sql"],
  zone: DateTime.TimeZone,
  kind: PlayedKind,
  range: DateRange,
): Fragment => {
  const { id, months: table } = playedTables[kind]
  const { months, parts } = cutByMonth(range, zone)
  const ofMonths = (from: LocalDate | undefined, until: LocalDate | undefined) =>
    sql`select id, plays, first_played_at, last_played_at from ${sql(table)} where ${sql.and([
      ...(from === undefined ? [] : [sql`month >= ${from.slice(0, 7)}`]),
      ...(until === undefined ? [] : [sql`month < ${until.slice(0, 7)}`]),
    ])}`
  const ofPart = (part: DateRange) =>
    sql`select ${sql(id)} as id, 1 as plays, played_at as first_played_at, played_at as last_played_at from scrobbles
      where not hidden and ${sql(id)} is not null and ${inRange(sql, "played_at", part)}`
  return sql.join(
    " union all ",
    false,
  )([...(months === undefined ? [] : [ofMonths(months.from, months.until)]), ...parts.map(ofPart)])
}

/** The rows `(id, plays, first_played_at, last_played_at)` of a kind in a range, one for each item, as a `from` clause. */
export const sumsOf = (...asked: Parameters<typeof piecesOf>): Fragment => {
  const [sql, , kind, range] = asked
  return isEverything(range)
    ? sql`${sql(playedTables[kind].totals)}`
    : sql`(select id, sum(plays) as plays, min(first_played_at) as first_played_at, max(last_played_at) as last_played_at
        from (${piecesOf(...asked)}) group by id)`
}

/** The ids of these rows, as a `from` clause: to count them takes half the time of adding up. */
export const idsOf = (...asked: Parameters<typeof piecesOf>): Fragment => {
  const [sql, , kind, range] = asked
  return isEverything(range)
    ? sql`${sql(playedTables[kind].totals)}`
    : sql`(select distinct id from (${piecesOf(...asked)}))`
}
