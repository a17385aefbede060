import { place } from "./migrations.ts"
import { searchIn } from "../search/index.ts"

/** Places as items that a search finds. */
export const placesSearch = searchIn("places", (sql) => ({
  place: {
    id: "text",
    select: sql`select distinct on (1) (${sql.literal(place)}) collate "C" as id, venue_name as title,
          concat_ws(', ', nullif(city, ''), nullif(country, '')) as subtitle, checked_in_at as at, '' as url,
          '' as image_url, '' as text
        from check_ins order by 1, checked_in_at desc`,
  },
}))
