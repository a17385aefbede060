import { type EditFields, editItems, numbersIn } from "@daybook/kernel"
import {
  type Article,
  ArticleId,
  type ArticleKind,
  bookKey,
  bookSource,
  type EditedHighlight,
  editedArticles,
  editedBooks,
  editedHighlights,
  HighlightId,
  keyOf,
  mergeHighlights,
  noSuchArticle,
  type SavedHighlight,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import { editLogOf } from "../kernel/edits.ts"
import { mustFind } from "../mustFind.ts"
import { nextIdOf, type Sql } from "../sql.ts"
import { type HighlightLinks, highlightLinksOf, shown } from "./highlights.ts"
import * as Rows from "./rows.ts"
import type { Words } from "./words.ts"
import { cleanAgain, writeBareContents, writeFields } from "./writer.ts"

const articleIdsIn = (ids: ReadonlyArray<string>) => numbersIn(ids).map((id) => ArticleId.make(id))

const highlightIdsIn = (ids: ReadonlyArray<string>) => numbersIn(ids).map((id) => HighlightId.make(id))

/** The shown article equal to a new one: the same page, or the same book. */
const sameIn = ({ given, hashed, sql }: Sql) => ({
  article: ({ url }: Article) =>
    sql`${sql.literal(hashed("url"))} in (
      select ${sql.literal(hashed("asked.url"))} from ${given("asked", { url: ["text", [url]] })}) and url = ${url}`,
  book: ({ author, title }: Article) => sql`(source = ${bookSource} and source_id = ${bookKey(title, author)})
    or (title_key, author_key) = (${keyOf(title)}, ${keyOf(author)})`,
})

/**
 * Edits of articles and books: a hidden one has no row, and keeps its content, its words, its vector and its
 * highlights.
 */
const articlesOf = (database: Sql, links: HighlightLinks, words: Words, kind: ArticleKind) => {
  const { amongNumbers, sql } = database
  const table = database.tableOf(Rows.articles)
  const read = (ids: ReadonlyArray<ArticleId>) =>
    Effect.map(
      sql`select ${table.columns} from articles where ${amongNumbers("id", ids)} and kind = ${kind}`,
      table.read,
    )
  const edited = kind === "book" ? editedBooks : editedArticles
  return editItems<Article>(editLogOf(database, "reading"), edited, {
    read: (ids) => Effect.orDie(read(articleIdsIn(ids))),
    put: Effect.fnUntraced(function* (articles: ReadonlyArray<Article>) {
      if (articles.length === 0) return
      const ids = articles.map(({ id }) => id)
      const urls = new Map((yield* read(ids)).map(({ id, url }) => [id, url]))
      yield* writeFields(database, articles)
      yield* writeBareContents(database, ids)
      const moved = articles.filter(({ id, url }) => urls.get(id) !== url)
      yield* cleanAgain(
        database,
        moved.map(({ id }) => id),
      )
      yield* words.writeHeads(articles)
      yield* links.ofArticles(ids)
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (asked: ReadonlyArray<string>, gone: boolean) {
      const ids = articleIdsIn(asked)
      yield* sql`delete from articles where ${amongNumbers("id", ids)}`
      if (gone) {
        yield* sql`delete from article_contents where ${amongNumbers("article_id", ids)}`
        yield* sql`delete from article_words where ${amongNumbers("article_id", ids)}`
      }
      yield* links.ofArticles(ids)
    }, Effect.orDie),
    nextId: nextIdOf(database, "articles"),
    same: Effect.fnUntraced(function* (article: Article) {
      const [id] = Rows.readIds(
        yield* sql`select id from articles where kind = ${kind} and (${sameIn(database)[kind](article)})
          order by status <> 'finished', id limit 1`,
      )
      return id && String(id)
    }, Effect.orDie),
  })
}

/** Highlights manually. A removed one keeps its row. */
const highlightsOf = (
  database: Sql,
  links: HighlightLinks,
  articleOf: (id: string) => Effect.Effect<string>,
) => {
  const { amongNumbers, sql } = database
  const table = database.tableOf(Rows.editedHighlights)
  return editItems<EditedHighlight>(editLogOf(database, "reading"), editedHighlights, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return table.read(
        yield* sql`select ${table.columns} from highlights
          where ${amongNumbers("id", highlightIdsIn(ids))} and ${sql.literal(shown)}`,
      )
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (highlights: ReadonlyArray<EditedHighlight>) {
      if (highlights.length === 0) return
      const ids = highlights.map(({ id }) => id)
      yield* table.replace(highlights, "id")
      yield* sql`update highlights set is_removed = ${false} where is_removed and ${amongNumbers("id", ids)}`
      yield* links.ofHighlights(ids)
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (asked: ReadonlyArray<string>, gone: boolean) {
      const ids = highlightIdsIn(asked)
      yield* gone
        ? sql`delete from highlights where ${amongNumbers("id", ids)}`
        : sql`update highlights set is_removed = ${true} where ${amongNumbers("id", ids)}`
      yield* links.ofHighlights(ids)
    }, Effect.orDie),
    nextId: nextIdOf(database, "highlights"),
    same: Effect.fnUntraced(function* ({ articleId, text }: EditedHighlight) {
      const article = Number(yield* articleOf(String(articleId ?? 0)))
      const [id] = Rows.readHighlightIds(
        yield* sql`select id from highlights where article_id = ${article} and text = ${text} order by id limit 1`,
      )
      return id && String(id)
    }, Effect.orDie),
    fit: Effect.fnUntraced(function* ({ article_id: asked }: EditFields) {
      if (typeof asked !== "number") return
      const found = yield* Effect.orDie(
        sql`select 1 from articles where id = ${Number(yield* articleOf(String(asked)))} and kind = 'article'`,
      )
      if (found.length > 0) return
      return yield* noSuchArticle(asked)
    }),
  })
}

/** The edits of reading. */
export const readingEditsOf = (database: Sql, words: Words) => {
  const links = highlightLinksOf(database, editLogOf(database, "reading"))
  const articles = articlesOf(database, links, words, "article")
  const books = articlesOf(database, links, words, "book")
  return { links, articles, books, highlights: highlightsOf(database, links, (id) => articles.leadsTo(id)) }
}

const keyOfSource = ({ source, sourceId }: Pick<SavedHighlight, "source" | "sourceId">) =>
  `${source}\n${sourceId}`

/** Stores highlights in a transaction of the domain. Returns the number of new and changed ones. */
export const writeHighlights = Effect.fnUntraced(function* (
  { given, hashed, sql, tableOf, takeIds }: Sql,
  { highlights: byHand, links }: ReturnType<typeof readingEditsOf>,
  told: ReadonlyArray<SavedHighlight>,
) {
  const kept = new Map((yield* byHand.kept).map((one) => [keyOfSource(one), one]))
  const all = mergeHighlights(told)
  const known = yield* byHand.tell(
    all.flatMap((one) => {
      const before = kept.get(keyOfSource(one))
      return before === undefined ? [] : [{ ...before, ...one, articleId: undefined }]
    }),
  )
  const rest = all.filter((one) => !kept.has(keyOfSource(one)))
  if (rest.length === 0) return known.changed
  const asked = given("asked", {
    source: ["text", rest.map(({ source }) => source)],
    source_id: ["text", rest.map(({ sourceId }) => sourceId)],
  })
  const stored = Rows.readHighlightKeys(
    yield* sql`select ${sql.literal(Rows.readHighlightKeys.selected)} from highlights
      where (source, ${sql.literal(hashed("source_id"))}) in (
        select source, ${sql.literal(hashed("source_id"))} from ${asked})`,
  )
  const ids = new Map(stored.map((one) => [keyOfSource(one), one.id]))
  const news = rest.filter((one) => !ids.has(keyOfSource(one)))
  const taken = yield* takeIds("highlights", news.length)
  for (const [at, one] of news.entries())
    ids.set(keyOfSource(one), HighlightId.make(mustFind(taken[at], "id", one.sourceId)))
  const rows = rest.map((one) => ({ id: mustFind(ids.get(keyOfSource(one)), "id", one.sourceId), ...one }))
  const changed = yield* tableOf(Rows.savedHighlights).mergeKnown(rows, "id")
  yield* links.ofHighlights(rows.map(({ id }) => id))
  return known.changed + changed
})
