import type { Database } from "../sql/database.ts"
import { searchIn } from "../search/index.ts"

/** Records and films as items that a search finds. */
export const collectingSearch = ({ sql }: Database["Service"]) =>
  searchIn("collecting", {
    record: {
      select: sql`select id, title, artist as subtitle, added_at as at, '' as url, cover_url as image_url, '' as text
        from owned_records`,
    },
    media: {
      select: sql`select id, title, iif(year = 0, '', cast(year as text)) as subtitle, added_at as at, '' as url,
        '' as image_url, '' as text from owned_films`,
    },
  })
