import { type DateRange, editStoreOf, type PageRequest, type SourceCursor } from "@daybook/kernel"
import {
  articleEntry,
  ArticleId,
  type ArticleKind,
  ArticleStore,
  type NewArticle,
  type SavedHighlight,
  type SearchWord,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import { cursorsOf } from "../cursors.ts"
import { editLogOf } from "../kernel/edits.ts"
import { countRows, inRange, onPage } from "../paging.ts"
import type { EntrySelect, ItemSelect, StoreParts } from "../parts.ts"
import type { Sql } from "../sql.ts"
import { contentsOf } from "./contents.ts"
import { devicesOf, writeDocuments } from "./devices.ts"
import { readingEditsOf, writeHighlights } from "./edits.ts"
import { shown } from "./highlights.ts"
import { listsOf } from "./lists.ts"
import { articles as described, readFinished } from "./rows.ts"
import { sumsOf } from "./stats.ts"
import type { Words } from "./words.ts"
import { writeArticles } from "./writer.ts"

/** Finished articles and books as entries. */
export const entries = ({ byCodeUnits, millisOf, sql }: Sql): EntrySelect => ({
  select: sql`select cast(id as text) ${sql.literal(byCodeUnits)} as id, finished_at as at,
      kind = 'book' and abs(${sql.literal(millisOf("finished_at"))} % 86400000) = 43200000 as day_only, 1 as count, ${sql.literal(readFinished.selected)}
    from articles where status = 'finished' and finished_at is not null`,
  ownDays: false,
  columns: sql`*`,
  read: (rows) => readFinished(rows).map(articleEntry),
})

/** Articles, books and highlights as items that a search finds. */
export const items = ({ sql }: Sql): Readonly<Record<string, ItemSelect>> => {
  const ofArticle = sql.literal(`case title when '' then url else title end as title,
    concat_ws(', ', nullif(author, ''), nullif(site_name, '')) as subtitle, url, image_url`)
  return {
    article: {
      id: "int",
      select: sql`select id, ${ofArticle}, coalesce(finished_at, saved_at) as at,
          concat_ws(' ', nullif(description, ''), nullif(body_excerpt, '')) as text
        from articles left join article_contents on article_id = id where kind = 'article'`,
    },
    book: {
      id: "int",
      select: sql`select id, title, author as subtitle, url, image_url, coalesce(finished_at, saved_at) as at,
          review as text
        from articles where kind = 'book'`,
    },
    highlight: {
      id: "int",
      isPassage: true,
      select: sql`select highlights.id as id, ${ofArticle}, highlighted_at as at,
          concat_ws(${"\n"}, text, nullif(note, '')) as text
        from highlights join articles on articles.id = article_id where ${sql.literal(shown)}`,
    },
  }
}

/** Articles that are read, by their dates, ids and words. */
const readsOf = ({ database }: StoreParts, words: Words) => {
  const { amongNumbers, read, sql } = database
  const articles = database.tableOf(described)
  const { columns } = articles
  return {
    archive: Effect.fn("ArticleStore.archive")(function* (range: DateRange, page: PageRequest) {
      const finished = sql.and([
        sql`kind = 'article' and status = 'finished' and finished_at is not null`,
        inRange(database, "finished_at", range),
      ])
      const items = articles.read(
        // The ids of the page come only from the index: articles before the page are not read.
        yield* sql`select ${columns} from articles where id in (
            select id from articles where ${finished}
            order by finished_at desc, id desc ${onPage(sql, page)}
          ) order by finished_at desc, id desc`,
      )
      return { items, total: yield* countRows(sql, sql`articles where ${finished}`) }
    }, read),
    find: Effect.fn("ArticleStore.find")(function* (ids: ReadonlyArray<ArticleId>) {
      const rows = articles.read(yield* sql`select ${columns} from articles where ${amongNumbers("id", ids)}`)
      const found = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => found.get(id) ?? [])
    }, read),
    matching: Effect.fn("ArticleStore.matching")(
      (asked: ReadonlyArray<SearchWord>, limit: number) =>
        asked.length === 0 ? Effect.succeed([]) : words.articlesWith(asked, limit),
      read,
    ),
  } satisfies Partial<ArticleStore["Service"]>
}

/** The store of reading. */
export const storeOf = (parts: StoreParts, words: Words) => {
  const { database, journal, searchable, write, zone } = parts
  const { read } = database
  const cursors = cursorsOf(database, "reading_cursors")
  const byHand = readingEditsOf(database, words)
  return ArticleStore.of({
    searchable,
    journal,
    devices: devicesOf(parts),
    cursor: cursors.read,
    lists: listsOf(parts, words, byHand.highlights.leadsTo),
    sums: sumsOf(database, zone),
    edits: editStoreOf([byHand.articles, byHand.books, byHand.highlights], (change) => write(change)),
    edited: Effect.fn("ArticleStore.edited")(function* (source: string) {
      const all = (yield* editLogOf(database, "reading").edits).filter(({ type }) => type === "article")
      const edits = Map.groupBy(all, ({ itemId }) => itemId)
      return (yield* byHand.articles.kept)
        .filter((article) => article.source === source)
        .map((article) => ({ article, edits: edits.get(String(article.id)) ?? [] }))
    }, read),
    storeArticles: Effect.fn("ArticleStore.storeArticles")(
      (told: ReadonlyArray<NewArticle>, cursor?: SourceCursor) => {
        const ofKind = (kind: ArticleKind) => told.filter((article) => article.kind === kind)
        return write(
          Effect.gen(function* () {
            const { articles: some, books, links } = byHand
            const changed = yield* writeArticles(database, words, some, links, ofKind("article"))
            const changedBooks = yield* writeArticles(database, words, books, links, ofKind("book"))
            yield* writeDocuments(database, told)
            yield* cursors.save(cursor)
            return changed + changedBooks
          }),
        )
      },
    ),
    storeHighlights: Effect.fn("ArticleStore.storeHighlights")((told: ReadonlyArray<SavedHighlight>) =>
      told.length === 0 ? Effect.succeed(0) : write(writeHighlights(database, byHand, told)),
    ),
    // Articles and books share their numbers, and each is merged into its own kind.
    leadsTo: (id: ArticleId) =>
      byHand.articles.leadsTo(String(id)).pipe(
        Effect.flatMap(byHand.books.leadsTo),
        Effect.map((root) => ArticleId.make(Number(root))),
        read,
      ),
    ...readsOf(parts, words),
    ...contentsOf(parts),
  })
}
