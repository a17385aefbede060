import { searchIn } from "../search/index.ts"
import type { Database } from "../sql/database.ts"
import { shown } from "./highlights.ts"

const ofArticle = `case title when '' then url else title end as title,
  concat_ws(', ', nullif(author, ''), nullif(site_name, '')) as subtitle, url, image_url`

/** Articles, books and highlights as items that a search finds. */
export const readingSearch = ({ sql }: Database["Service"]) =>
  searchIn("reading", {
    article: {
      select: sql.literal(`select id, ${ofArticle}, coalesce(finished_at, saved_at) as at,
          concat_ws(' ', nullif(description, ''), nullif(body_excerpt, '')) as text
        from articles left join article_contents on article_id = id where kind = 'article'`),
    },
    book: {
      select: sql`select id, title, author as subtitle, url, image_url, coalesce(finished_at, saved_at) as at, review as text
        from articles where kind = 'book'`,
    },
    highlight: {
      isPassage: true,
      select: sql.literal(`select highlights.id as id, ${ofArticle}, highlighted_at as at,
          concat_ws(char(10), text, nullif(note, '')) as text
        from highlights join articles on articles.id = article_id where ${shown}`),
    },
  })
