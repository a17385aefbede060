import type { ItemSelect } from "../parts.ts"
import type { Sql } from "../sql.ts"

/** True for a name that counts as no other and was not removed manually. */
const isShownName = (table: "albums" | "artists" | "tracks"): string =>
  `not ${table}.is_removed and (${table}.leads_to is null or ${table}.leads_to = ${table}.id)`

const titles = (table: "albums" | "tracks", imageUrl: string): string =>
  `select ${table}.id as id, ${table}.name as title, artists.name as subtitle, null as at, ${table}.catalog_url as url,
    ${imageUrl} as image_url, '' as text
  from ${table} join artists on artists.id = artist_id where ${isShownName(table)} and not artists.is_removed`

/** Artists, albums and tracks as items that a search finds. */
export const items = ({ sql }: Pick<Sql, "sql">): Readonly<Record<string, ItemSelect>> => ({
  artist: {
    id: "int",
    select: sql.literal(`select id, name as title, '' as subtitle, null as at, catalog_url as url, image_url,
      '' as text from artists where ${isShownName("artists")}`),
  },
  album: { id: "int", select: sql.literal(titles("albums", "albums.image_url")) },
  track: { id: "int", select: sql.literal(titles("tracks", "''")) },
})
