import { searchIn } from "../search/index.ts"
import { shown } from "./highlights.ts"

/** Articles, books and highlights as items that a search finds. */
export const readingSearch = searchIn("reading", (sql) => ({
  article: {
    id: "int",
    select: sql`select id, case title when '' then url else title end as title,
          concat_ws(', ', nullif(author, ''), nullif(site_name, '')) as subtitle, coalesce(finished_at, saved_at) as at,
          url, image_url, concat_ws(' ', nullif(description, ''), nullif(body_excerpt, '')) as text
        from articles left join article_contents on article_id = id where kind = 'article'`,
  },
  book: {
    id: "int",
    select: sql`select id, title, author as subtitle, coalesce(finished_at, saved_at) as at, url, image_url, review as text
        from articles where kind = 'book'`,
  },
  highlight: {
    id: "int",
    isPassage: true,
    select: sql`select highlights.id, case title when '' then url else title end as title,
          concat_ws(', ', nullif(author, ''), nullif(site_name, '')) as subtitle, highlighted_at as at, url, image_url,
          concat_ws(E'\n', text, nullif(note, '')) as text
        from highlights join articles on articles.id = article_id where ${sql.literal(shown)}`,
  },
}))
