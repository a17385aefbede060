import { mergeHighlights, type SavedHighlight } from "@daybook/reading"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import * as Rows from "./rows.ts"
import { texts } from "../sql/parameters.ts"

/** The condition of highlights that are shown. */
export const shown = "article_id is not null and text <> ''"

/** Joins highlights with their articles, of those that a condition selects. */
export const linkHighlights = (sql: SqlClient.SqlClient, selected: Fragment) =>
  sql`update highlights set article_id = articles.id from articles
    where highlights.article_id is null and ${selected} and articles.source_id <> ''
      and articles.source = highlights.source and md5(articles.source_id) = md5(highlights.article_source_id)`

/** Stores highlights by `write`, which runs the changes of the domain. */
export const storeHighlightsIn = (
  sql: SqlClient.SqlClient,
  write: (work: Effect.Effect<number, SqlError>) => Effect.Effect<number, SqlError>,
) =>
  Effect.fn("ArticleStore.storeHighlights")(function* (told: ReadonlyArray<SavedHighlight>) {
    if (told.length === 0) return 0
    const highlights = mergeHighlights(told)
    const change = Effect.gen(function* () {
      const changed = yield* sql`${Rows.savedHighlights.insert(highlights)}
        on conflict (source, md5(source_id)) ${Rows.savedHighlights.overKnown("source", "sourceId")} returning id`
      if (changed.length > 0) {
        const ids = texts(highlights.map(({ sourceId }) => sourceId))
        yield* linkHighlights(sql, sql`highlights.source_id = any(${ids})`)
      }
      return changed.length
    })
    return yield* write(change)
  }, Effect.orDie)
