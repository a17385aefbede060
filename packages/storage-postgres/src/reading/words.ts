import { type Article, bodyWords, headWords, type SearchWord } from "@daybook/reading"
import { Rows, type Texted, type Words } from "@daybook/storage-sql/reading"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { ints, texts } from "../sql/parameters.ts"

/**
 * The most matches that are ranked by their whole text, which costs a fetch of each. Beyond that, matches with the
 * words in their head come first, then the latest.
 */
const maxRanked = 200

/** The query for all of the words, in the form of `to_tsquery`. They hold letters, marks and digits only. */
const tsqueryOf = (words: ReadonlyArray<SearchWord>): string =>
  words.map(({ isPrefix, word }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & ")

const portionSize = 4_000_000

/** Articles in portions of a few megabytes: a batch may hold a hundred long pages. */
function* portions(articles: ReadonlyArray<Texted>): Generator<ReadonlyArray<Texted>, void> {
  let portion: Array<Texted> = []
  let size = 0
  for (const article of articles) {
    portion.push(article)
    size += article.text.length
    if (size < portionSize) continue
    yield portion
    portion = []
    size = 0
  }
  if (portion.length > 0) yield portion
}

// Each word is indexed in two forms, as written and as an English stem: "simple" finds every word of every language,
// and "english" also finds "articles" by "article". It harms no other language, since the written form is there as
// well.
const vectorOf = (sql: SqlClient.SqlClient, column: string) =>
  sql.literal(`to_tsvector('simple', ${column}) || to_tsvector('english', ${column})`)

const headOf = (sql: SqlClient.SqlClient): Fragment =>
  sql`setweight(${vectorOf(sql, "title")}, 'A') || setweight(${vectorOf(sql, "about")}, 'B')
    || setweight(${vectorOf(sql, "description")}, 'C')`

/** The words of all fields but the text, as arrays for `unnest`. */
const wordsOfHeads = (sql: SqlClient.SqlClient, articles: ReadonlyArray<Article>): Fragment => {
  const words = articles.map(headWords)
  return sql`${ints(articles.map(({ id }) => id))}, ${texts(words.map(({ title }) => title))},
    ${texts(words.map(({ about }) => about))}, ${texts(words.map(({ description }) => description))}`
}

/** The words of articles as vectors of texts. Words of the text have weight D: they are stored. */
export const wordsIn = (sql: SqlClient.SqlClient): Words => ({
  writeHeads: (articles) =>
    articles.length === 0
      ? Effect.void
      : sql`insert into article_words (article_id, words, head)
          select id, head, head from (
            select id, ${headOf(sql)} as head
            from unnest(${wordsOfHeads(sql, articles)}) as asked (id, title, about, description)
          ) as made
          on conflict (article_id) do update
            set words = ts_filter(article_words.words, '{d}') || excluded.head, head = excluded.head`,
  writeWords: Effect.fnUntraced(function* (articles: ReadonlyArray<Texted>) {
    for (const some of portions(articles)) {
      const heads = wordsOfHeads(
        sql,
        some.map(({ article }) => article),
      )
      const bodies = texts(some.map(({ text }) => bodyWords(text)))
      yield* sql`insert into article_words (article_id, words, head)
        select id, ${vectorOf(sql, "body")} || head, head from (
          select *, ${headOf(sql)} as head
          from unnest(${heads}, ${bodies}) as asked (id, title, about, description, body)
        ) as made
        on conflict (article_id) do update set words = excluded.words, head = excluded.head`
    }
  }),
  articlesWith: Effect.fnUntraced(function* (words: ReadonlyArray<SearchWord>, limit: number) {
    const query = tsqueryOf(words)
    // A title counts most, then author, site and tags, then the description, then the text, a longer one for less.
    const weights = sql.literal("'{0.1, 0.3, 0.5, 1}'")
    return Rows.readIds(
      yield* sql`with candidates as (
          select article_id, words, query from article_words,
            (select to_tsquery('simple', ${query}) || to_tsquery('english', ${query}) as query) as asked
          where words @@ query
          order by ts_rank(${weights}, head, query) desc, article_id desc limit ${Math.max(maxRanked, limit)}
        )
        select article_id as id from candidates
        order by ts_rank(${weights}, words, query, 1) desc, article_id desc limit ${limit}`,
    )
  }),
  tags: {
    from: "articles cross join unnest(tags, tag_keys) as tag (tag_name, tag_key)",
    name: "tag_name",
    key: "tag_key",
  },
})
