import { type Article, ArticleId, bodyWords, headWords, type SearchWord } from "@daybook/reading"
import { Rows, type Texted, type Words } from "@daybook/storage-sql/reading"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { jsonList, tableOf } from "../sql/table.ts"

const head = { articleId: ArticleId, title: Schema.String, about: Schema.String, description: Schema.String }

/** The words of articles next to their text, which stay as they are. */
const headsOfWords = tableOf("article_words", Schema.Struct(head))

/** All words of articles. */
const articleWords = tableOf("article_words", Schema.Struct({ ...head, body: Schema.String }))

const headOf = (article: Article) => ({ articleId: article.id, ...headWords(article) })

/** Indexes the words of all fields but the text. The words of the text stay. */
const writeHeads = ({ many }: Database["Service"], articles: ReadonlyArray<Article>): void => {
  many(headsOfWords.insert(articles.map(headOf), headsOfWords.replace("articleId")))
}

/** Indexes all words of articles. */
export const writeWords = ({ many }: Database["Service"], articles: ReadonlyArray<Texted>): void => {
  const rows = articles.map(({ article, text }) => ({ ...headOf(article), body: bodyWords(text) }))
  many(articleWords.insert(rows, articleWords.replace("articleId")))
}

/**
 * The most matches that are ranked. If there are more: first those with the words outside of the text, above all in the
 * title, then the latest. A rank costs some microseconds for each match and word.
 */
const maxRanked = 1_000

/** The query of FTS5 for all of the words. They hold letters, marks and digits only. */
const queryOf = (words: ReadonlyArray<SearchWord>): string =>
  words.map(({ isPrefix, word }) => `"${word}"${isPrefix ? "*" : ""}`).join(" ")

/** The articles that have all of the words, best first: a title counts most, then author, site and tags, then the description. */
const articlesWith = (
  { all, sql }: Database["Service"],
  words: ReadonlyArray<SearchWord>,
  limit: number,
): ReadonlyArray<ArticleId> => {
  const query = queryOf(words)
  const most = Math.max(maxRanked, limit)
  const latest = (asked: string, count: number) =>
    Rows.readIds(
      all(sql`select rowid from article_words_index where article_words_index match ${asked}
        order by rowid desc limit ${count}`),
    )
  const ranked = (among: Fragment) =>
    Rows.readIds(
      all(sql`select rowid from article_words_index where article_words_index match ${query} and ${among}
        order by bm25(article_words_index, 10, 5, 3, 1), rowid desc limit ${limit}`),
    )
  const found = latest(query, most + 1)
  if (found.length <= most) return ranked(sql`true`)
  const beside = latest(`{title about description} : (${query})`, most)
  const titled = beside.length < most ? [] : latest(`{title} : (${query})`, most)
  // The plus keeps SQLite from asking the index once for each of the ids.
  return ranked(sql`+rowid in (select value from json_each(${jsonList([...titled, ...beside, ...found])}))`)
}

/** The words of articles in an index of FTS5. */
export const wordsIn = (database: Database["Service"]): Words => ({
  writeHeads: (articles) => Effect.sync(() => writeHeads(database, articles)),
  writeWords: (articles) => Effect.sync(() => writeWords(database, articles)),
  articlesWith: (words, limit) => Effect.sync(() => articlesWith(database, words, limit)),
  tags: { from: "articles, json_each(tags) as tag", name: "tag.value", key: "(tag_keys ->> tag.key)" },
})
