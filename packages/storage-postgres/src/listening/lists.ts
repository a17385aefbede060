import { type DateRange, isEverything, type PageRequest } from "@daybook/kernel"
import type { ListeningLists, PlayedKind, PlayedQuery, PlaysQuery } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { cameSince } from "./touchedDays.ts"
import { idSet } from "../sql/idSet.ts"
import { inRange, onPage } from "../sql/paging.ts"
import { ints } from "../sql/parameters.ts"
import { sqlOf } from "../sql/sql.ts"
import {
  namesOf,
  readNamedItems,
  readPlayed,
  readPlayedTotals,
  readRanked,
  readRankedItems,
  readStats,
} from "./rows.ts"
import { playBucketsIn } from "./playBuckets.ts"
import {
  leadOf,
  namedAlbumsOf,
  playedTables,
  type PlayListStore,
  playListsOf,
} from "@daybook/storage-sql/listening"
import { sumsOf } from "./sums.ts"

/** The plays of these tracks, a select, each by the index of a track's plays. */
const ofTracks = (sql: SqlClient.SqlClient, tracks: Fragment, where: Fragment): Fragment =>
  sql`(select one.* from (${tracks}) as track cross join lateral (
      select * from scrobbles where track_id = track.id and ${where} offset 0
    ) as one) as play`

/** Visible plays as a `from` clause, each by the index that finds it. */
const playsOf = (
  sql: SqlClient.SqlClient,
  { albumId, artistId, cameAfter, range, trackId }: PlaysQuery,
): Fragment => {
  const where = sql.and([
    sql`not hidden`,
    inRange(sql, "played_at", range),
    ...(artistId === undefined ? [] : [sql`artist_id = ${leadOf(sql, "artist", artistId)}`]),
    ...(albumId === undefined ? [] : [sql`album_id = ${leadOf(sql, "album", albumId)}`]),
  ])
  if (cameAfter !== undefined)
    return sql`(select * from (${cameSince(sql, cameAfter)}) as late where ${where}) as play`
  if (trackId !== undefined) return ofTracks(sql, sql`select ${leadOf(sql, "track", trackId)} as id`, where)
  if (artistId !== undefined)
    return ofTracks(
      sql,
      sql`select id from tracks where artist_id = ${leadOf(sql, "artist", artistId)}`,
      where,
    )
  if (albumId === undefined) return sql`(select * from scrobbles where ${where}) as play`
  const artist = sql`select artist_id from albums where id = ${leadOf(sql, "album", albumId)}`
  return ofTracks(sql, sql`select id from tracks where artist_id = (${artist})`, where)
}

/** The ids of the items whose names, or whose artist's, contain a text. */
type Found = (kind: PlayedKind, text: string) => Effect.Effect<ReadonlyArray<number>>

/** The names and facts of the items whose ids `page` has. */
const nameOf = (sql: SqlClient.SqlClient, kind: PlayedKind): Fragment => sql`lateral (
      select ${sql.literal(readNamedItems.selected)}
      from (${sql.literal(namesOf[kind])} where ${sql(playedTables[kind].names)}.id = page.id) as named
      left join music_facts as told on told.kind = ${kind} and told.id = named.id
      left join edited_facts as edited on edited.kind = ${kind} and edited.id = named.id offset 0
    ) as named`

/** A select of rows `(id, plays, first_played_at, last_played_at)`. */
const sumsFor = (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  kind: PlayedKind,
  { albumId, artistId, range }: PlayedQuery,
): Fragment => {
  if (albumId === undefined && artistId === undefined) return sumsOf(sql, zone, kind, range)
  const { id, names, totals } = playedTables[kind]
  if (isEverything(range) && albumId === undefined) {
    const artist = sql.literal(kind === "artist" ? "id" : "artist_id")
    return sql`select * from ${sql(totals)} where id in (
        select id from ${sql(names)} where ${artist} = ${leadOf(sql, "artist", artistId ?? 0)})`
  }
  return sql`select ${sql(id)} as id, count(*)::int as plays, min(played_at) as first_played_at,
        max(played_at) as last_played_at
        from ${playsOf(sql, { albumId, artistId, range })} where ${sql(id)} is not null group by ${sql(id)}`
}

const orderOf = (sql: SqlClient.SqlClient, { order, sort }: PlayedQuery): Fragment => {
  const columns = {
    plays: "plays",
    name: "name_key",
    first_played: "first_played_at",
    last_played: "last_played_at",
  }
  return sql.literal(`${columns[sort]} ${order}, ${sort === "plays" ? "last_played_at desc, " : ""}id`)
}

/** Artists, albums and tracks by their plays. */
const itemLists = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone, found: Found) => ({
  played: Effect.fn("ListeningLists.played")(function* (
    kind: PlayedKind,
    query: PlayedQuery,
    page: PageRequest,
  ) {
    const { albumId, artistId, firstPlayed, q, range, sort } = query
    const names = sql(playedTables[kind].names)
    const among = q === undefined ? undefined : idSet(sql, yield* found(kind, q))
    const isSome = sql.and([
      firstPlayed === undefined ? sql`true` : inRange(sql, "first_played_at", firstPlayed),
      among === undefined ? sql`true` : among.has(sql`summed.id`),
    ])
    // Totals that nothing narrows, or a name that many have, are read in the order of their index, and names walked in theirs.
    const isWalked =
      isEverything(range) &&
      albumId === undefined &&
      artistId === undefined &&
      firstPlayed === undefined &&
      (among === undefined || among.isDense)
    const named = isWalked
      ? sql`(
          select item.id, name_key, plays, first_played_at, last_played_at from ${names} as item cross join lateral (
            select * from summed where summed.id = item.id offset 0
          ) as sums
        ) as item`
      : sql`(select summed.*, name_key from summed join ${names} as item on item.id = summed.id) as item`
    const rows = yield* sql`with summed as ${sql.literal(isWalked ? "not materialized" : "materialized")} (
        select * from (${sumsFor(sql, zone, kind, query)}) as summed where ${isSome}
      )
      select named.*, page.plays, page.first_played_at, page.last_played_at, total
      from (select count(*)::int as total from summed) as counted left join lateral (
        select id, plays, first_played_at, last_played_at, row_number() over () as place from (
          select * from ${sort === "name" ? named : sql`summed`} order by ${orderOf(sql, query)} ${onPage(sql, page)}
        ) as item
      ) as page on true left join ${nameOf(sql, kind)} on true order by page.place`
    const [row] = readPlayedTotals(rows.slice(0, 1))
    return { items: row?.id === undefined ? [] : readPlayed(rows), total: row?.total ?? 0 }
  }, Effect.orDie),
  ranked: Effect.fn("ListeningLists.ranked")(function* (kind: PlayedKind, range: DateRange, limit: number) {
    return readRankedItems(
      yield* sql`select page.*, totals.first_played_at as discovered_at from (
          select id, plays, first_played_at, last_played_at from (${sumsOf(sql, zone, kind, range)}) as sums
          order by plays desc, last_played_at desc, id limit ${limit}
        ) as page join ${sql(playedTables[kind].totals)} as totals on totals.id = page.id
        order by page.plays desc, page.last_played_at desc, page.id`,
    )
  }, Effect.orDie),
  named: Effect.fn("ListeningLists.named")(function* (kind: PlayedKind, ids: ReadonlyArray<number>) {
    const page = sql`select id from ${sql(playedTables[kind].names)} where id = any(${ints(ids)})`
    return readNamedItems(yield* sql`select named.* from (${page}) as page join ${nameOf(sql, kind)} on true`)
  }, Effect.orDie),
  one: Effect.fn("ListeningLists.one")(function* (kind: PlayedKind, id: number) {
    const totals = sql(playedTables[kind].totals)
    const rows = yield* sql`select named.*, page.plays, page.first_played_at, page.last_played_at, (
        select 1 + count(*)::int from ${totals} as other where other.plays > page.plays
          or (other.plays = page.plays and (other.last_played_at > page.last_played_at
            or (other.last_played_at = page.last_played_at and other.id < page.id)))
      ) as rank
      from ${totals} as page join ${nameOf(sql, kind)} on true where page.id = ${leadOf(sql, kind, id)}`
    return Option.fromUndefinedOr(readRanked(rows)[0])
  }, Effect.orDie),
})

/** The lists of listening. */
export const listsIn = (
  sql: SqlClient.SqlClient,
  { found, ...store }: Omit<PlayListStore, "playsOf"> & { readonly found: Found },
) => {
  const { countsByDay, zone } = store
  return {
    ...playListsOf(sqlOf(sql), { ...store, playsOf: (query) => playsOf(sql, query) }),
    ...itemLists(sql, zone, found),
    ...namedAlbumsOf(sqlOf(sql)),
    buckets: playBucketsIn(sql, zone, countsByDay),
    stats: Effect.fn("ListeningLists.stats")(function* (range: DateRange) {
      const plays = (yield* countsByDay(range)).reduce((sum, { count }) => sum + count, 0)
      const number = (kind: PlayedKind) =>
        sql`(select count(*)::int from (${sumsOf(sql, zone, kind, range)}) as summed)`
      const [found] = readStats(
        yield* sql`select ${plays}::int as plays, ${number("artist")} as artists, ${number("album")} as albums,
        ${number("track")} as tracks,
        (select count(*)::int from artist_totals where ${inRange(sql, "first_played_at", range)}) as new_artists`,
      )
      return found ?? { plays, artists: 0, albums: 0, tracks: 0, newArtists: 0 }
    }, Effect.orDie),
  } satisfies ListeningLists & Record<string, unknown>
}
