import {
  cutByMonth,
  type DateRange,
  type Granularity,
  isEverything,
  type Journal,
  type LocalDate,
  pageOffset,
  type PageRequest,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import {
  type ListedPlay,
  type ListeningLists,
  type PlayedBucket,
  type PlayedKind,
  type PlayedQuery,
  playId,
  type PlaysQuery,
} from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Fragment } from "effect/sql/Statement"
import type { searchIn } from "../search/index.ts"
import type { Database } from "../sql/database.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { sqlOf } from "../sql/sql.ts"
import { jsonList } from "../sql/table.ts"
import {
  readDayPlays,
  readListedPlays,
  readNamedItems,
  readPlayed,
  readPlayedTotals,
  readRanked,
  readRankedItems,
  readStats,
  readWantedPlays,
} from "./rows.ts"
import { namedAlbumsOf, ofIds, playedTables } from "@daybook/storage-sql/listening"
import { amongMonths, firstDayOf, idsOf, piecesOfMonths, storedSums, sumsOf } from "./sums.ts"

/** The parts of the store that lists need. */
interface ListStore extends Pick<Journal, "countsByDay"> {
  readonly zone: DateTime.TimeZone
  readonly matching: Effect.Success<ReturnType<typeof searchIn>>["matching"]
  /** The id of the play that the play with this one was merged into; its own if it was not. */
  readonly leadsTo: (id: string) => Effect.Effect<string>
}

/** The name of each kind that has the facts of its columns. */
const namedRows = {
  artist: `select artists.id, artists.name, artists.name_key, artists.id as artist_id, artists.name as artist,
    artists.image_url, artists.catalog_url, '' as preview_url from artists`,
  album: `select albums.id, albums.name, albums.name_key, albums.artist_id, artists.name as artist, albums.image_url,
    albums.catalog_url, albums.preview_url from albums join artists on artists.id = albums.artist_id`,
  track: `select tracks.id, tracks.name, tracks.name_key, tracks.artist_id, artists.name as artist, '' as image_url,
    tracks.catalog_url, tracks.preview_url from tracks join artists on artists.id = tracks.artist_id`,
} as const

const factColumns = `
  coalesce(iif(by_hand, edited.genres, null), nullif(told.genres, '[]'), edited.genres, '[]') as genres,
  coalesce(iif(by_hand, edited.year, null), nullif(told.year, 0), edited.year, 0) as year,
  coalesce(iif(by_hand, edited.length_seconds, null), nullif(told.length_seconds, 0), edited.length_seconds, 0)
    as length_seconds`

/** The lists of listening. */
export const listsIn = (
  database: Database["Service"],
  { countsByDay, leadsTo, matching, zone }: ListStore,
): ListeningLists & {
  readonly playsWithIds: (ids: ReadonlyArray<string>) => ReadonlyMap<string, ListedPlay | undefined>
} => {
  const { all, read, sql } = database

  /** The id of the one that a name counts as. */
  const leadOf = (kind: PlayedKind, id: number): Fragment =>
    sql`coalesce((select leads_to from ${sql(playedTables[kind].names)} where id = ${id}), ${id})`

  /** Visible plays as a `from` clause, each by the index that finds it. */
  const playsOf = ({ albumId, artistId, cameAfter, range, trackId }: PlaysQuery): Fragment => {
    const conditions = sql.and([
      sql`not hidden`,
      inRange(sql, "played_at", range),
      ...(cameAfter === undefined ? [] : [sql`came_with > ${cameAfter}`]),
      ...(trackId === undefined ? [] : [sql`track_id = ${leadOf("track", trackId)}`]),
      ...(albumId === undefined ? [] : [sql`album_id = ${leadOf("album", albumId)}`]),
      ...(artistId === undefined
        ? []
        : [sql`track_id in (select id from tracks where artist_id = ${leadOf("artist", artistId)})`]),
    ])
    return sql`(select * from scrobbles where ${conditions}) as play`
  }

  /** The names and facts of the items whose ids `page` has. */
  const withNames = (kind: PlayedKind, page: Fragment, more: string) =>
    sql`select named.id, named.name, artist_id, artist, image_url, catalog_url, preview_url, ${sql.literal(factColumns + more)}
      from (${page}) as page join (${sql.literal(namedRows[kind])}) as named on named.id = page.id
      left join music_facts as told on told.kind = ${kind} and told.id = named.id
      left join edited_facts as edited on edited.kind = ${kind} and edited.id = named.id`

  /** Some items as they are listed: `page` has rows `(id, plays, first_played_at, last_played_at)` and a place or rank. */
  const asListed = (kind: PlayedKind, page: Fragment, at: "place" | "rank") =>
    withNames(kind, page, `, page.plays, page.first_played_at, page.last_played_at, ${at}`)

  /** The totals that a query requests, as a `from` clause. */
  const sumsFor = (kind: PlayedKind, { albumId, artistId, range }: PlayedQuery): Fragment => {
    if (albumId === undefined && artistId === undefined) return sumsOf(database, zone, kind, range)
    const { id, names, totals } = playedTables[kind]
    if (isEverything(range) && albumId === undefined) {
      const artist = sql.literal(kind === "artist" ? "id" : "artist_id")
      return sql`(select * from ${sql(totals)} where id in (
        select id from ${sql(names)} where ${artist} = ${leadOf("artist", artistId ?? 0)}))`
    }
    return sql`(select ${sql(id)} as id, count(*) as plays, min(played_at) as first_played_at,
      max(played_at) as last_played_at
      from ${playsOf({ albumId, artistId, range })} where ${sql(id)} is not null group by ${sql(id)})`
  }

  const orders = {
    plays: (order: string) => `plays ${order}, last_played_at desc, id`,
    name: (order: string) => `name_key ${order}, id`,
    first_played: (order: string) => `first_played_at ${order}, id`,
    last_played: (order: string) => `last_played_at ${order}, id`,
  }

  const played = Effect.fn("ListeningLists.played")(
    (kind: PlayedKind, query: PlayedQuery, page: PageRequest) =>
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
            select * from ${sumsFor(kind, query)} as sums where ${where}
          )
          select * from (select count(*) as total from summed) left join (${asListed(kind, rows, "place")}) on true
          order by place`)
        const [first] = readPlayedTotals(found.slice(0, 1))
        return { items: first?.id === undefined ? [] : readPlayed(found), total: first?.total ?? 0 }
      }),
  )

  const ranked = Effect.fn("ListeningLists.ranked")((kind: PlayedKind, range: DateRange, limit: number) =>
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
  )

  const named = Effect.fn("ListeningLists.named")((kind: PlayedKind, ids: ReadonlyArray<number>) =>
    read(() =>
      readNamedItems(
        all(withNames(kind, sql`select distinct value as id from json_each(${jsonList(ids)})`, "")),
      ),
    ),
  )

  /** The end of the range without the latest days that lie whole before the page, and the offset in the rest. */
  const skipDays = (
    { until }: DateRange,
    counts: ReadonlyArray<{ readonly day: LocalDate; readonly count: number }>,
    page: PageRequest,
  ) => {
    let offset = pageOffset(page)
    let end = until
    for (const { count, day } of counts.toReversed()) {
      if (count > offset) break
      offset -= count
      end = startOfDay(day, zone)
    }
    return { until: end, offset }
  }

  /** Some plays, newest first, with their names. */
  const listed = (found: Fragment) =>
    readListedPlays(
      all(sql`select play.played_at, play.track_id, tracks.name as track, tracks.catalog_url, tracks.preview_url,
          artists.id as artist_id, artists.name as artist, coalesce(albums.id, 0) as album_id,
          coalesce(albums.name, '') as album, coalesce(albums.image_url, '') as image_url, (
            select id from edited_plays where shown_at = play.played_at and shown_track_id = play.track_id
          ) as edited_id
        from (${found}) as play
        join tracks on tracks.id = play.track_id join artists on artists.id = tracks.artist_id
        left join albums on albums.id = play.album_id
        order by play.played_at desc, play.track_id desc`),
    ).map(({ editedId, ...item }): ListedPlay => ({ id: editedId ?? playId(item), ...item }))

  /** The plays with these ids, by the ids that were requested. */
  const playsWithIds = (ids: ReadonlyArray<string>) => {
    const found = readWantedPlays(
      all(sql`select wanted.id, play.played_at, play.track_id from ${ofIds(sqlOf(database), ids)}`),
    )
    const plays = listed(
      sql`select distinct play.played_at, play.track_id, play.album_id from ${ofIds(sqlOf(database), ids)}`,
    )
    const byPlace = new Map(plays.map((one) => [playId(one), one]))
    return new Map(found.map(({ id, ...place }) => [id, byPlace.get(playId(place))]))
  }

  const play = Effect.fn("ListeningLists.play")((id: string) =>
    read(Effect.map(leadsTo(id), (lead) => Option.fromUndefinedOr(playsWithIds([lead]).get(lead)))),
  )

  const plays = Effect.fn("ListeningLists.plays")((query: PlaysQuery, page: PageRequest) =>
    read(
      Effect.gen(function* () {
        const { range, ...narrow } = query
        const isNarrow = Object.values(narrow).some((value) => value !== undefined)
        const counts = isNarrow ? [] : yield* countsByDay(range)
        // A deep page begins at its day: an offset would walk over all later plays.
        const { offset, until } = skipDays(range, counts, page)
        const found = playsOf({ ...query, range: { from: range.from, until } })
        const items = listed(
          sql`select played_at, track_id, album_id from ${found} order by played_at desc, track_id desc
            limit ${page.limit} offset ${offset}`,
        )
        const total = isNarrow
          ? countRows(database, found)
          : counts.reduce((sum, { count }) => sum + count, 0)
        return { items, total }
      }),
    ),
  )

  const one = Effect.fn("ListeningLists.one")((kind: PlayedKind, id: number) =>
    read(() => {
      const totals = sql(playedTables[kind].totals)
      const rank = sql`select 1 + count(*) from ${totals} as other where other.plays > it.plays
        or (other.plays = it.plays and (other.last_played_at > it.last_played_at
          or (other.last_played_at = it.last_played_at and other.id < it.id)))`
      const found = sql`select *, (${rank}) as rank from ${totals} as it where id = ${leadOf(kind, id)}`
      const rows = all(asListed(kind, found, "rank"))
      return Option.fromUndefinedOr(readRanked(rows)[0])
    }),
  )

  /** The plays of some items in a range by day, or by month or year where these are whole and days are not asked for. */
  const pieces = (kind: PlayedKind, ids: ReadonlyArray<number>, range: DateRange, by: Granularity) => {
    const { id, months: table } = playedTables[kind]
    const these = sql`(select value from json_each(${jsonList([...new Set(ids)])}))`
    const isWhole = by === "month" || by === "year"
    const { months, parts } = isWhole ? cutByMonth(range, zone) : { months: undefined, parts: [range] }
    const piecesOf = by === "year" ? piecesOfMonths : amongMonths
    const whole = months === undefined ? [] : piecesOf(sql, months)
    const found =
      kind === "artist"
        ? sql`track_id in (select id from tracks where artist_id in ${these})`
        : sql`${sql(id)} in ${these}`
    return [
      ...whole.map(
        (where) =>
          sql`select id, ${firstDayOf(sql)} as day, plays from ${sql(table)} where id in ${these} and ${where}`,
      ),
      ...parts.map(
        (part) => sql`select ${sql(id)} as id, day, count(*) as plays from scrobbles
          where ${found} and not hidden and ${inRange(sql, "played_at", part)} group by 1, 2`,
      ),
    ].flatMap((some) => readDayPlays(all(some)))
  }

  const buckets = Effect.fn("ListeningLists.buckets")(
    (kind: PlayedKind, ids: ReadonlyArray<number>, range: DateRange, granularity: Granularity) =>
      read((): ReadonlyArray<PlayedBucket> => {
        const counts = new Map<string, PlayedBucket>()
        for (const { day, id, plays: some } of pieces(kind, ids, range, granularity)) {
          const start = startOfBucket(day as LocalDate, granularity)
          const key = `${start} ${id}`
          counts.set(key, { id, start, plays: (counts.get(key)?.plays ?? 0) + some })
        }
        return [...counts.values()].sort((a, b) =>
          a.start < b.start ? -1 : a.start > b.start ? 1 : a.id - b.id,
        )
      }),
  )

  const stats = Effect.fn("ListeningLists.stats")((range: DateRange) =>
    read(
      Effect.map(countsByDay(range), (counts) => {
        const count = (kind: PlayedKind) => sql`(select count(*) from ${idsOf(database, zone, kind, range)})`
        const [found] = readStats(
          all(sql`select ${counts.reduce((sum, { count: plays }) => sum + plays, 0)} as plays,
            ${count("artist")} as artists, ${count("album")} as albums, ${count("track")} as tracks,
            (select count(*) from artist_totals where ${inRange(sql, "first_played_at", range)}) as new_artists`),
        )
        return found ?? { plays: 0, artists: 0, albums: 0, tracks: 0, newArtists: 0 }
      }),
    ),
  )

  return {
    playsWithIds,
    plays,
    play,
    played,
    ranked,
    named,
    one,
    buckets,
    stats,
    ...namedAlbumsOf(sqlOf(database)),
  }
}
