import {
  type DateRange,
  dayOf,
  type EpochMillis,
  type LocalDate,
  nextBucket,
  type PageRequest,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { onPage } from "../sql/paging.ts"
import { date, instant } from "../sql/parameters.ts"
import type { KeptSums } from "./keptSums.ts"
import { bucketOf, type RangePiece, rangePieces, type SumWidth, sumWidths } from "./rangePieces.ts"
import { readAlbums, readTotals } from "./rows.ts"

/** Rows `(album_id, start, plays, last_played_at)` that together cover the plays of a range. */
export const playsOf = (
  sql: SqlClient.SqlClient,
  pieces: ReadonlyArray<RangePiece>,
  zone: DateTime.TimeZone,
  where: Fragment,
): Fragment => {
  const within = (column: string, from: LocalDate | undefined, until: LocalDate | undefined) => [
    ...(from === undefined ? [] : [sql`${sql(column)} >= ${date(from)}`]),
    ...(until === undefined ? [] : [sql`${sql(column)} < ${date(until)}`]),
    where,
  ]
  const selects = pieces.map((piece) => {
    switch (piece.by) {
      case "instant":
        return sql`select album_id, ${date(dayOf(piece.from, zone))}::date as start, count(*) as plays,
          max(played_at) as last_played_at from scrobbles
          where played_at >= ${instant(piece.from)} and played_at < ${instant(piece.until)}
          and album_id is not null and not hidden and ${where} group by album_id`
      default:
        return sql`select album_id, ${sql(piece.by)} as start, plays, last_played_at from ${sql(`album_${piece.by}s`)}
          where ${sql.and(within(piece.by, piece.from, piece.until))}`
    }
  })
  return sql.join(" union all ", false)(selects)
}

/** A range within a calendar year, and the parts of the year that are outside of it. */
interface PartOfYear {
  readonly year: LocalDate
  readonly until: EpochMillis
  readonly outside: ReadonlyArray<RangePiece>
}

/** Finds the year that holds a range, where three quarters of it are in the range: with less it is as quick to add up the inside. */
const partOfYear = ({ from, until }: DateRange, zone: DateTime.TimeZone): PartOfYear | undefined => {
  if (from === undefined || until === undefined || from >= until) return undefined
  const year = startOfBucket(dayOf(from, zone), "year")
  const [start, end] = [startOfDay(year, zone), startOfDay(nextBucket(year, "year"), zone)]
  if (until > end || 4 * (until - from) < 3 * (end - start)) return undefined
  const others: ReadonlyArray<DateRange> = [
    { from: start, until: from },
    { from: until, until: end },
  ]
  const outside = others.flatMap((one) =>
    one.from === one.until ? [] : rangePieces(one, zone, ["month", "day"]),
  )
  return outside.length === 0 ? undefined : { year, until, outside }
}

/** Pages of albums, the most played first, in SQL. */
export const albumPagesIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) => {
  // Looked up for each row of a page: a plan made for pages of any length would read all albums.
  const rankedAlbums = sql`
    select album.*, ranked.plays, ranked.last_played_at, total from ranked
    left join lateral (
      select albums.id, albums.name, artists.name as artist, image_url, albums.catalog_url, preview_url
      from albums join artists on artists.id = artist_id where albums.id = ranked.album_id offset 0
    ) as album on true
    order by ranked.plays desc, ranked.last_played_at desc, ranked.album_id`

  /** A page out of rows `(album_id, plays, last_played_at)`, each of an album, with the number of all. */
  const pageOf = Effect.fnUntraced(function* (
    { rows, total, tables = sql.literal("") }: { rows: Fragment; total: Fragment; tables?: Fragment },
    page: PageRequest,
  ) {
    const found = yield* sql`with ${tables} ranked as (
        select page.*, total from (select ${total} as total) as counted left join lateral (
          select album_id, plays, last_played_at from (${rows}) as album
          order by plays desc, last_played_at desc, album_id ${onPage(sql, page)}
        ) as page on true
      ) ${rankedAlbums}`
    // A page past the end has the total alone.
    const [first] = readTotals(found.slice(0, 1))
    return { items: first?.id === undefined ? [] : readAlbums(found), total: first?.total ?? 0 }
  })

  const ofKept = ({ rows, total }: KeptSums, page: PageRequest) =>
    pageOf(
      {
        rows: sql`select id as album_id, plays, last_played_at from (${rows("album")}) as kept`,
        total: total("album"),
      },
      page,
    )

  /** A page of one bucket, in which each album has one row. */
  const ofBucket = (by: SumWidth, start: LocalDate, page: PageRequest) => {
    const within = sql`from ${sql(`album_${by}s`)} where ${sql(by)} = ${date(start)}`
    return pageOf(
      {
        rows: sql`select album_id, plays, last_played_at ${within}`,
        total: sql`(select count(*)::int ${within})`,
      },
      page,
    )
  }

  const ofPieces = (pieces: ReadonlyArray<RangePiece>, page: PageRequest) =>
    pageOf(
      {
        tables: sql`played as materialized (
          select album_id, sum(plays)::int as plays, max(last_played_at) as last_played_at
          from (${playsOf(sql, pieces, zone, sql`true`)}) as piece group by album_id
        ),`,
        rows: sql`select * from played`,
        total: sql`(select count(*)::int from played)`,
      },
      page,
    )

  /**
   * A page of most of a year, for the price of the rest: the year's albums without plays outside of the range, which an index
   * has in their order, and those with some. The latest play is looked up only for those that may be on the page.
   */
  const ofYearWithout = (
    { outside, until, year }: PartOfYear,
    pieces: ReadonlyArray<RangePiece>,
    page: PageRequest,
  ) => {
    const last = page.page * page.limit
    return pageOf(
      {
        tables: sql`outside as materialized (
          select album_id, sum(plays)::int as plays
          from (${playsOf(sql, outside, zone, sql`true`)}) as piece group by album_id
        ), changed as materialized (
          select whole.album_id, whole.plays - outside.plays as plays, whole.last_played_at
          from outside join album_years as whole on whole.year = ${date(year)} and whole.album_id = outside.album_id
        ), untouched as materialized (
          select album_id, plays, last_played_at from album_years
          where year = ${date(year)} and album_id not in (select album_id from outside)
          order by plays desc, last_played_at desc, album_id limit ${last}
        ), least as materialized (
          select greatest(1, min(plays)) as plays from (
            select plays from (select plays from untouched union all select plays from changed) as one
            order by plays desc limit ${last}
          ) as best
        ),`,
        rows: sql`select * from untouched
          union all select album_id, plays, case when last_played_at < ${instant(until)} then last_played_at else (
              select max(last_played_at) from (${playsOf(sql, pieces, zone, sql`album_id = changed.album_id`)}) as piece
            ) end from changed
          where plays >= (select plays from least)`,
        total: sql`coalesce((select albums from listening_years where year = ${date(year)}), 0)
          - (select count(*)::int from changed where plays = 0)`,
      },
      page,
    )
  }

  const ofRange = (range: DateRange, page: PageRequest) => {
    const pieces = rangePieces(range, zone, sumWidths)
    const bucket = bucketOf(pieces)
    if (bucket !== undefined) return ofBucket(bucket.by, bucket.start, page)
    const part = partOfYear(range, zone)
    return part === undefined ? ofPieces(pieces, page) : ofYearWithout(part, pieces, page)
  }

  return { ofKept, ofRange }
}
