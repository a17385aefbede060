import { daysOf } from "@daybook/kernel"
import type { FilterKind, NameFilter, Scrobble } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { nameTables } from "./filterRules.ts"
import { mustFind } from "../sql/mustFind.ts"
import { booleans, instants, ints, texts } from "../sql/parameters.ts"
import { sumUpAlbums, sumUpDays } from "./playSums.ts"
import { readChanges, readNames, readTitles } from "./rows.ts"

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
    // The length of the artist's name separates it from the track's: any character may stand in a name.
    const key = `${scrobble.playedAt} ${scrobble.artist.length} ${scrobble.artist}${scrobble.track}`
    if (scrobble.album !== "" || !plays.has(key)) plays.set(key, scrobble)
  }
  return [...plays.values()]
}

/** The ids of names, and those of them that filters hide. */
interface Named {
  readonly ids: Map<string, number>
  readonly hidden: Set<number>
}

const named = <Row extends { readonly id: number; readonly hidden: boolean }>(
  rows: ReadonlyArray<Row>,
  keyOf: (row: Row) => string,
  known: Named = { ids: new Map(), hidden: new Set() },
): Named => {
  for (const row of rows) {
    known.ids.set(keyOf(row), row.id)
    if (row.hidden) known.hidden.add(row.id)
  }
  return known
}

/** The ids of artists by name. Stores those that are new. */
const artistIds = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  names: ReadonlyArray<string>,
  nameFilter: NameFilter,
) {
  const stored = readNames(yield* sql`select id, name, hidden from artists where name = any(${texts(names)})`)
  const artists = named(stored, (row) => row.name)
  const missing = names.filter((name) => !artists.ids.has(name))
  if (missing.length === 0) return artists
  const hidden = missing.map((name) => nameFilter.matches("artist", name))
  const made = readNames(
    yield* sql`insert into artists (name, hidden) select * from unnest(${texts(missing)}, ${booleans(hidden)})
      returning id, name, hidden`,
  )
  return named(made, (row) => row.name, artists)
})

/** The ids of albums or tracks by artist and name. Stores those that are new. */
const titleIds = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  kind: Exclude<FilterKind, "artist">,
  titles: ReadonlyMap<string, Title>,
  nameFilter: NameFilter,
) {
  const table = sql(nameTables[kind])
  const artistsOf = (some: ReadonlyArray<Title>) => ints(some.map((title) => title.artistId))
  const namesOf = (some: ReadonlyArray<Title>) => texts(some.map((title) => title.name))
  const keyOf = (title: Title) => titleKey(title.artistId, title.name)
  const all = [...titles.values()]
  const stored = readTitles(
    yield* sql`select id, artist_id, name, hidden from ${table}
      join unnest(${artistsOf(all)}, ${namesOf(all)}) as wanted (artist_id, name) using (artist_id, name)`,
  )
  const known = named(stored, keyOf)
  const missing = [...titles].filter(([key]) => !known.ids.has(key)).map(([, title]) => title)
  if (missing.length === 0) return known
  const hidden = booleans(missing.map((title) => nameFilter.matches(kind, title.name)))
  const made = readTitles(
    yield* sql`insert into ${table} (artist_id, name, hidden)
      select * from unnest(${artistsOf(missing)}, ${namesOf(missing)}, ${hidden})
      returning id, artist_id, name, hidden`,
  )
  return named(made, keyOf, known)
})

/** Stores the images of albums that have none; true where there was one. */
const storeImages = (sql: SqlClient.SqlClient, images: ReadonlyMap<number, string>) =>
  images.size === 0
    ? Effect.succeed(false)
    : Effect.map(
        sql`update albums set image_url = image.url
          from unnest(${ints([...images.keys()])}, ${texts([...images.values()])}) as image (id, url)
          where albums.id = image.id and albums.image_url = '' returning albums.id`,
        (rows) => rows.length > 0,
      )

/**
 * Stores plays, and brings the sums of their days, months and albums up to date. To be run in a transaction that
 * already holds the domain's lock. Gives the number of new and changed plays, and whether
 * an answer may show what was written. The filter decides which new names are
 * hidden; stored ones have a column for it.
 */
export const writeScrobbles = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  scrobbles: ReadonlyArray<Scrobble>,
  nameFilter: NameFilter,
) {
  const plays = distinctPlays(scrobbles)
  if (plays.length === 0) return { changed: 0, isShown: false }
  const artists = yield* artistIds(sql, [...new Set(plays.map((play) => play.artist))], nameFilter)
  const artistOf = (play: Scrobble) => mustFind(artists.ids.get(play.artist), "artist", play.artist)
  const titlesOf = (some: ReadonlyArray<Scrobble>, name: (play: Scrobble) => string) => {
    const titles = new Map<string, Title>()
    for (const play of some) {
      const title = { artistId: artistOf(play), name: name(play) }
      titles.set(titleKey(title.artistId, title.name), title)
    }
    return titles
  }
  const onAlbums = plays.filter((play) => play.album !== "")
  const albums = yield* titleIds(
    sql,
    "album",
    titlesOf(onAlbums, (play) => play.album),
    nameFilter,
  )
  const tracks = yield* titleIds(
    sql,
    "track",
    titlesOf(plays, (play) => play.track),
    nameFilter,
  )
  const idOf = (known: Named, kind: string, artistId: number, name: string) =>
    mustFind(known.ids.get(titleKey(artistId, name)), kind, name)
  const albumOf = (play: Scrobble) =>
    play.album === "" ? null : idOf(albums, "album", artistOf(play), play.album)
  const trackOf = (play: Scrobble) => idOf(tracks, "track", artistOf(play), play.track)
  const isHidden = (play: Scrobble) => {
    const album = albumOf(play)
    return (
      artists.hidden.has(artistOf(play)) ||
      tracks.hidden.has(trackOf(play)) ||
      (album !== null && albums.hidden.has(album))
    )
  }
  // Most batches have no hidden name, and then no play is tested.
  const hidden = artists.hidden.size + albums.hidden.size + tracks.hidden.size > 0

  const images = new Map<number, string>()
  for (const play of plays) {
    const album = albumOf(play)
    if (album !== null && play.imageUrl !== "") images.set(album, play.imageUrl)
  }
  const hasNewImage = yield* storeImages(sql, images)

  const times = instants(plays.map((play) => play.playedAt))
  const ids = sql`${times}, ${ints(plays.map(trackOf))}, ${ints(plays.map(albumOf))}`
  const incoming = hidden
    ? sql`select * from unnest(${ids}, ${booleans(plays.map(isHidden))})
        as play (played_at, track_id, album_id, hidden)`
    : sql`select *, false as hidden from unnest(${ids}) as play (played_at, track_id, album_id)`
  // `before` reads the albums that plays leave: all parts of a statement see the state before it.
  const [changed] = readChanges(
    yield* sql`
    with incoming as (
      ${incoming}
    ), before as (
      select scrobbles.album_id from scrobbles join incoming using (played_at, track_id)
      where incoming.album_id is not null and scrobbles.album_id is distinct from incoming.album_id
    ), moved as (
      update scrobbles set album_id = incoming.album_id, hidden = incoming.hidden from incoming
      where scrobbles.played_at = incoming.played_at and scrobbles.track_id = incoming.track_id
        and incoming.album_id is not null and scrobbles.album_id is distinct from incoming.album_id
      returning scrobbles.album_id
    ), inserted as (
      insert into scrobbles (played_at, track_id, album_id, hidden) select * from incoming
      on conflict do nothing returning album_id
    )
    select count(*) filter (where is_play)::int as plays,
      coalesce(array_agg(distinct album_id) filter (where album_id is not null), '{}') as albums
    from (
      select album_id, true as is_play from inserted
      union all select album_id, true from moved
      union all select album_id, false from before
    ) as changed`,
  )
  if (changed === undefined || changed.plays === 0) return { changed: 0, isShown: hasNewImage }
  const days = daysOf(
    plays.map((play) => play.playedAt),
    zone,
  )
  yield* sumUpDays(sql, days)
  yield* sumUpAlbums(sql, changed.albums, days)
  return { changed: changed.plays, isShown: true }
})
