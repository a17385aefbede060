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
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { takeId } from "../sql/nextId.ts"
import { type HighlightLinks, highlightLinksIn, shown } from "./highlights.ts"
import * as Rows from "./rows.ts"
import { writeHeads } from "./words.ts"
import { cleanAnew, writeBareContents, writeFields } from "./writer.ts"

const nextIdOf = (database: Database["Service"], table: string) =>
  Effect.sync(() => String(takeId(database, table)))

const articleIdsIn = (ids: ReadonlyArray<string>) => numbersIn(ids).map((id) => ArticleId.make(id))

const highlightIdsIn = (ids: ReadonlyArray<string>) => numbersIn(ids).map((id) => HighlightId.make(id))

/** The condition of articles that say the same as one that is to be added: the same page, or the same book. */
const sameIn = ({ sql }: Database["Service"]) => ({
  article: ({ url }: Article) => sql`url = ${url}`,
  book: ({ author, title }: Article) => sql`(source = ${bookSource} and source_id = ${bookKey(title, author)})
    or (title_key = ${keyOf(title)} and author_key = ${keyOf(author)})`,
})

/**
 * Articles or books manually: one that is not shown has no row, and keeps its content, its words, its vector and its
 * highlights.
 */
const articlesIn = (database: Database["Service"], links: HighlightLinks, kind: ArticleKind) => {
  const { all, sql } = database
  const read = (ids: ReadonlyArray<ArticleId>) =>
    Rows.articles.read(
      all(sql`select ${Rows.articles.columns} from articles
        where id in ${Rows.idsIn(sql, ids)} and kind = ${kind}`),
    )
  const edited = kind === "book" ? editedBooks : editedArticles
  return editItems<Article>(editLogIn(database, "reading"), edited, {
    read: (ids) => Effect.sync(() => read(articleIdsIn(ids))),
    put: (articles) =>
      Effect.suspend(() => {
        const ids = articles.map(({ id }) => id)
        const urls = new Map(read(ids).map(({ id, url }) => [id, url]))
        writeFields(database, articles)
        writeBareContents(database, ids)
        cleanAnew(
          database,
          ids.filter((_, at) => urls.get(ids[at] ?? ArticleId.make(0)) !== articles[at]?.url),
        )
        writeHeads(database, articles)
        return links.ofArticles(ids)
      }),
    remove: (asked, gone) =>
      Effect.suspend(() => {
        const ids = articleIdsIn(asked)
        const among = Rows.idsIn(sql, ids)
        all(sql`delete from articles where id in ${among}`)
        if (gone) {
          all(sql`delete from article_contents where article_id in ${among}`)
          all(sql`delete from article_words where article_id in ${among}`)
        }
        return links.ofArticles(ids)
      }),
    nextId: nextIdOf(database, "articles"),
    same: (article) =>
      Effect.sync(() => {
        const [id] = Rows.readIds(
          all(sql`select id from articles where kind = ${kind} and (${sameIn(database)[kind](article)})
            order by status <> 'finished', id limit 1`),
        )
        return id && String(id)
      }),
  })
}

/** Highlights manually. One that is removed keeps its row. */
const highlightsIn = (
  database: Database["Service"],
  links: HighlightLinks,
  articleOf: (id: string) => Effect.Effect<string>,
) => {
  const { all, many, sql } = database
  return editItems<EditedHighlight>(editLogIn(database, "reading"), editedHighlights, {
    read: (ids) =>
      Effect.sync(() =>
        Rows.editedHighlights.read(
          all(sql`select ${Rows.editedHighlights.columns} from highlights
            where id in ${Rows.idsIn(sql, highlightIdsIn(ids))} and ${sql.literal(shown)}`),
        ),
      ),
    put: (highlights) =>
      Effect.suspend(() => {
        const ids = highlights.map(({ id }) => id)
        many(Rows.editedHighlights.insert(highlights, Rows.editedHighlights.replace("id")))
        all(sql`update highlights set is_removed = 0 where is_removed and id in ${Rows.idsIn(sql, ids)}`)
        return links.ofHighlights(ids)
      }),
    remove: (asked, gone) =>
      Effect.suspend(() => {
        const ids = highlightIdsIn(asked)
        all(
          gone
            ? sql`delete from highlights where id in ${Rows.idsIn(sql, ids)}`
            : sql`update highlights set is_removed = 1 where id in ${Rows.idsIn(sql, ids)}`,
        )
        return links.ofHighlights(ids)
      }),
    nextId: nextIdOf(database, "highlights"),
    same: ({ articleId, text }) =>
      Effect.map(articleOf(String(articleId ?? 0)), (article) => {
        const [id] = Rows.readHighlightIds(
          all(sql`select id from highlights where article_id = ${Number(article)} and text = ${text}
            order by id limit 1`),
        )
        return id && String(id)
      }),
    fit: Effect.fnUntraced(function* ({ article_id: asked }: EditFields) {
      if (typeof asked !== "number") return
      const article = Number(yield* articleOf(String(asked)))
      const found = all(sql`select 1 from articles where id = ${article} and kind = 'article'`)
      if (found.length === 0) return yield* noSuchArticle(asked)
    }),
  })
}

/** The edits of reading. */
export const readingEditsIn = (database: Database["Service"]) => {
  const links = highlightLinksIn(database, editLogIn(database, "reading"))
  const articles = articlesIn(database, links, "article")
  const books = articlesIn(database, links, "book")
  return {
    links,
    articles,
    books,
    highlights: highlightsIn(database, links, (id) => articles.leadsTo(id)),
  }
}

const keyOfSource = ({ source, sourceId }: Pick<SavedHighlight, "source" | "sourceId">) =>
  `${source}\n${sourceId}`

/** Stores highlights in a transaction of the domain. Returns the number of new and changed ones. */
export const writeHighlights = Effect.fnUntraced(function* (
  { many }: Database["Service"],
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
  const end = `${Rows.savedHighlights.mergeKnown("source", "sourceId")} returning id`
  const changed = Rows.readHighlightIds(many(Rows.savedHighlights.insert(rest, end)))
  yield* links.ofHighlights(changed)
  return known.changed + changed.length
})
