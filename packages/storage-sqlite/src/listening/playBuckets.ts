import { cutByMonth, type DateRange, type Granularity } from "@daybook/kernel"
import type { ListeningLists, PlayedKind } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { inRange } from "../sql/paging.ts"
import { jsonList } from "../sql/table.ts"
import { readDayPlays } from "./rows.ts"
import { inBuckets, leadOf, playedTables } from "@daybook/storage-sql/listening"
import { amongMonths, firstDayOf, piecesOfMonths } from "./sums.ts"

/** The plays of some items in a range by day, or by month or year where these are whole and days are not asked for. */
const pieces = (
  { all, sql }: Database["Service"],
  zone: DateTime.TimeZone,
  kind: PlayedKind,
  ids: ReadonlyArray<number>,
  range: DateRange,
  by: Granularity,
  albumId: number | undefined,
) => {
  const { id, months: table } = playedTables[kind]
  const these = sql`(select value from json_each(${jsonList([...new Set(ids)])}))`
  const isWhole = albumId === undefined && (by === "month" || by === "year")
  const { months, parts } = isWhole ? cutByMonth(range, zone) : { months: undefined, parts: [range] }
  const piecesOf = by === "year" ? piecesOfMonths : amongMonths
  const whole = months === undefined ? [] : piecesOf(sql, months)
  const found = sql.and([
    kind === "artist"
      ? sql`track_id in (select id from tracks where artist_id in ${these})`
      : sql`${sql(id)} in ${these}`,
    ...(albumId === undefined ? [] : [sql`album_id = ${leadOf(sql, "album", albumId)}`]),
  ])
  return [
    ...whole.map(
      (where) =>
        sql`select id, ${firstDayOf(sql)} as start, plays from ${sql(table)} where id in ${these} and ${where}`,
    ),
    ...parts.map(
      (part) => sql`select ${sql(id)} as id, day as start, count(*) as plays from scrobbles
          where ${found} and not hidden and ${inRange(sql, "played_at", part)} group by 1, 2`,
    ),
  ].flatMap((some) => readDayPlays(all(some)))
}

/** The plays of artists, albums or tracks over time. */
export const playBucketsIn = (
  database: Database["Service"],
  zone: DateTime.TimeZone,
): ListeningLists["buckets"] =>
  Effect.fn("ListeningLists.buckets")((kind, ids, range, granularity, albumId) =>
    database.read(() =>
      inBuckets(pieces(database, zone, kind, ids, range, granularity, albumId), granularity),
    ),
  )
