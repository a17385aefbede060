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
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { journalIn } from "../journal/index.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { Database } from "../sql/database.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { contentsIn } from "./contents.ts"
import { readingEditsIn, writeHighlights } from "./edits.ts"
import { listsIn } from "./lists.ts"
import { migrateReading } from "./migrations.ts"
import { articles, idsIn, readFinished } from "./rows.ts"
import { readingSearch } from "./search.ts"
import { sumsIn } from "./stats.ts"
import { articlesWith } from "./words.ts"
import { writeArticles } from "./writer.ts"

/** Saved articles in SQLite. */
export const layer = Layer.effect(
  ArticleStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql } = database
    const zone = yield* DateTime.CurrentTimeZone
    yield* migrateReading
    const { journal, settle } = yield* journalIn("reading", {
      select: sql`select cast(id as text) as id, id as article_id, finished_at as at, kind = 'book' as day_only, 1 as count,
          kind, title, author, site_name, url, image_url, isbn, finished_at
        from articles where status = 'finished' and finished_at is not null`,
      ownDays: false,
      columns: sql.literal("*"),
      read: (rows) => readFinished(rows).map(articleEntry),
    })
    const search = yield* readingSearch(database)
    const write = yield* writerOf("reading", [settle, search.settle])
    const cursors = cursorsIn(database, "reading_cursors")
    const byHand = readingEditsIn(database)

    const storeArticles = Effect.fn("ArticleStore.storeArticles")((
      told: ReadonlyArray<NewArticle>,
      cursor?: SourceCursor,
    ) => {
      const ofKind = (kind: ArticleKind) => told.filter((article) => article.kind === kind)
      return write(
        Effect.gen(function* () {
          const changed = yield* writeArticles(database, byHand.articles, byHand.links, ofKind("article"))
          const changedBooks = yield* writeArticles(database, byHand.books, byHand.links, ofKind("book"))
          yield* cursors.save(cursor)
          return changed + changedBooks
        }),
      )
    })

    const storeHighlights = Effect.fn("ArticleStore.storeHighlights")((told: ReadonlyArray<SavedHighlight>) =>
      write(writeHighlights(database, byHand, told)),
    )

    const archive = Effect.fn("ArticleStore.archive")((range: DateRange, page: PageRequest) =>
      read(() => {
        const finished = sql`articles where ${sql.and([
          sql`kind = 'article' and status = 'finished' and finished_at is not null`,
          inRange(sql, "finished_at", range),
        ])}`
        return {
          items: articles.read(
            all(sql`select ${articles.columns} from ${finished}
              order by finished_at desc, id desc ${onPage(sql, page)}`),
          ),
          total: countRows(database, finished),
        }
      }),
    )

    const find = Effect.fn("ArticleStore.find")((ids: ReadonlyArray<ArticleId>) =>
      read(() => {
        const rows = articles.read(
          all(sql`select ${articles.columns} from articles where id in ${idsIn(sql, ids)}`),
        )
        const found = new Map(rows.map((row) => [row.id, row]))
        return ids.flatMap((id) => found.get(id) ?? [])
      }),
    )

    const matching = Effect.fn("ArticleStore.matching")((words: ReadonlyArray<SearchWord>, limit: number) =>
      read(() => articlesWith(database, words, limit)),
    )

    const leadsTo = (id: ArticleId) =>
      // Articles and books share their numbers, and each is merged into its own kind.
      read(
        Effect.map(Effect.flatMap(byHand.articles.leadsTo(String(id)), byHand.books.leadsTo), (root) =>
          ArticleId.make(Number(root)),
        ),
      )

    return ArticleStore.of({
      searchable: search.searchable,
      journal,
      lists: listsIn(database, search.matching, byHand.highlights.leadsTo),
      sums: sumsIn(database, zone),
      storeArticles,
      storeHighlights,
      leadsTo,
      edits: editStoreOf([byHand.articles, byHand.books, byHand.highlights], write),
      cursor: cursors.read,
      archive,
      find,
      matching,
      ...contentsIn(database, write),
    })
  }),
)
