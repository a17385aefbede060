import type { ArticleId, ArticleStore, BodyExcerpt, CleanedArticle, ListPart } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StoreParts } from "../parts.ts"
import { readContents, readHtml, readIds, readTexts } from "./rows.ts"

type Parts = Pick<StoreParts, "database" | "write">

/** The texts of articles, and their excerpts. */
const excerptsOf = ({ database, write }: Parts) => {
  const { amongNumbers, given, read, sql } = database
  return {
    toExcerpt: Effect.fn("ArticleStore.toExcerpt")(function* ({
      all,
      limit,
      offset,
    }: ListPart & { readonly all: boolean }) {
      return readIds(
        yield* sql`select article_id as id from article_contents
          where ${all ? sql`true` : sql`body_excerpt is null`} order by article_id limit ${limit} offset ${offset}`,
      )
    }, read),
    contents: Effect.fn("ArticleStore.contents")(function* (ids: ReadonlyArray<ArticleId>) {
      return readContents(
        yield* sql`select article_id as id, coalesce(content, '') as content, revision from article_contents
          where ${amongNumbers("article_id", ids)} order by article_id`,
      )
    }, read),
    storeExcerpts: Effect.fn("ArticleStore.storeExcerpts")((made: ReadonlyArray<BodyExcerpt>) => {
      const told = given("made", {
        id: ["int", made.map(({ id }) => id)],
        revision: ["int", made.map(({ revision }) => revision)],
        excerpt: ["text", made.map(({ excerpt }) => excerpt)],
      })
      return write(
        Effect.map(
          sql`update article_contents set body_excerpt = made.excerpt from ${told}
            where article_contents.article_id = made.id and article_contents.revision = made.revision
            returning article_id`,
          (stored) => stored.length,
        ),
      )
    }),
    withText: Effect.fn("ArticleStore.withText")(function* ({ limit, offset }: ListPart) {
      return readIds(
        yield* sql`select id from articles where title <> '' or description <> '' or review <> ''
            or exists (select 1 from article_contents where article_id = articles.id and body_excerpt <> '')
          order by id limit ${limit} offset ${offset}`,
      )
    }, read),
    texts: Effect.fn("ArticleStore.texts")(function* (ids: ReadonlyArray<ArticleId>) {
      return readTexts(
        yield* sql`select id, title, coalesce(body_excerpt, '') as excerpt,
            concat_ws(${"\n\n"}, nullif(description, ''), nullif(review, '')) as description
          from articles join article_contents on article_id = id
          where ${amongNumbers("id", ids)} order by id`,
      )
    }, read),
  } satisfies Partial<ArticleStore["Service"]>
}

/** The cleaned HTML of articles. The rules are 0 if it was not cleaned since a change. */
const cleanedOf = ({ database, write }: Parts) => {
  const { given, read, sql } = database
  return {
    toClean: Effect.fn("ArticleStore.toClean")(function* (rules: number, limit: number) {
      return readIds(
        yield* sql`select article_id as id from article_contents where content <> '' and cleaned_by <> ${rules}
          order by article_id limit ${limit}`,
      )
    }, read),
    storeCleaned: Effect.fn("ArticleStore.storeCleaned")(
      (rules: number, made: ReadonlyArray<CleanedArticle>) => {
        const told = given("made", {
          id: ["int", made.map(({ id }) => id)],
          revision: ["int", made.map(({ revision }) => revision)],
          html: ["text", made.map(({ html }) => html)],
        })
        return write(
          Effect.map(
            sql`update article_contents set cleaned = made.html, cleaned_by = ${rules} from ${told}
              where article_contents.article_id = made.id and article_contents.revision = made.revision
              returning article_id`,
            (stored) => stored.length,
          ),
          // A page shows the same HTML before it is stored.
          () => false,
        )
      },
    ),
    cleaned: Effect.fn("ArticleStore.cleaned")(function* (rules: number, id: ArticleId) {
      const [html] = readHtml(
        yield* sql`select cleaned from article_contents where article_id = ${id} and cleaned_by = ${rules}`,
      )
      return Option.fromUndefinedOr(html)
    }, read),
  } satisfies Partial<ArticleStore["Service"]>
}

/** The contents of articles, and data derived from them. */
export const contentsOf = (parts: Parts) => ({ ...excerptsOf(parts), ...cleanedOf(parts) })
