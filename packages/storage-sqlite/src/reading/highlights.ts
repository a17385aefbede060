import { type EditLog, ActiveEdits } from "@daybook/kernel"
import type { ArticleId, HighlightId } from "@daybook/reading"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { idsIn } from "./rows.ts"

/** The condition of highlights that are shown. */
export const shown = "article_id is not null and text <> ''"

/** Finds the articles that show highlights. */
export interface HighlightLinks {
  /** For all highlights of these articles. */
  readonly ofArticles: (ids: ReadonlyArray<ArticleId>) => Effect.Effect<void>
  readonly ofHighlights: (ids: ReadonlyArray<HighlightId>) => Effect.Effect<void>
}

/**
 * Joins highlights with their articles. The home of a highlight is the article that its source names. It is shown with its
 * home, or with the article that its home was merged into.
 */
export const highlightLinksIn = ({ all, sql }: Database["Service"], log: EditLog): HighlightLinks => {
  const findHomes = (edits: ActiveEdits, selected: Fragment): void => {
    const homesIn = (known: Fragment) =>
      all(sql`update highlights set home_id = known.id from ${known}
        where highlights.home_id is null and ${selected} and known.source_id <> ''
          and known.source = highlights.source and known.source_id = highlights.article_source_id`)
    homesIn(sql`articles as known`)
    if (edits.idsOf("article").size === 0) return
    // Those that edits hide.
    homesIn(sql`(select cast(item_id as int) as id, item ->> 'source' as source, item ->> 'sourceId' as source_id
      from told_items where domain = 'reading' and type = 'article') as known`)
  }

  const show = (edits: ActiveEdits, selected: Fragment): void => {
    const merged = [...edits.idsOf("article")].map((id) => [id, Number(edits.rootOf("article", id))])
    const root =
      merged.length === 0
        ? sql`home_id`
        : sql`coalesce(json_extract(${JSON.stringify(Object.fromEntries(merged))}, '$."' || home_id || '"'), home_id)`
    const articleId = sql`(select articles.id from articles where articles.id = ${root} and not is_removed)`
    all(
      sql`update highlights set article_id = ${articleId} where ${selected} and article_id is not ${articleId}`,
    )
  }

  return {
    ofArticles: Effect.fnUntraced(function* (ids: ReadonlyArray<ArticleId>) {
      if (ids.length === 0) return
      const edits = new ActiveEdits(yield* log.edits)
      findHomes(edits, sql`known.id in ${idsIn(sql, ids)}`)
      const together = edits.together("article", ids.map(String)).map(Number)
      show(edits, sql`home_id in ${idsIn(sql, together)}`)
    }),
    ofHighlights: Effect.fnUntraced(function* (ids: ReadonlyArray<HighlightId>) {
      if (ids.length === 0) return
      const edits = new ActiveEdits(yield* log.edits)
      findHomes(edits, sql`highlights.id in ${idsIn(sql, ids)}`)
      show(edits, sql`highlights.id in ${idsIn(sql, ids)}`)
    }),
  }
}
