import type { Database } from "../sql/database.ts"
import { searchIn } from "../search/index.ts"

/** Venues as items that a search finds. */
export const placesSearch = ({ sql }: Database["Service"]) =>
  searchIn("places", {
    place: {
      select: sql`select id, name as title, city || iif(city <> '' and country <> '', ', ', '') || country as subtitle,
        last_visited_at as at, '' as url, '' as image_url, '' as text from venues`,
    },
  })
