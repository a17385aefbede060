import { type DateRange, isEverything, type PageRequest } from "@daybook/kernel"
import type { ListeningLists, PlayedKind, PlayedQuery, PlaysQuery } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Fragment } from "effect/sql/Statement"
import type { searchIn } from "../search/index.ts"
import type { Database } from "../sql/database.ts"
import { inRange, onPage } from "../sql/paging.ts"
import { sqlOf } from "../sql/sql.ts"
import { jsonList } from "../sql/table.ts"
import {
  namesOf,
  readNamedItems,
  readPlayed,
  readPlayedTotals,
  readRanked,
  readRankedItems,
  readStats,
} from "./rows.ts"
import {
  leadOf,
  namedAlbumsOf,
  playedTables,
  type PlayListStore,
  playListsOf,
} from "@daybook/storage-sql/listening"
import { idsOf, storedSums, sumsOf } from "./sums.ts"
import { playBucketsIn } from "./playBuckets.ts"

type Sql = Database["Service"]["sql"]

/** Visible plays as a `from` clause, each by the index that finds it. */
const playsOf = (sql: Sql, { albumId, artistId, cameAfter, range, trackId }: PlaysQuery): Fragment => {
  const conditions = sql.and([
    sql`not hidden`,
    inRange(sql, "played_at", range),
    ...(cameAfter === undefined ? [] : [sql`came_with > ${cameAfter}`]),
    ...(trackId === undefined ? [] : [sql`track_id = ${leadOf(sql, "track", trackId)}`]),
    ...(albumId === undefined ? [] : [sql`album_id = ${leadOf(sql, "album", albumId)}`]),
    ...(artistId === undefined
      ? []
      : [sql`track_id in (select id from tracks where artist_id = ${leadOf(sql, "artist", artistId)})`]),
  ])
  return sql`(select * from scrobbles where ${conditions}) as play`
}

type Matching = Effect.Success<ReturnType<typeof searchIn>>["matching"]

const orders = {
  plays: (order: string) => `plays ${order}, last_played_at desc, id`,
  name: (order: string) => `name_key ${order}, id`,
  first_played: (order: string) => `first_played_at ${order}, id`,
  last_played: (order: string) => `last_played_at ${order}, id`,
}

/** The names and facts of the items whose ids `page` has. */
const withNames = (sql: Database["Service"]["sql"], kind: PlayedKind, page: Fragment, more: string) =>
  sql`select ${sql.literal(readNamedItems.selected + more)}
      from (${page}) as page join (${sql.literal(namesOf[kind])}) as named on named.id = page.id
      left join music_facts as told on told.kind = ${kind} and told.id = named.id
      left join edited_facts as edited on edited.kind = ${kind} and edited.id = named.id`

/** Some items as they are listed: `page` has rows `(id, plays, first_played_at, last_played_at)` and a place or rank. */
const asListed = (sql: Database["Service"]["sql"], kind: PlayedKind, page: Fragment, at: "place" | "rank") =>
  withNames(sql, kind, page, `, page.plays, page.first_played_at, page.last_played_at, ${at}`)

/** The totals that a query requests, as a `from` clause. */
const sumsFor = (
  database: Database["Service"],
  zone: DateTime.TimeZone,
  kind: PlayedKind,
  { albumId, artistId, range }: PlayedQuery,
): Fragment => {
  const { sql } = database
  if (albumId === undefined && artistId === undefined) return sumsOf(database, zone, kind, range)
  const { id, names, totals } = playedTables[kind]
  if (isEverything(range) && albumId === undefined) {
    const artist = sql.literal(kind === "artist" ? "id" : "artist_id")
    return sql`(select * from ${sql(totals)} where id in (
        select id from ${sql(names)} where ${artist} = ${leadOf(sql, "artist", artistId ?? 0)}))`
  }
  return sql`(select ${sql(id)} as id, count(*) as plays, min(played_at) as first_played_at,
      max(played_at) as last_played_at
      from ${playsOf(sql, { albumId, artistId, range })} where ${sql(id)} is not null group by ${sql(id)})`
}

/** Artists, albums and tracks by their plays. */
const itemLists = (database: Database["Service"], zone: DateTime.TimeZone, matching: Matching) => {
  const { all, read, sql } = database
  return {
    played: Effect.fn("ListeningLists.played")((kind: PlayedKind, query: PlayedQuery, page: PageRequest) =>
      read(() => {
        const { albumId, artistId, firstPlayed, q, range, sort } = query
        const where = sql.and([
          firstPlayed === undefined ? sql`true` : inRange(sql, "first_played_at", firstPlayed),
          matching(kind, "id", q),
        ])
        // Stored totals that no name narrows are read as they lie: a copy would take longer.
        const isWalked =
          [albumId, artistId, q].every((one) => one === undefined) &&
          storedSums(database, zone, kind, range) !== undefined
        const order = sql.literal(orders[sort](query.order))
        const sorted =
          sort === "name"
            ? sql`(select id, name_key from ${sql(playedTables[kind].names)}) join summed using (id)`
            : sql`summed`
        const rows = sql`select *, row_number() over (order by ${order}) as place from (
          select * from ${sorted} order by ${order} ${onPage(sql, page)})`
        const found = all(sql`with summed as ${sql.literal(isWalked ? "not materialized" : "materialized")} (
            select * from ${sumsFor(database, zone, kind, query)} as sums where ${where}
          )
          select * from (select count(*) as total from summed) left join (${asListed(sql, kind, rows, "place")}) on true
          order by place`)
        const [first] = readPlayedTotals(found.slice(0, 1))
        return { items: first?.id === undefined ? [] : readPlayed(found), total: first?.total ?? 0 }
      }),
    ),
    ranked: Effect.fn("ListeningLists.ranked")((kind: PlayedKind, range: DateRange, limit: number) =>
      read(() => {
        const sums = sumsOf(database, zone, kind, range)
        return readRankedItems(
          all(sql`select page.*, totals.first_played_at as discovered_at from (
            select id, plays, first_played_at, last_played_at from ${sums} as sums
            order by plays desc, last_played_at desc, id limit ${limit}
          ) as page join ${sql(playedTables[kind].totals)} as totals on totals.id = page.id
          order by page.plays desc, page.last_played_at desc, page.id`),
        )
      }),
    ),
    named: Effect.fn("ListeningLists.named")((kind: PlayedKind, ids: ReadonlyArray<number>) =>
      read(() =>
        readNamedItems(
          all(withNames(sql, kind, sql`select distinct value as id from json_each(${jsonList(ids)})`, "")),
        ),
      ),
    ),
    one: Effect.fn("ListeningLists.one")((kind: PlayedKind, id: number) =>
      read(() => {
        const totals = sql(playedTables[kind].totals)
        const rank = sql`select 1 + count(*) from ${totals} as other where other.plays > it.plays
        or (other.plays = it.plays and (other.last_played_at > it.last_played_at
          or (other.last_played_at = it.last_played_at and other.id < it.id)))`
        const found = sql`select *, (${rank}) as rank from ${totals} as it where id = ${leadOf(sql, kind, id)}`
        const rows = all(asListed(sql, kind, found, "rank"))
        return Option.fromUndefinedOr(readRanked(rows)[0])
      }),
    ),
  }
}

/** The lists of listening. */
export const listsIn = (
  database: Database["Service"],
  { matching, ...store }: Omit<PlayListStore, "playsOf"> & { readonly matching: Matching },
) => {
  const { all, read, sql } = database
  const { countsByDay, zone } = store
  return {
    ...playListsOf(sqlOf(database), { ...store, playsOf: (query) => playsOf(sql, query) }),
    ...itemLists(database, zone, matching),
    ...namedAlbumsOf(sqlOf(database)),
    buckets: playBucketsIn(database, zone),
    stats: Effect.fn("ListeningLists.stats")((range: DateRange) =>
      read(
        Effect.map(countsByDay(range), (counts) => {
          const count = (kind: PlayedKind) =>
            sql`(select count(*) from ${idsOf(database, zone, kind, range)})`
          const [found] = readStats(
            all(sql`select ${counts.reduce((sum, { count: plays }) => sum + plays, 0)} as plays,
            ${count("artist")} as artists, ${count("album")} as albums, ${count("track")} as tracks,
            (select count(*) from artist_totals where ${inRange(sql, "first_played_at", range)}) as new_artists`),
          )
          return found ?? { plays: 0, artists: 0, albums: 0, tracks: 0, newArtists: 0 }
        }),
      ),
    ),
  } satisfies ListeningLists & Record<string, unknown>
}
