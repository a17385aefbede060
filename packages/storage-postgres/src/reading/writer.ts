import type { EditableItems } from "@daybook/kernel"
import {
  type Article,
  articleKeys,
  type ArticleId,
  bodyWords,
  headWords,
  type NewArticle,
  type MergedArticle,
  mergeArticles,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import * as Rows from "./rows.ts"
import type { HighlightLinks } from "./highlights.ts"
import { mustFind } from "@daybook/storage-sql"
import { ints, texts } from "../sql/parameters.ts"

/** The stored articles that share an id or an address with one of the batch. */
const storedOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, articles: ReadonlyArray<NewArticle>) {
  const ids = articles
    .flatMap(({ formerId = "", source, sourceId }) => [
      { source, id: sourceId },
      { source, id: formerId },
    ])
    .filter(({ id }) => id !== "")
  const rows = yield* sql`select ${Rows.articles.columns} from articles where id in (
      select id from articles join (
        select source, md5(source_id) as hash from unnest(
          ${texts(ids.map(({ source }) => source))}, ${texts(ids.map(({ id }) => id))}
        ) as asked (source, source_id)
      ) as asked on asked.source = articles.source and asked.hash = md5(articles.source_id)
      where articles.source_id <> ''
      union
      select id from articles join (
        select source, md5(url) as hash from unnest(
          ${texts(articles.map(({ source }) => source))}, ${texts(articles.map(({ url }) => url))}
        ) as asked (source, url)
      ) as asked on asked.source = articles.source and asked.hash = md5(articles.url)
    ) order by id`
  return Rows.articles.read(rows)
})

/** The articles among these ids that are shown. */
const shownOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, ids: ReadonlyArray<ArticleId>) {
  if (ids.length === 0) return new Map<ArticleId, Article>()
  const rows = yield* sql`select ${Rows.articles.columns} from articles where id = any(${ints(ids)})`
  return new Map(Rows.articles.read(rows).map((article) => [article.id, article]))
})

/** An article with its id. */
interface Numbered extends MergedArticle {
  readonly id: ArticleId
}

const articleOf = ({ after, id }: Numbered): Article => ({ ...after, id })

const numbered = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  shelved: ReadonlyArray<MergedArticle>,
) {
  const fresh = shelved.filter(({ before }) => before === undefined).length
  const numbers = yield* sql`
    select nextval(pg_get_serial_sequence('articles', 'id'))::int from generate_series(1, ${fresh}::int)`
  const free = Rows.readIds(numbers).toSorted((a, b) => a - b)
  let next = 0
  return shelved.map((one): Numbered => ({
    ...one,
    id: one.before?.id ?? mustFind(free[next++], "number of an article", next),
  }))
})

/** Writes the fields of articles that are shown. */
export const writeFields = (sql: SqlClient.SqlClient, articles: ReadonlyArray<Article>) => {
  if (articles.length === 0) return Effect.void
  const rows = articles.map((article) => ({ ...article, ...articleKeys(article) }))
  return sql`${Rows.keyedArticles.insert(rows)} on conflict (id) ${Rows.keyedArticles.replace("id")}`
}

/** Writes contents. Returns the articles with new or changed content. */
const writeContents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  articles: ReadonlyArray<Numbered>,
) {
  const bare = articles.filter(({ before, content }) => before === undefined && content === undefined)
  yield* sql`insert into article_contents (article_id) select * from unnest(${ints(bare.map(({ id }) => id))})`
  const changed = new Set<ArticleId>()
  for (const some of portions(articles, ({ content }) => content)) {
    const rows = yield* sql`insert into article_contents (article_id, content)
      select * from unnest(${ints(some.map(({ id }) => id))}, ${texts(some.map(({ content }) => content ?? ""))})
      on conflict (article_id) do update
        set content = excluded.content, body_excerpt = null, cleaned_by = 0, revision = article_contents.revision + 1
        where article_contents.content is distinct from excluded.content
      returning article_id`
    for (const id of Rows.readIds(rows)) changed.add(id)
  }
  return changed
})

const portionSize = 4_000_000

/** The articles with such a text, in portions of a few megabytes: a batch may hold a hundred long pages. */
function* portions(
  articles: ReadonlyArray<Numbered>,
  textOf: (article: Numbered) => string | undefined,
): Generator<ReadonlyArray<Numbered>, void> {
  let portion: Array<Numbered> = []
  let size = 0
  for (const article of articles) {
    const text = textOf(article)
    if (text === undefined) continue
    portion.push(article)
    size += text.length
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

/** Indexes the words of all fields but the text. Words of the text have weight D: they are stored. */
export const writeHeads = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  articles: ReadonlyArray<Article>,
) {
  if (articles.length === 0) return
  yield* sql`insert into article_words (article_id, words, head)
    select id, head, head from (
      select id, ${headOf(sql)} as head
      from unnest(${wordsOfHeads(sql, articles)}) as asked (id, title, about, description)
    ) as made
    on conflict (article_id) do update
      set words = ts_filter(article_words.words, '{d}') || excluded.head, head = excluded.head`
})

/** Indexes the words of articles. The text's words are kept if only other fields have changed. */
export const writeWords = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  articles: ReadonlyArray<Numbered>,
  hasNewText: (article: Numbered) => boolean,
) {
  const isWhole = (article: Numbered) => article.before === undefined || hasNewText(article)
  for (const some of portions(articles, (article) => (isWhole(article) ? (article.text ?? "") : undefined))) {
    const heads = wordsOfHeads(sql, some.map(articleOf))
    const bodies = texts(some.map(({ text }) => bodyWords(text ?? "")))
    yield* sql`insert into article_words (article_id, words, head)
      select id, ${vectorOf(sql, "body")} || head, head from (
        select *, ${headOf(sql)} as head
        from unnest(${heads}, ${bodies}) as asked (id, title, about, description, body)
      ) as made
      on conflict (article_id) do update set words = excluded.words, head = excluded.head`
  }
  yield* writeHeads(sql, articles.filter((article) => !isWhole(article) && article.isChanged).map(articleOf))
})

/** Articles with other addresses are cleaned again: links in them start from there. */
export const cleanAnew = (sql: SqlClient.SqlClient, ids: ReadonlyArray<ArticleId>) =>
  sql`update article_contents set cleaned_by = 0 where article_id = any(${ints(ids)})`

/**
 * Stores a batch. To be run in a transaction that already holds the domain's lock. Returns the number of new and
 * changed articles.
 */
export const writeArticles = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  byHand: EditableItems<Article>,
  links: HighlightLinks,
  articles: ReadonlyArray<NewArticle>,
) {
  if (articles.length === 0) return 0
  const kept = new Map((yield* byHand.kept).map((article) => [article.id, article]))
  const rows = (yield* storedOf(sql, articles)).filter(({ id }) => !kept.has(id))
  const batch = yield* numbered(sql, mergeArticles([...kept.values(), ...rows], articles))
  const changed = batch.filter(({ isChanged }) => isChanged).map(articleOf)
  yield* writeFields(
    sql,
    changed.filter(({ id }) => !kept.has(id)),
  )
  yield* byHand.tell(changed.filter(({ id }) => kept.has(id)))
  yield* links.ofArticles(batch.map(({ id }) => id))
  const moved = batch.filter(
    ({ after, before, id }) => !kept.has(id) && before !== undefined && before.url !== after.url,
  )
  yield* cleanAnew(
    sql,
    moved.map(({ id }) => id),
  )
  const withNewText = yield* writeContents(sql, batch)
  const touched = batch.filter(({ id }) => kept.has(id) && withNewText.has(id))
  const shown = yield* shownOf(
    sql,
    touched.map(({ id }) => id),
  )
  // An article is found by the words that are shown of it.
  const words = batch.map((one) => ({ ...one, after: shown.get(one.id) ?? one.after }))
  yield* writeWords(
    sql,
    words.filter(({ id }) => !kept.has(id) || withNewText.has(id)),
    ({ id }) => withNewText.has(id),
  )
  return batch.filter(({ id, isChanged }) => isChanged || withNewText.has(id)).length
})
