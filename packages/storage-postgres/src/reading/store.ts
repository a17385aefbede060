import { type DateRange, editStoreOf, type PageRequest, type SourceCursor } from "@daybook/kernel"
import {
  articleEntry,
  ArticleId,
  type ArticleKind,
  ArticleStore,
  type BodyExcerpt,
  type ListPart,
  type NewArticle,
  type SavedHighlight,
  type SearchWord,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { articles, excerpts, readContents, readFinished, readIds, readTexts } from "./rows.ts"
import { cleanedIn } from "./cleaned.ts"
import { fillKeys } from "./fillKeys.ts"
import { readingEditsIn, writeHighlights } from "./edits.ts"
import { listsIn } from "./lists.ts"
import { sumsIn } from "./stats.ts"
import { writeArticles } from "./writer.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { ints } from "../sql/parameters.ts"
import { migrateReading } from "./migrations.ts"
import { readingSearch } from "./search.ts"
import { journalIn } from "../journal/index.ts"

/**
 * The most matches that are ranked by their whole text, which costs a fetch of each. Beyond that, matches with the
 * words in their head come first, then the latest.
 */
const maxRanked = 200

/** The query for all of the words, in the form of `to_tsquery`. They hold letters, marks and digits only. */
const tsqueryOf = (words: ReadonlyArray<SearchWord>): string =>
  words.map(({ isPrefix, word }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & ")

/** Saved articles in SQL. */
export const layer = Layer.effect(
  ArticleStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateReading
    yield* fillKeys(sql)
    const { journal, write } = yield* journalIn("reading", (client) => ({
      select: client`select id::text collate "C" as id, id as article_id, finished_at as at, kind = 'book' as day_only, 1 as count,
          kind, title, author, site_name, url, image_url, isbn, finished_at
        from articles where status = 'finished' and finished_at is not null`,
      ownDays: false,
      columns: client.literal("*"),
      read: (rows) => readFinished(rows).map(articleEntry),
    }))
    const cursors = cursorsIn(sql, "reading_cursors")
    const { columns } = articles
    const byHand = readingEditsIn(sql)

    const storeArticles = Effect.fn("ArticleStore.storeArticles")(function* (
      told: ReadonlyArray<NewArticle>,
      cursor?: SourceCursor,
    ) {
      const ofKind = (kind: ArticleKind) => told.filter((article) => article.kind === kind)
      return yield* write(
        Effect.gen(function* () {
          const changed = yield* writeArticles(sql, byHand.articles, byHand.links, ofKind("article"))
          const changedBooks = yield* writeArticles(sql, byHand.books, byHand.links, ofKind("book"))
          yield* cursors.save(cursor)
          return changed + changedBooks
        }),
      )
    }, Effect.orDie)

    const storeHighlights = Effect.fn("ArticleStore.storeHighlights")(function* (
      told: ReadonlyArray<SavedHighlight>,
    ) {
      return told.length === 0 ? 0 : yield* write(writeHighlights(sql, byHand, told))
    }, Effect.orDie)

    const archive = Effect.fn("ArticleStore.archive")(function* (range: DateRange, page: PageRequest) {
      const finished = sql.and([
        sql`kind = 'article' and status = 'finished' and finished_at is not null`,
        inRange(sql, "finished_at", range),
      ])
      const items = articles.read(
        // The ids of the page come only from the index: articles before the page are not read.
        yield* sql`select ${columns} from articles where id in (
            select id from articles where ${finished}
            order by finished_at desc, id desc ${onPage(sql, page)}
          ) order by finished_at desc, id desc`,
      )
      return { items, total: yield* countRows(sql, sql`articles where ${finished}`) }
    }, Effect.orDie)

    const find = Effect.fn("ArticleStore.find")(function* (ids: ReadonlyArray<ArticleId>) {
      const rows = articles.read(yield* sql`select ${columns} from articles where id = any(${ints(ids)})`)
      const found = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => {
        const row = found.get(id)
        return row === undefined ? [] : [row]
      })
    }, Effect.orDie)

    const matching = Effect.fn("ArticleStore.matching")(function* (
      words: ReadonlyArray<SearchWord>,
      limit: number,
    ) {
      if (words.length === 0) return []
      const query = tsqueryOf(words)
      // A title counts most, then author, site and tags, then the description, then the text, a longer one for less.
      const weights = sql.literal("'{0.1, 0.3, 0.5, 1}'")
      return readIds(
        yield* sql`with candidates as (
            select article_id, words, query from article_words,
              (select to_tsquery('simple', ${query}) || to_tsquery('english', ${query}) as query) as asked
            where words @@ query
            order by ts_rank(${weights}, head, query) desc, article_id desc limit ${Math.max(maxRanked, limit)}
          )
          select article_id as id from candidates
          order by ts_rank(${weights}, words, query, 1) desc, article_id desc limit ${limit}`,
      )
    }, Effect.orDie)

    const toExcerpt = Effect.fn("ArticleStore.toExcerpt")(function* ({
      all,
      limit,
      offset,
    }: ListPart & { readonly all: boolean }) {
      return readIds(
        yield* sql`select article_id as id from article_contents
          where ${all ? sql`true` : sql`body_excerpt is null`} order by article_id limit ${limit} offset ${offset}`,
      )
    }, Effect.orDie)

    const contents = Effect.fn("ArticleStore.contents")(function* (ids: ReadonlyArray<ArticleId>) {
      return readContents(
        yield* sql`select article_id as id, coalesce(content, '') as content, revision from article_contents
          where article_id = any(${ints(ids)}) order by article_id`,
      )
    }, Effect.orDie)

    const storeExcerpts = Effect.fn("ArticleStore.storeExcerpts")(function* (
      made: ReadonlyArray<BodyExcerpt>,
    ) {
      const stored = yield* sql`update article_contents set body_excerpt = made.excerpt
        from ${excerpts.unnest(made)} as made (${excerpts.names})
        where article_contents.article_id = made.id and article_contents.revision = made.revision
        returning article_id`
      return stored.length
    }, Effect.orDie)

    const withText = Effect.fn("ArticleStore.withText")(function* ({ limit, offset }: ListPart) {
      return readIds(
        yield* sql`select id from articles join article_contents on article_id = id
          where title <> '' or description <> '' or review <> '' or body_excerpt <> ''
          order by id limit ${limit} offset ${offset}`,
      )
    }, Effect.orDie)

    const textsOf = Effect.fn("ArticleStore.texts")(function* (ids: ReadonlyArray<ArticleId>) {
      return readTexts(
        yield* sql`select id, title, concat_ws(E'\\n\\n', nullif(description, ''), nullif(review, '')) as description,
            coalesce(body_excerpt, '') as excerpt
          from articles join article_contents on article_id = id
          where id = any(${ints(ids)}) order by id`,
      )
    }, Effect.orDie)

    const { matching: named, searchable } = yield* readingSearch

    return ArticleStore.of({
      searchable,
      journal,
      lists: listsIn(sql, named, byHand.highlights.leadsTo),
      sums: yield* sumsIn(sql),
      storeArticles,
      storeHighlights,
      leadsTo: (id) =>
        // Articles and books share their numbers, and each is merged into its own kind.
        Effect.map(Effect.flatMap(byHand.articles.leadsTo(String(id)), byHand.books.leadsTo), (root) =>
          ArticleId.make(Number(root)),
        ),
      edits: editStoreOf([byHand.articles, byHand.books, byHand.highlights], (change) =>
        Effect.catchTag(write(change), "SqlError", Effect.die),
      ),
      cursor: cursors.read,
      archive,
      find,
      matching,
      toExcerpt,
      contents,
      storeExcerpts,
      ...cleanedIn(sql),
      withText,
      texts: textsOf,
    })
  }),
)
