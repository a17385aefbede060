import { type DaySpan, daysOf, nextBucket, startOfBucket } from "@daybook/kernel"
import type { Scrobble } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { dates, instants, ints, texts } from "./parameters.ts"

/** A name below an artist: of an album or of a track. */
interface Title {
  readonly artistId: number
  readonly name: string
}

const titleKey = (artistId: number, name: string) => `${artistId} ${name}`

/** Each play once; a repeat that names an album wins over one that does not. */
const distinctPlays = (scrobbles: ReadonlyArray<Scrobble>): ReadonlyArray<Scrobble> => {
  const plays = new Map<string, Scrobble>()
  for (const scrobble of scrobbles) {
    // With the length of the first name, since any character may stand in a name.
    const key = `${scrobble.playedAt} ${scrobble.artist.length} ${scrobble.artist}${scrobble.track}`
    if (scrobble.album !== "" || !plays.has(key)) plays.set(key, scrobble)
  }
  return [...plays.values()]
}

/** The ids of artists by name; those not stored yet are. */
const artistIds = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, names: ReadonlyArray<string>) {
  const stored = yield* sql<{
    id: number
    name: string
  }>`select id, name from artists where name = any(${texts(names)})`
  const ids = new Map(stored.map(({ id, name }) => [name, id]))
  const missing = names.filter((name) => !ids.has(name))
  if (missing.length > 0) {
    const made = yield* sql<{ id: number; name: string }>`
      insert into artists (name) select unnest(${texts(missing)}) returning id, name`
    for (const { id, name } of made) ids.set(name, id)
  }
  return ids
})

/** The ids of albums or tracks by artist and name; those not stored yet are. */
const titleIds = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  table: "albums" | "tracks",
  titles: ReadonlyMap<string, Title>,
) {
  const columns = (some: ReadonlyArray<Title>) =>
    sql`unnest(${ints(some.map((title) => title.artistId))}, ${texts(some.map((title) => title.name))})`
  type Row = { id: number; artist_id: number; name: string }
  const stored = yield* sql<Row>`
    select id, artist_id, name from ${sql(table)}
    join ${columns([...titles.values()])} as wanted (artist_id, name) using (artist_id, name)`
  const ids = new Map(stored.map((row) => [titleKey(row.artist_id, row.name), row.id]))
  const missing = [...titles].filter(([key]) => !ids.has(key)).map(([, title]) => title)
  if (missing.length > 0) {
    const made = yield* sql<Row>`
      insert into ${sql(table)} (artist_id, name) select * from ${columns(missing)} returning id, artist_id, name`
    for (const row of made) ids.set(titleKey(row.artist_id, row.name), row.id)
  }
  return ids
})

/** Gives albums a cover that had none. */
const storeCovers = (sql: SqlClient.SqlClient, covers: ReadonlyMap<number, string>) =>
  covers.size === 0
    ? Effect.void
    : sql`update albums set image_url = cover.url
        from unnest(${ints([...covers.keys()])}, ${texts([...covers.values()])}) as cover (id, url)
        where albums.id = cover.id and albums.image_url = ''`

/**
 * Stores plays and brings the sums of the days, months and albums they touch up to date. Belongs into a
 * transaction that already holds the domain's lock. Gives how many plays are new or changed.
 */
export const writeScrobbles = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  scrobbles: ReadonlyArray<Scrobble>,
) {
  const plays = distinctPlays(scrobbles)
  if (plays.length === 0) return 0
  const artists = yield* artistIds(sql, [...new Set(plays.map((play) => play.artist))])
  const titlesOf = (name: (play: Scrobble) => string) => {
    const titles = new Map<string, Title>()
    for (const play of plays) {
      const title = { artistId: artists.get(play.artist) ?? 0, name: name(play) }
      if (title.name !== "") titles.set(titleKey(title.artistId, title.name), title)
    }
    return titles
  }
  const albums = yield* titleIds(
    sql,
    "albums",
    titlesOf((play) => play.album),
  )
  const tracks = yield* titleIds(
    sql,
    "tracks",
    titlesOf((play) => play.track),
  )
  const albumOf = (play: Scrobble) => albums.get(titleKey(artists.get(play.artist) ?? 0, play.album)) ?? null
  const trackOf = (play: Scrobble) => tracks.get(titleKey(artists.get(play.artist) ?? 0, play.track)) ?? 0

  const covers = new Map<number, string>()
  for (const play of plays) {
    const album = albumOf(play)
    if (album !== null && play.imageUrl !== "") covers.set(album, play.imageUrl)
  }
  yield* storeCovers(sql, covers)

  // `before` reads the albums that plays move away from: all parts of a statement see the state before it.
  const [changed] = yield* sql<{ plays: number; albums: ReadonlyArray<number> }>`
    with incoming as (
      select * from unnest(${instants(plays.map((play) => play.playedAt))}, ${ints(plays.map(trackOf))},
        ${ints(plays.map(albumOf))}) as play (played_at, track_id, album_id)
    ), before as (
      select scrobbles.album_id from scrobbles join incoming using (played_at, track_id)
      where incoming.album_id is not null and scrobbles.album_id is distinct from incoming.album_id
    ), moved as (
      update scrobbles set album_id = incoming.album_id from incoming
      where scrobbles.played_at = incoming.played_at and scrobbles.track_id = incoming.track_id
        and incoming.album_id is not null and scrobbles.album_id is distinct from incoming.album_id
      returning scrobbles.album_id
    ), inserted as (
      insert into scrobbles (played_at, track_id, album_id) select * from incoming
      on conflict do nothing returning album_id
    )
    select count(*) filter (where is_play)::int as plays,
      coalesce(array_agg(distinct album_id) filter (where album_id is not null), '{}') as albums
    from (
      select album_id, true as is_play from inserted
      union all select album_id, true from moved
      union all select album_id, false from before
    ) as changed`
  if (changed === undefined || changed.plays === 0) return 0
  yield* sumUpDays(
    sql,
    daysOf(
      plays.map((play) => play.playedAt),
      zone,
    ),
  )
  yield* sumUpAlbums(sql, changed.albums)
  return changed.plays
})

/**
 * Counts the plays of these days, and of the months they are in, anew. Sums that come out the same are left
 * alone: a sync that reads two weeks again must not write them again.
 */
const sumUpDays = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, spans: ReadonlyArray<DaySpan>) {
  const days = dates(spans.map((span) => span.day))
  const starts = [...new Set(spans.map((span) => startOfBucket(span.day, "month")))]
  const months = dates(starts)
  yield* sql`with counted as materialized (
      select span.day, album_id, count(*)::int as plays, max(played_at) as last_played_at
      from unnest(${days}, ${instants(spans.map((span) => span.start))}, ${instants(spans.map((span) => span.until))})
        as span (day, start, until)
      join scrobbles on played_at >= span.start and played_at < span.until
      where album_id is not null group by span.day, album_id
    ), gone as (
      delete from album_days where day = any(${days}) and (day, album_id) not in (select day, album_id from counted)
    )
    insert into album_days as stored (day, album_id, plays, last_played_at) select * from counted
    on conflict (day, album_id) do update set plays = excluded.plays, last_played_at = excluded.last_played_at
    where (stored.plays, stored.last_played_at) is distinct from (excluded.plays, excluded.last_played_at)`
  yield* sql`with counted as materialized (
      select span.month, album_id, sum(plays)::int as plays, max(last_played_at) as last_played_at
      from unnest(${months}, ${dates(starts.map((start) => nextBucket(start, "month")))}) as span (month, until)
      join album_days on day >= span.month and day < span.until
      group by span.month, album_id
    ), gone as (
      delete from album_months where month = any(${months})
        and (month, album_id) not in (select month, album_id from counted)
    )
    insert into album_months as stored (month, album_id, plays, last_played_at) select * from counted
    on conflict (month, album_id) do update set plays = excluded.plays, last_played_at = excluded.last_played_at
    where (stored.plays, stored.last_played_at) is distinct from (excluded.plays, excluded.last_played_at)`
})

/** Adds up the months of these albums anew. An album whose last play moved away has no total. */
const sumUpAlbums = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, albums: ReadonlyArray<number>) {
  yield* sql`with counted as materialized (
      select album_id, sum(plays)::int as plays, max(last_played_at) as last_played_at from album_months
      where album_id = any(${ints(albums)}) group by album_id
    ), gone as (
      delete from album_totals where album_id = any(${ints(albums)}) and album_id not in (select album_id from counted)
    )
    insert into album_totals as stored (album_id, plays, last_played_at) select * from counted
    on conflict (album_id) do update set plays = excluded.plays, last_played_at = excluded.last_played_at`
})

/** Counts all plays anew, in another time zone. */
export const rebuildDays = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) {
  const played = yield* sql<{ played_at: Date }>`
    select distinct date_trunc('hour', played_at) as played_at from scrobbles`
  yield* sql`truncate album_days, album_months`
  // A day may begin in the middle of an hour, in zones that are half an hour off.
  const instants = played.flatMap(({ played_at: hour }) =>
    [0, 15, 30, 45].map((minutes) => hour.getTime() + minutes * 60_000),
  )
  yield* sumUpDays(sql, daysOf(instants, zone))
})
