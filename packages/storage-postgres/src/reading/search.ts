import { searchIn } from "../search/index.ts"

/** Articles as items that a search finds. */
export const readingSearch = searchIn("reading", (sql) => ({
  article: {
    id: "int",
    select: sql`select id, case title when '' then url else title end as title,
          concat_ws(', ', nullif(author, ''), nullif(site_name, '')) as subtitle, coalesce(finished_at, saved_at) as at,
          url, image_url, concat_ws(' ', nullif(description, ''), nullif(body_excerpt, '')) as text
        from articles left join article_contents on article_id = id`,
  },
}))
