import { searchIn } from "../search/index.ts"

/** Artists, albums and tracks as items that a search finds. */
export const listeningSearch = searchIn("listening", (sql) => ({
  artist: {
    id: "int",
    select: sql`select id, name as title, '' as subtitle, null::timestamptz as at, catalog_url as url, '' as image_url,
          '' as text
        from artists`,
  },
  album: {
    id: "int",
    select: sql`select albums.id, albums.name as title, artists.name as subtitle, null::timestamptz as at,
          albums.catalog_url as url, image_url, '' as text
        from albums join artists on artists.id = artist_id`,
  },
  track: {
    id: "int",
    select: sql`select tracks.id, tracks.name as title, artists.name as subtitle, null::timestamptz as at,
          tracks.catalog_url as url, '' as image_url, '' as text
        from tracks join artists on artists.id = artist_id`,
  },
}))
