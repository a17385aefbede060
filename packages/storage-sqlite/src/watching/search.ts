import type { Database } from "../sql/database.ts"
import { searchIn } from "../search/index.ts"

/** Films and shows that were watched or rated, as items that a search finds. */
export const watchingSearch = ({ sql }: Database["Service"]) => {
  const ofKind = (kind: "film" | "show") => ({
    select: sql`select id, name as title, iif(year = 0, '', cast(year as text)) as subtitle, last_watched_at as at,
        '' as url, image_url, '' as text
      from titles join seen_titles on title_id = id where titles.kind = ${kind}`,
  })
  return searchIn("watching", { movie: ofKind("film"), show: ofKind("show") })
}
