import type { ArticleId, CleanedArticle } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import { cleanedArticles, readHtml, readIds } from "./rows.ts"

/** The cleaned HTML of articles, kept next to their content. Its rules are 0 if it was not cleaned since a change. */
export const cleanedIn = (sql: SqlClient.SqlClient) => ({
  toClean: Effect.fn("ArticleStore.toClean")(function* (rules: number, limit: number) {
    return readIds(
      yield* sql`select article_id as id from article_contents where content <> '' and cleaned_by <> ${rules}
        order by article_id limit ${limit}`,
    )
  }, Effect.orDie),

  storeCleaned: Effect.fn("ArticleStore.storeCleaned")(function* (
    rules: number,
    made: ReadonlyArray<CleanedArticle>,
  ) {
    const stored = yield* sql`update article_contents set cleaned = made.html, cleaned_by = ${rules}
      from ${cleanedArticles.unnest(made)} as made (${cleanedArticles.names})
      where article_contents.article_id = made.id and article_contents.revision = made.revision
      returning article_id`
    return stored.length
  }, Effect.orDie),

  cleaned: Effect.fn("ArticleStore.cleaned")(function* (rules: number, id: ArticleId) {
    const [html] = readHtml(
      yield* sql`select cleaned from article_contents where article_id = ${id} and cleaned_by = ${rules}`,
    )
    return Option.fromUndefinedOr(html)
  }, Effect.orDie),
})
