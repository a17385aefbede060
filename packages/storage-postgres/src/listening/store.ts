import {
  type DateRange,
  dayOf,
  type Granularity,
  isEverything,
  type LocalDate,
  type PageRequest,
  type SourceCursor,
} from "@daybook/kernel"
import { type AlbumId, type Listen, ListeningStore, Patterns, type Scrobble } from "@daybook/listening"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { keepZone } from "../kernel/keepZone.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { nameFilterReader } from "./filterRules.ts"
import { migrateListening } from "./migrations.ts"
import { readAlbums, readBuckets, readFound, readPlays, readTotals } from "./rows.ts"
import { date, instant, ints } from "../sql/parameters.ts"
import { monthsFit, type RangePiece, rangePieces } from "./rangePieces.ts"
import { rebuildDays } from "./playSums.ts"
import { writeScrobbles } from "./writer.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { migrateVersions } from "../kernel/migrations.ts"

const unknownListen = { artistId: 0, albumId: 0, catalogUrl: "", imageUrl: "" }

/** Rows `(album_id, start, plays, last_played_at)` that together cover the plays of a range. */
const playsOf = (
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
      case "day":
        return sql`select album_id, day as start, plays, last_played_at from album_days
          where ${sql.and(within("day", piece.from, piece.until))}`
      case "month":
        return sql`select album_id, month as start, plays, last_played_at from album_months
          where ${sql.and(within("month", piece.from, piece.until))}`
    }
  })
  return sql.join(" union all ", false)(selects)
}

/** Scrobbles in SQL, with their sums by day and month in the person's time zone. */
export const layer = Layer.effect(
  ListeningStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const zone = yield* DateTime.CurrentTimeZone
    yield* migrateVersions
    yield* migrateListening
    yield* keepZone(sql, zone, {
      domain: "listening",
      table: "listening_zone",
      work: "counting plays by day",
      findAnew: (long) => rebuildDays(long, zone),
    })
    const readHider = nameFilterReader(sql, (yield* Patterns).compile)

    const write = writerOf(sql, "listening")
    const cursors = cursorsIn(sql, "scrobble_cursors")

    const storeScrobbles = Effect.fn("ListeningStore.storeScrobbles")(function* (
      scrobbles: ReadonlyArray<Scrobble>,
      cursor?: SourceCursor,
    ) {
      const all = Effect.gen(function* () {
        const changed = yield* writeScrobbles(sql, zone, scrobbles, yield* readHider)
        yield* cursors.save(cursor)
        return changed
      })
      return yield* write(all)
    }, Effect.orDie)

    const topAlbums = Effect.fn("ListeningStore.topAlbums")(function* (range: DateRange, page: PageRequest) {
      const all = isEverything(range)
      const played = all
        ? sql`album_totals`
        : sql`(select album_id, sum(plays)::int as plays, max(last_played_at) as last_played_at
            from (${playsOf(sql, rangePieces(range, zone, true), zone, sql`true`)}) as piece group by album_id)`
      // The index gives the first totals in order, without reading the rest, so a query of its own counts them.
      const counted = all ? sql`(select count(*)::int from album_totals)` : sql`(count(*) over ())::int`
      const rows = yield* sql`with ranked as (
            select *, ${counted} as total from ${played} as played
            order by plays desc, last_played_at desc, album_id ${onPage(sql, page)}
          )
          select albums.id, albums.name, artists.name as artist, ranked.plays, ranked.last_played_at,
            albums.image_url, albums.catalog_url, albums.preview_url, ranked.total
          from ranked
          join albums on albums.id = ranked.album_id join artists on artists.id = albums.artist_id
          order by ranked.plays desc, ranked.last_played_at desc, albums.id`
      // A page past the end has no row to carry the total.
      const [first] = readTotals(rows.slice(0, 1))
      const total = first?.total ?? (yield* countRows(sql, sql`${played} as played`))
      return { items: readAlbums(rows), total }
    }, Effect.orDie)

    const albumBuckets = Effect.fn("ListeningStore.albumBuckets")(function* (
      albums: ReadonlyArray<AlbumId>,
      range: DateRange,
      granularity: Granularity,
    ) {
      const pieces = rangePieces(range, zone, monthsFit(granularity))
      return readBuckets(
        yield* sql`select album_id, date_trunc(${granularity}::text, start::timestamp)::date::text as start, sum(plays)::int as plays
          from (${playsOf(sql, pieces, zone, sql`album_id = any(${ints(albums)})`)}) as piece
          group by 1, 2 order by 1, 2`,
      )
    }, Effect.orDie)

    const newest = Effect.gen(function* () {
      const [play] = readPlays(
        yield* sql`select artists.id as artist_id, artists.name as artist, coalesce(albums.id, 0) as album_id,
            coalesce(albums.name, '') as album, tracks.name as track, tracks.catalog_url,
            coalesce(albums.image_url, '') as image_url, scrobbles.played_at
          from (select * from scrobbles where not hidden order by played_at desc, track_id desc limit 1) as scrobbles
          join tracks on tracks.id = scrobbles.track_id join artists on artists.id = tracks.artist_id
          left join albums on albums.id = scrobbles.album_id`,
      )
      return Option.fromUndefinedOr(play)
    }).pipe(Effect.orDie, Effect.withSpan("ListeningStore.newest"))

    const find = Effect.fn("ListeningStore.find")(function* (listen: Listen) {
      const [found = unknownListen] = readFound(
        yield* sql`select artists.id as artist_id, coalesce(albums.id, 0) as album_id,
            coalesce(tracks.catalog_url, '') as catalog_url, coalesce(albums.image_url, '') as image_url
          from artists
          left join albums on albums.artist_id = artists.id and albums.name = ${listen.album}
          left join tracks on tracks.artist_id = artists.id and tracks.name = ${listen.track}
          where artists.name = ${listen.artist}`,
      )
      return { ...listen, ...found, imageUrl: listen.imageUrl === "" ? found.imageUrl : listen.imageUrl }
    }, Effect.orDie)

    return ListeningStore.of({ storeScrobbles, cursor: cursors.read, topAlbums, albumBuckets, newest, find })
  }),
)
