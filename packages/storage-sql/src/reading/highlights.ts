import { type EditLog, ActiveEdits } from "@daybook/kernel"
import { type ArticleId, ArticleKind, type HighlightId } from "@daybook/reading"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import type { Sql } from "../sql.ts"

/** The condition of highlights that are shown. */
export const shown = "article_id is not null and text <> ''"

/** Articles and books share their numbers. */
const kinds = ArticleKind.literals

/** Finds the articles that show highlights. */
export interface HighlightLinks {
  /** For all highlights of these articles. */
  readonly ofArticles: (ids: ReadonlyArray<ArticleId>) => Effect.Effect<void, SqlError>
  readonly ofHighlights: (ids: ReadonlyArray<HighlightId>) => Effect.Effect<void, SqlError>
}

/** The articles that are shown and those that edits hide. */
const withHidden = `(
  select id, source, source_id from articles
  union all
  select cast(item_id as int), item ->> 'source', item ->> 'sourceId' from told_items where domain = 'reading' and type in ('article', 'book')
)`

/**
 * Joins highlights with their articles. The home of a highlight is the article that its source names. It is shown with
 * its home, or with the article that its home was merged into.
 */
export const highlightLinksOf = ({ amongNumbers, given, hashed, sql }: Sql, log: EditLog): HighlightLinks => {
  const findHomes = (edits: ActiveEdits, selected: Fragment) => {
    const articles = sql.literal(
      kinds.every((kind) => edits.idsOf(kind).size === 0) ? "articles" : withHidden,
    )
    return sql`update highlights set home_id = known.id from ${articles} as known
      where highlights.home_id is null and ${selected} and known.source_id <> ''
        and known.source = highlights.source and ${sql.literal(hashed("known.source_id"))} = ${sql.literal(hashed("highlights.article_source_id"))}`
  }

  const show = (edits: ActiveEdits, selected: Fragment) => {
    const merged = kinds.flatMap((kind) =>
      [...edits.idsOf(kind)].map((id) => ({ id: Number(id), root: Number(edits.rootOf(kind, id)) })),
    )
    const roots = given("merged", {
      id: ["int", merged.map(({ id }) => id)],
      root: ["int", merged.map(({ root }) => root)],
    })
    return sql`update highlights set article_id = shown.article_id
      from (
        select one.id, articles.id as article_id
        from (select * from highlights where ${selected}) as one
        left join ${roots} on merged.id = one.home_id
        left join articles on articles.id = coalesce(merged.root, one.home_id) and not one.is_removed
      ) as shown
      where shown.id = highlights.id and highlights.article_id is distinct from shown.article_id`
  }

  return {
    ofArticles: Effect.fnUntraced(function* (ids: ReadonlyArray<ArticleId>) {
      if (ids.length === 0) return
      const edits = new ActiveEdits(yield* log.edits)
      yield* findHomes(edits, amongNumbers("known.id", ids))
      const together = kinds.flatMap((kind) => edits.together(kind, ids.map(String)).map(Number))
      yield* show(edits, amongNumbers("home_id", together))
    }),
    ofHighlights: Effect.fnUntraced(function* (ids: ReadonlyArray<HighlightId>) {
      if (ids.length === 0) return
      const edits = new ActiveEdits(yield* log.edits)
      yield* findHomes(edits, amongNumbers("highlights.id", ids))
      yield* show(edits, amongNumbers("highlights.id", ids))
    }),
  }
}
