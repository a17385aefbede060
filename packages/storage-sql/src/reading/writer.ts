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
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import type { HighlightLinks } from "./highlights.ts"
import * as Rows from "./rows.ts"
import type { Words } from "./words.ts"

/** The stored articles that share an id or an address with one of the batch. */
const storedOf = Effect.fnUntraced(function* (
  { given, hashed, sql, tableOf }: Sql,
  articles: ReadonlyArray<NewArticle>,
) {
  const table = tableOf(Rows.articles)
  /** The condition that the source and another column are among these. */
  const among = (column: string, pairs: ReadonlyArray<readonly [source: string, value: string]>) => {
    const some = pairs.filter(([, value]) => value !== "")
    const asked = given("asked", {
      source: ["text", some.map(([source]) => source)],
      value: ["text", some.map(([, value]) => value)],
    })
    return sql`(source, ${sql.literal(hashed(column))}) in (
      select source, ${sql.literal(hashed("value"))} from ${asked})`
  }
  const ids = articles.flatMap(({ formerId = "", source, sourceId }) => [
    [source, sourceId] as const,
    [source, formerId] as const,
  ])
  const urls = articles.map(({ source, url }) => [source, url] as const)
  return table.read(
    yield* sql`select ${table.columns} from articles where id in (
        select id from articles where source_id <> '' and ${among("source_id", ids)}
        union
        select id from articles where ${among("url", urls)}
      ) order by id`,
  )
})

/** The articles among these ids that are shown. */
const shownOf = Effect.fnUntraced(function* (
  { amongNumbers, sql, tableOf }: Sql,
  ids: ReadonlyArray<ArticleId>,
) {
  const table = tableOf(Rows.articles)
  const rows = yield* sql`select ${table.columns} from articles where ${amongNumbers("id", ids)}`
  return new Map(table.read(rows).map((article) => [article.id, article]))
})

/** An article with its id. */
interface Numbered extends MergedArticle {
  readonly id: ArticleId
}

const articleOf = ({ after, id }: Numbered): Article => ({ ...after, id })

const idsOf = (items: ReadonlyArray<{ readonly id: ArticleId }>) => items.map(({ id }) => id)

const numbered = Effect.fnUntraced(function* ({ takeIds }: Sql, merged: ReadonlyArray<MergedArticle>) {
  const free = yield* takeIds("articles", merged.filter(({ before }) => before === undefined).length)
  let next = 0
  return merged.map((one): Numbered => ({
    ...one,
    id: one.before?.id ?? ArticleId.make(mustFind(free[next++], "number of an article", next)),
  }))
})

/** Writes the fields of articles that are shown. */
export const writeFields = ({ tableOf }: Sql, articles: ReadonlyArray<Article>) =>
  tableOf(Rows.keyedArticles).replace(
    articles.map((article) => ({ ...article, ...articleKeys(article) })),
    "id",
  )

/** Makes rows of contents for new articles that come without one. */
export const writeBareContents = ({ given, sql }: Sql, ids: ReadonlyArray<ArticleId>) =>
  sql`insert into article_contents (article_id) select id from ${given("made", { id: ["int", ids] })} where true
    on conflict do nothing`

/** Writes contents, one by one: a batch may hold a hundred long pages. Returns the articles with new or changed content. */
const writeContents = Effect.fnUntraced(function* (database: Sql, articles: ReadonlyArray<Numbered>) {
  const { sql } = database
  const bare = articles.filter(({ before, content }) => before === undefined && content === undefined)
  if (bare.length > 0) yield* writeBareContents(database, idsOf(bare))
  const changed = new Set<ArticleId>()
  for (const { content, id } of articles) {
    if (content === undefined) continue
    const rows = yield* sql`insert into article_contents (article_id, content) values (${id}, ${content})
      on conflict (article_id) do update
        set content = excluded.content, body_excerpt = null, cleaned_by = 0, revision = article_contents.revision + 1
        where article_contents.content is distinct from excluded.content
      returning article_id`
    if (rows.length > 0) changed.add(id)
  }
  return changed
})

/** Articles with other addresses are cleaned again: links in them start from there. */
export const cleanAgain = ({ amongNumbers, sql }: Sql, ids: ReadonlyArray<ArticleId>) =>
  sql`update article_contents set cleaned_by = 0 where cleaned_by <> 0 and ${amongNumbers("article_id", ids)}`

/** Stores a batch in a transaction of the domain. Returns the number of new and changed articles. */
export const writeArticles = Effect.fnUntraced(function* (
  database: Sql,
  words: Words,
  byHand: EditableItems<Article>,
  links: HighlightLinks,
  articles: ReadonlyArray<NewArticle>,
) {
  if (articles.length === 0) return 0
  const kept = new Map((yield* byHand.kept).map((article) => [article.id, article]))
  const rows = (yield* storedOf(database, articles)).filter(({ id }) => !kept.has(id))
  const batch = yield* numbered(database, mergeArticles([...kept.values(), ...rows], articles))
  const changed = batch.filter(({ isChanged }) => isChanged).map(articleOf)
  yield* writeFields(
    database,
    changed.filter(({ id }) => !kept.has(id)),
  )
  yield* byHand.tell(changed.filter(({ id }) => kept.has(id)))
  yield* links.ofArticles(idsOf(batch))
  const moved = batch.filter(
    ({ after, before, id }) => !kept.has(id) && before !== undefined && before.url !== after.url,
  )
  yield* cleanAgain(database, idsOf(moved))
  const withNewText = yield* writeContents(database, batch)
  // An article is found by the words that are shown of it.
  const touched = batch.filter(({ id }) => kept.has(id) && withNewText.has(id))
  const shown = yield* shownOf(database, idsOf(touched))
  const isWhole = ({ before, id }: Numbered) => before === undefined || withNewText.has(id)
  yield* words.writeWords(
    batch
      .filter(isWhole)
      .map((one) => ({ article: shown.get(one.id) ?? articleOf(one), text: one.text ?? "" })),
  )
  yield* words.writeHeads(
    batch.filter((one) => one.isChanged && !isWhole(one) && !kept.has(one.id)).map(articleOf),
  )
  return batch.filter(({ id, isChanged }) => isChanged || withNewText.has(id)).length
})
