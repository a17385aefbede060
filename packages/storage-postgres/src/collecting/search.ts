import { searchIn } from "../search/index.ts"

/** Records and films as items that a search finds. */
export const collectingSearch = searchIn("collecting", (sql) => ({
  record: {
    id: "int",
    select: sql`select id, title, artist as subtitle, added_at as at, '' as url, cover_url as image_url, '' as text
        from owned_records`,
  },
  media: {
    id: "text",
    select: sql`select id, title, case year when 0 then '' else year::text end as subtitle,
          added_at as at, '' as url, '' as image_url, '' as text
        from owned_films`,
  },
}))
