import type { PageRequest } from "@daybook/kernel"
import type { AlbumKeys, ListeningLists } from "@daybook/listening"
import * as Effect from "effect/Effect"
import { countRows, onPage } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { readKeyedAlbums } from "./rows.ts"

/** Albums by their names, including unnamed ones. */
export const namedAlbumsOf = ({
  amongNumbers,
  amongTexts,
  read,
  sql,
}: Sql): Pick<ListeningLists, "albumsNamed" | "albumsBeside"> => {
  const columns = sql.literal(readKeyedAlbums.selected)
  const named = sql.literal(`albums as album join artists as artist on artist.id = album.artist_id
    join album_totals as total on total.id = album.id`)

  /** The played albums of these artists. */
  const ofArtists = (artistKeys: ReadonlyArray<string>) =>
    Effect.map(
      sql`select ${columns} from ${named} where ${amongTexts("artist.name_key", artistKeys)}`,
      readKeyedAlbums,
    )

  /** The played albums whose keys begin with this one: they lie between the text and the text with the last character. */
  const ofName = (nameKey: string) =>
    Effect.map(
      sql`select ${columns} from ${named}
        where album.name_key >= ${nameKey} and album.name_key < ${`${nameKey}\u{10ffff}`}`,
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
    const others = (yield* Effect.forEach(ofAny, ({ nameKey }) => ofName(nameKey))).flat()
    const found = new Map([...named, ...others].map((album) => [album.id, album]))
    return [...found.values()].sort((one, other) => one.id - other.id)
  }, read)

  const albumsBeside = Effect.fn("ListeningLists.albumsBeside")(function* (
    ids: ReadonlyArray<number>,
    page: PageRequest,
  ) {
    const others = sql`album_totals where not ${amongNumbers("id", ids)}`
    const items = readKeyedAlbums(
      yield* sql`select ${columns} from (
            select * from ${others} order by plays desc, last_played_at desc, id ${onPage(sql, page)}
          ) as total
          join albums as album on album.id = total.id join artists as artist on artist.id = album.artist_id
        order by total.plays desc, total.last_played_at desc, album.id`,
    )
    return { items, total: yield* countRows(sql, others) }
  }, read)

  return { albumsNamed, albumsBeside }
}
