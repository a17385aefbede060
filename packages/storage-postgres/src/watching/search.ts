import { searchIn } from "../search/index.ts"

/** Films and shows that were watched or rated, as items that a search finds. */
export const watchingSearch = searchIn("watching", (sql) => {
  const ofKind = (kind: "film" | "show") => ({
    id: "int" as const,
    select: sql`select id, name as title, case year when 0 then '' else year::text end as subtitle,
          last_watched_at as at, '' as url, image_url, '' as text
        from titles join seen_titles on title_id = id where titles.kind = ${kind}`,
  })
  return { movie: ofKind("film"), show: ofKind("show") }
})
