import { searchIn } from "../search/index.ts"

/** True for a name that counts as no other and was not removed manually. */
const isShownName = (table: "albums" | "artists" | "tracks"): string =>
  `not ${table}.is_removed and (${table}.leads_to is null or ${table}.leads_to = ${table}.id)`

/** Artists, albums and tracks as items that a search finds. */
export const listeningSearch = searchIn("listening", (sql) => ({
  artist: {
    id: "int",
    select: sql`select id, name as title, '' as subtitle, null::timestamptz as at, catalog_url as url, image_url,
          '' as text
        from artists where ${sql.literal(isShownName("artists"))}`,
  },
  album: {
    id: "int",
    select: sql`select albums.id, albums.name as title, artists.name as subtitle, null::timestamptz as at,
          albums.catalog_url as url, albums.image_url, '' as text
        from albums join artists on artists.id = artist_id where ${sql.literal(isShownName("albums"))} and not artists.is_removed`,
  },
  track: {
    id: "int",
    select: sql`select tracks.id, tracks.name as title, artists.name as subtitle, null::timestamptz as at,
          tracks.catalog_url as url, '' as image_url, '' as text
        from tracks join artists on artists.id = artist_id where ${sql.literal(isShownName("tracks"))} and not artists.is_removed`,
  },
}))
