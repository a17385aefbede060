import { searchIn } from "../search/index.ts"

/** Venues as items that a search finds. */
export const placesSearch = searchIn("places", (sql) => ({
  place: {
    id: "text",
    select: sql`select id, name as title, concat_ws(', ', nullif(city, ''), nullif(country, '')) as subtitle,
          last_visited_at as at, '' as url, '' as image_url, '' as text
        from venues`,
  },
}))
