import type { PageRequest } from "@daybook/kernel"
import type { AlbumKeys, ListeningLists } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { Database } from "../../sql/database.ts"
import { countRows, onPage } from "../../sql/paging.ts"
import { jsonList } from "../../sql/table.ts"
import { readKeyedAlbums } from "../rows.ts"

const keyed = `album.id, album.name, album.name_key, artist.name as artist, artist.name_key as artist_key, album.image_url,
  total.plays, total.last_played_at`

/** Albums by their names, and those that no one named. */
export const namedAlbumsIn = (
  database: Database["Service"],
): Pick<ListeningLists, "albumsNamed" | "albumsBeside"> => {
  const { all, read, sql } = database
  const columns = sql.literal(keyed)
  const named = sql.literal(`albums as album join artists as artist on artist.id = album.artist_id
    join album_totals as total on total.id = album.id`)

  /** The played albums of these artists. */
  const ofArtists = (artistKeys: ReadonlyArray<string>) =>
    readKeyedAlbums(
      all(sql`select ${columns} from ${named}
        where artist.name_key in (select value from json_each(${jsonList(artistKeys)}))`),
    )

  /** The played albums whose keys begin with this one: they lie between the text and the text with the last character. */
  const ofName = (nameKey: string) =>
    readKeyedAlbums(
      all(sql`select ${columns} from ${named}
        where album.name_key >= ${nameKey} and album.name_key < ${nameKey} || char(1114111)`),
    )

  const albumsNamed = Effect.fn("ListeningLists.albumsNamed")((names: ReadonlyArray<AlbumKeys>) =>
    read(() => {
      const byArtist = Map.groupBy(names, ({ artistKey }) => artistKey)
      const own = ofArtists([...byArtist.keys()].flatMap((key) => key ?? [])).filter(
        ({ artistKey, nameKey }) => byArtist.get(artistKey)?.some((name) => nameKey.startsWith(name.nameKey)),
      )
      const others = (byArtist.get(undefined) ?? []).flatMap(({ nameKey }) => ofName(nameKey))
      const found = new Map([...own, ...others].map((album) => [album.id, album]))
      return [...found.values()].sort((one, other) => one.id - other.id)
    }),
  )

  const albumsBeside = Effect.fn("ListeningLists.albumsBeside")(
    (ids: ReadonlyArray<number>, page: PageRequest) =>
      read(() => {
        const others = sql`album_totals where id not in (select value from json_each(${jsonList(ids)}))`
        return {
          items: readKeyedAlbums(
            all(sql`select ${columns} from (
                select * from ${others} order by plays desc, last_played_at desc, id ${onPage(sql, page)}
              ) as total join albums as album on album.id = total.id
              join artists as artist on artist.id = album.artist_id
              order by total.plays desc, total.last_played_at desc, album.id`),
          ),
          total: countRows(database, others),
        }
      }),
  )

  return { albumsNamed, albumsBeside }
}
