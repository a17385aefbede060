import type { EditableItems } from "@daybook/kernel"
import {
  type Article,
  articleKeys,
  ArticleId,
  type MergedArticle,
  mergeArticles,
  type NewArticle,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { takeId } from "../sql/nextId.ts"
import type { HighlightLinks } from "./highlights.ts"
import * as Rows from "./rows.ts"
import { writeHeads, writeWords } from "./words.ts"

/** The stored articles that share an id or an address with one of the batch. */
const storedOf = (
  { all, sql }: Database["Service"],
  articles: ReadonlyArray<NewArticle>,
): ReadonlyArray<Article> => {
  const known = (pairs: ReadonlyArray<readonly [source: string, value: string]>) => {
    const asked = JSON.stringify(pairs.filter(([, value]) => value !== ""))
    return sql`(select value ->> 0, value ->> 1 from json_each(${asked}))`
  }
  const ids = articles.flatMap(({ formerId = "", source, sourceId }) => [
    [source, sourceId] as const,
    [source, formerId] as const,
  ])
  const urls = articles.map(({ source, url }) => [source, url] as const)
  return Rows.articles.read(
    all(sql`select ${Rows.articles.columns} from articles where id in (
        select id from articles where source_id <> '' and (source, source_id) in ${known(ids)}
        union
        select id from articles where (source, url) in ${known(urls)}
      ) order by id`),
  )
}

/** The articles among these ids that are shown. */
const shownOf = ({ all, sql }: Database["Service"], ids: ReadonlyArray<ArticleId>) =>
  new Map(
    Rows.articles
      .read(all(sql`select ${Rows.articles.columns} from articles where id in ${Rows.idsIn(sql, ids)}`))
      .map((article) => [article.id, article]),
  )

/** An article with its id. */
interface Numbered extends MergedArticle {
  readonly id: ArticleId
}

const articleOf = ({ after, id }: Numbered): Article => ({ ...after, id })

const idsOf = (items: ReadonlyArray<{ readonly id: ArticleId }>) => items.map(({ id }) => id)

/** Writes the fields of articles that are shown. */
export const writeFields = ({ many }: Database["Service"], articles: ReadonlyArray<Article>): void => {
  const rows = articles.map((article) => ({ ...article, ...articleKeys(article) }))
  many(Rows.keyedArticles.insert(rows, Rows.keyedArticles.replace("id")))
}

/** Makes rows of contents for new articles that come without one. */
export const writeBareContents = ({ many }: Database["Service"], ids: ReadonlyArray<ArticleId>): void => {
  many({
    text: "insert into article_contents (article_id) values (?) on conflict do nothing",
    rows: ids.map((id) => [id]),
  })
}

/** Writes contents. Returns the articles whose content is new or has changed. */
const writeContents = (
  database: Database["Service"],
  articles: ReadonlyArray<Numbered>,
): ReadonlySet<ArticleId> => {
  writeBareContents(
    database,
    idsOf(articles.filter(({ before, content }) => before === undefined && content === undefined)),
  )
  return new Set(
    Rows.readIds(
      database.many({
        text: `insert into article_contents (article_id, content) values (?, ?)
          on conflict (article_id) do update
            set content = excluded.content, body_excerpt = null, cleaned_by = 0, revision = revision + 1
            where content is not excluded.content
          returning article_id`,
        rows: articles.flatMap(({ content, id }) => (content === undefined ? [] : [[id, content]])),
      }),
    ),
  )
}

/** Articles with other addresses are cleaned again: links in them start from there. */
export const cleanAnew = ({ all, sql }: Database["Service"], ids: ReadonlyArray<ArticleId>): void => {
  all(
    sql`update article_contents set cleaned_by = 0 where cleaned_by <> 0 and article_id in ${Rows.idsIn(sql, ids)}`,
  )
}

/** Stores a batch in a transaction of the domain. Returns the number of new and changed articles. */
export const writeArticles = Effect.fnUntraced(function* (
  database: Database["Service"],
  byHand: EditableItems<Article>,
  links: HighlightLinks,
  articles: ReadonlyArray<NewArticle>,
) {
  if (articles.length === 0) return 0
  const kept = new Map((yield* byHand.kept).map((article) => [article.id, article]))
  const rows = storedOf(database, articles).filter(({ id }) => !kept.has(id))
  const batch = mergeArticles([...kept.values(), ...rows], articles).map((one): Numbered => ({
    ...one,
    id: one.before?.id ?? ArticleId.make(takeId(database, "articles")),
  }))
  const changed = batch.filter(({ isChanged }) => isChanged).map(articleOf)
  writeFields(
    database,
    changed.filter(({ id }) => !kept.has(id)),
  )
  yield* byHand.tell(changed.filter(({ id }) => kept.has(id)))
  yield* links.ofArticles(idsOf(batch))
  cleanAnew(
    database,
    idsOf(
      batch.filter(
        ({ after, before, id }) => !kept.has(id) && before !== undefined && before.url !== after.url,
      ),
    ),
  )
  const withNewText = writeContents(database, batch)
  // An article is found by the words that are shown of it.
  const shown = shownOf(database, idsOf(batch.filter(({ id }) => kept.has(id) && withNewText.has(id))))
  const isWhole = ({ before, id }: Numbered) => before === undefined || withNewText.has(id)
  writeWords(
    database,
    batch
      .filter(isWhole)
      .map((one) => ({ article: shown.get(one.id) ?? articleOf(one), text: one.text ?? "" })),
  )
  writeHeads(
    database,
    batch.filter((one) => one.isChanged && !isWhole(one) && !kept.has(one.id)).map(articleOf),
  )
  return batch.filter(({ id, isChanged }) => isChanged || withNewText.has(id)).length
})
