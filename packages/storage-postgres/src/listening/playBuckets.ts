import {
  type CutRange,
  cutByMonth,
  type DateRange,
  type Granularity,
  type Journal,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import type { ListeningLists, PlayedBucket, PlayedKind } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { inRange } from "../sql/paging.ts"
import { instants, ints } from "../sql/parameters.ts"
import { readMonths, readPlayedBuckets } from "./rows.ts"
import { inBuckets, leadOf, playedTables } from "@daybook/storage-sql/listening"
import { amongMonths } from "./sums.ts"

/** The plays of artists, albums or tracks over time. */
export const playBucketsIn = (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  countsByDay: Journal["countsByDay"],
): ListeningLists["buckets"] => {
  const wholeMonths = (
    kind: PlayedKind,
    ids: ReadonlyArray<number>,
    months: NonNullable<CutRange["months"]>,
  ) =>
    Effect.map(
      sql`select id, month::text as start, plays from ${sql(playedTables[kind].months)}
        where id = any(${ints(ids)}) and ${amongMonths(sql, months)}`,
      readMonths,
    )

  const ofPlays = Effect.fnUntraced(function* (
    kind: PlayedKind,
    ids: ReadonlyArray<number>,
    range: DateRange,
    granularity: Granularity,
    albumId: number | undefined,
  ) {
    // The buckets with plays follow from the days with plays.
    const days = yield* countsByDay(range)
    const starts = [...new Set(days.map(({ day }) => startOfBucket(day, granularity)))]
    if (starts.length === 0) return []
    const column = sql(playedTables[kind].id)
    const ofAlbum = albumId === undefined ? sql`true` : sql`album_id = ${leadOf(sql, "album", albumId)}`
    // By the time, not by the tracks of 50 artists: most of them are not played in half a year.
    const rows = yield* sql`select ${column} as id, bucket, count(*)::int as plays from (
        select ${column}, width_bucket(played_at, ${instants(starts.map((start) => startOfDay(start, zone)))}) - 1 as bucket
        from scrobbles where not hidden and ${column} = any(${ints(ids)}) and ${ofAlbum} and ${inRange(sql, "played_at", range)}
      ) as play group by ${column}, bucket`
    return readPlayedBuckets(rows).flatMap(({ bucket, ...one }) => {
      const start = starts[bucket]
      return start === undefined ? [] : [{ ...one, start }]
    })
  })

  return Effect.fn("ListeningLists.buckets")(function* (kind, ids, range, granularity, albumId) {
    // Buckets that are made of months add up whole ones.
    const byMonth = albumId === undefined && (granularity === "month" || granularity === "year")
    const { months, parts } = byMonth ? cutByMonth(range, zone) : { months: undefined, parts: [range] }
    const found: Array<PlayedBucket> = []
    if (months !== undefined) found.push(...(yield* wholeMonths(kind, ids, months)))
    for (const part of parts) found.push(...(yield* ofPlays(kind, ids, part, granularity, albumId)))
    return inBuckets(found, granularity)
  }, Effect.orDie)
}
