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
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { editLogIn } from "../kernel/edits.ts"
import { ints } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import { type HighlightLinks, highlightLinksIn } from "./highlights.ts"
import * as Rows from "./rows.ts"
import { cleanAnew, writeFields, writeHeads } from "./writer.ts"

const readNumbers = valuesOf(Schema.Int)

/** The next number of a table, as the id of an item that is added manually. */
const nextIdOf = (sql: SqlClient.SqlClient, table: string) =>
  sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::int`.pipe(
    Effect.map((rows) => String(readNumbers(rows)[0])),
    Effect.orDie,
  )

const articleIdsIn = (ids: ReadonlyArray<string>) => numbersIn(ids).map((id) => ArticleId.make(id))

const highlightIdsIn = (ids: ReadonlyArray<string>) => numbersIn(ids).map((id) => HighlightId.make(id))

/** The shown article that says the same as one that is to be added: the same page, or the same book. */
const sameIn = (sql: SqlClient.SqlClient) => ({
  article: ({ url }: Article) => sql`md5(url) = md5(${url}) and url = ${url}`,
  book: ({ author, title }: Article) => sql`(source = ${bookSource} and source_id = ${bookKey(title, author)})
    or (title_key, author_key) = (${keyOf(title)}, ${keyOf(author)})`,
})

/**
 * Articles or books manually: one that is not shown has no row, and keeps its content, its words, its vector and its
 * highlights.
 */
const articlesIn = (sql: SqlClient.SqlClient, links: HighlightLinks, kind: ArticleKind) => {
  const read = Effect.fnUntraced(function* (ids: ReadonlyArray<ArticleId>) {
    return Rows.articles.read(
      yield* sql`select ${Rows.articles.columns} from articles where id = any(${ints(ids)}) and kind = ${kind}`,
    )
  })
  const edited = kind === "book" ? editedBooks : editedArticles
  return editItems<Article>(editLogIn(sql, "reading"), edited, {
    read: (ids) => Effect.orDie(read(articleIdsIn(ids))),
    put: Effect.fnUntraced(function* (articles: ReadonlyArray<Article>) {
      if (articles.length === 0) return
      const ids = articles.map(({ id }) => id)
      const urls = new Map((yield* read(ids)).map(({ id, url }) => [id, url]))
      yield* writeFields(sql, articles)
      yield* sql`insert into article_contents (article_id) select * from unnest(${ints(ids)}) on conflict do nothing`
      const moved = articles.filter(({ id, url }) => urls.get(id) !== url)
      yield* cleanAnew(
        sql,
        moved.map(({ id }) => id),
      )
      yield* writeHeads(sql, articles)
      yield* links.ofArticles(ids)
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (asked: ReadonlyArray<string>, gone: boolean) {
      const ids = articleIdsIn(asked)
      yield* sql`delete from articles where id = any(${ints(ids)})`
      if (gone) {
        yield* sql`delete from article_contents where article_id = any(${ints(ids)})`
        yield* sql`delete from article_words where article_id = any(${ints(ids)})`
      }
      yield* links.ofArticles(ids)
    }, Effect.orDie),
    nextId: nextIdOf(sql, "articles"),
    same: Effect.fnUntraced(function* (article: Article) {
      const [id] = Rows.readIds(
        yield* sql`select id from articles where kind = ${kind} and (${sameIn(sql)[kind](article)})
          order by (status = 'finished') desc, id limit 1`,
      )
      return id && String(id)
    }, Effect.orDie),
  })
}

/** Highlights manually. One that is removed keeps its row. */
const highlightsIn = (
  sql: SqlClient.SqlClient,
  links: HighlightLinks,
  articleOf: (id: string) => Effect.Effect<string>,
) =>
  editItems<EditedHighlight>(editLogIn(sql, "reading"), editedHighlights, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return Rows.editedHighlights.read(
        yield* sql`select ${Rows.editedHighlights.columns} from highlights
          where id = any(${ints(highlightIdsIn(ids))}) and article_id is not null and text <> ''`,
      )
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (highlights: ReadonlyArray<EditedHighlight>) {
      if (highlights.length === 0) return
      const ids = highlights.map(({ id }) => id)
      yield* sql`${Rows.editedHighlights.insert(highlights)} on conflict (id) ${Rows.editedHighlights.replace("id")}`
      yield* sql`update highlights set is_removed = false where is_removed and id = any(${ints(ids)})`
      yield* links.ofHighlights(ids)
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (asked: ReadonlyArray<string>, gone: boolean) {
      const ids = highlightIdsIn(asked)
      yield* gone
        ? sql`delete from highlights where id = any(${ints(ids)})`
        : sql`update highlights set is_removed = true where id = any(${ints(ids)})`
      yield* links.ofHighlights(ids)
    }, Effect.orDie),
    nextId: nextIdOf(sql, "highlights"),
    same: Effect.fnUntraced(function* ({ articleId, text }: EditedHighlight) {
      const shown = Number(yield* articleOf(String(articleId ?? 0)))
      const [id] = Rows.readHighlightIds(
        yield* sql`select id from highlights where article_id = ${shown} and text = ${text} order by id limit 1`,
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

/** The edits of reading in SQL. */
export const readingEditsIn = (sql: SqlClient.SqlClient) => {
  const links = highlightLinksIn(sql, editLogIn(sql, "reading"))
  const articles = articlesIn(sql, links, "article")
  const books = articlesIn(sql, links, "book")
  return { links, articles, books, highlights: highlightsIn(sql, links, (id) => articles.leadsTo(id)) }
}

const keyOfSource = ({ source, sourceId }: Pick<SavedHighlight, "source" | "sourceId">) =>
  `${source}\n${sourceId}`

/** Stores highlights in a transaction of the domain. Returns the number that are new or have changed. */
export const writeHighlights = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { highlights: byHand, links }: ReturnType<typeof readingEditsIn>,
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
  const changed = Rows.readHighlightIds(
    yield* sql`insert into highlights (id, ${Rows.savedHighlights.names}) overriding system value
      select coalesce(
          (select known.id from highlights as known
            where known.source = given.source and md5(known.source_id) = md5(given.source_id)),
          nextval(pg_get_serial_sequence('highlights', 'id'))
        ), ${Rows.savedHighlights.values}
      from ${Rows.savedHighlights.unnest(rest)} with ordinality as given (${Rows.savedHighlights.names}, place) order by place
      on conflict (source, md5(source_id)) ${Rows.savedHighlights.mergeKnown("source", "sourceId")} returning id`,
  )
  yield* links.ofHighlights(changed)
  return known.changed + changed.length
})
