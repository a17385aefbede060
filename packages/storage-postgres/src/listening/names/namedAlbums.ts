import type { PageRequest } from "@daybook/kernel"
import type { AlbumKeys, ListeningLists } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { onPage } from "../../sql/paging.ts"
import { ints, texts } from "../../sql/parameters.ts"
import { readCounts, readKeyedAlbums } from "../rows.ts"

const keyed = `album.id, album.name, album.name_key, artist.name as artist, artist.name_key as artist_key, album.image_url,
  total.plays, total.last_played_at`

/** Albums by their names, including unnamed ones. */
export const namedAlbumsIn = (
  sql: SqlClient.SqlClient,
): Pick<ListeningLists, "albumsNamed" | "albumsBeside"> => {
  const columns = sql.literal(keyed)

  /** The played albums of these artists. */
  const ofArtists = (artistKeys: ReadonlyArray<string>) =>
    Effect.map(
      sql`select ${columns} from unnest(${texts(artistKeys)}) as given (key)
          cross join lateral (select * from artists where name_key = key offset 0) as artist
          cross join lateral (select * from albums where artist_id = artist.id offset 0) as album
          join album_totals as total on total.id = album.id`,
      readKeyedAlbums,
    )

  /** The played albums whose keys begin with these: they lie between the text and the text with the last character. */
  const ofNames = (nameKeys: ReadonlyArray<string>) =>
    Effect.map(
      sql`select distinct ${columns} from unnest(${texts(nameKeys)}) as given (key)
          join albums as album on album.name_key >= key and album.name_key < (key || chr(1114111)) collate "C"
          join artists as artist on artist.id = artist_id join album_totals as total on total.id = album.id`,
      readKeyedAlbums,
    )

  const albumsNamed = Effect.fn("ListeningLists.albumsNamed")(function* (names: ReadonlyArray<AlbumKeys>) {
    const byArtist = Map.groupBy(names, ({ artistKey }) => artistKey)
    const ofAny = byArtist.get(undefined) ?? []
    byArtist.delete(undefined)
    const artistKeys = [...byArtist.keys()].flatMap((key) => key ?? [])
    const own = artistKeys.length === 0 ? [] : yield* ofArtists(artistKeys)
    const named = own.filter(({ artistKey, nameKey }) =>
      byArtist.get(artistKey)?.some((name) => nameKey.startsWith(name.nameKey)),
    )
    const others = ofAny.length === 0 ? [] : yield* ofNames(ofAny.map(({ nameKey }) => nameKey))
    const found = new Map([...named, ...others].map((album) => [album.id, album]))
    return [...found.values()].sort((one, other) => one.id - other.id)
  }, Effect.orDie)

  const albumsBeside = Effect.fn("ListeningLists.albumsBeside")(function* (
    ids: ReadonlyArray<number>,
    page: PageRequest,
  ) {
    const others = sql`album_totals where id <> all(${ints(ids)})`
    const items = readKeyedAlbums(
      yield* sql`select ${columns} from (
            select * from ${others} order by plays desc, last_played_at desc, id ${onPage(sql, page)}
          ) as total
          join albums as album on album.id = total.id join artists as artist on artist.id = artist_id
        order by total.plays desc, total.last_played_at desc, album.id`,
    )
    const [total = 0] = readCounts(yield* sql`select count(*)::int from ${others}`)
    return { items, total }
  }, Effect.orDie)

  return { albumsNamed, albumsBeside }
}
