import {
  type ArticleId,
  type ArticleStore,
  type BodyExcerpt,
  type CleanedArticle,
  type ListPart,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { writerOf } from "../kernel/dataVersions.ts"
import type { Database } from "../sql/database.ts"
import { idsIn, readContents, readHtml, readIds, readTexts } from "./rows.ts"

type Contents = Pick<
  ArticleStore["Service"],
  "cleaned" | "contents" | "storeCleaned" | "storeExcerpts" | "texts" | "toClean" | "toExcerpt" | "withText"
>

/** The contents of articles, and what is derived from them. */
export const contentsIn = (
  { all, many, read, sql, unseen }: Database["Service"],
  write: Effect.Success<ReturnType<typeof writerOf>>,
): Contents => ({
  toExcerpt: Effect.fn("ArticleStore.toExcerpt")(
    ({ all: every, limit, offset }: ListPart & { readonly all: boolean }) =>
      read(() =>
        readIds(
          all(sql`select article_id from article_contents
            where ${every ? sql`true` : sql`body_excerpt is null`} order by article_id limit ${limit} offset ${offset}`),
        ),
      ),
  ),

  contents: Effect.fn("ArticleStore.contents")((ids: ReadonlyArray<ArticleId>) =>
    read(() =>
      readContents(
        all(sql`select article_id as id, coalesce(content, '') as content, revision from article_contents
          where article_id in ${idsIn(sql, ids)} order by article_id`),
      ),
    ),
  ),

  storeExcerpts: Effect.fn("ArticleStore.storeExcerpts")((made: ReadonlyArray<BodyExcerpt>) =>
    write(
      Effect.sync(
        () =>
          many({
            text: `update article_contents set body_excerpt = ? where article_id = ? and revision = ? returning 1`,
            rows: made.map(({ excerpt, id, revision }) => [excerpt, id, revision]),
          }).length,
      ),
    ),
  ),

  toClean: Effect.fn("ArticleStore.toClean")((rules: number, limit: number) =>
    read(() =>
      readIds(
        all(sql`select article_id from article_contents where content <> '' and cleaned_by <> ${rules}
          order by article_id limit ${limit}`),
      ),
    ),
  ),

  storeCleaned: Effect.fn("ArticleStore.storeCleaned")((rules: number, made: ReadonlyArray<CleanedArticle>) =>
    write(
      Effect.sync(() =>
        // A page shows the same HTML before it is stored.
        unseen(
          () =>
            many({
              text: `update article_contents set cleaned = ?, cleaned_by = ?
                  where article_id = ? and revision = ? returning 1`,
              rows: made.map(({ html, id, revision }) => [html, rules, id, revision]),
            }).length,
        ),
      ),
    ),
  ),

  cleaned: Effect.fn("ArticleStore.cleaned")((rules: number, id: ArticleId) =>
    read(() =>
      Option.fromUndefinedOr(
        readHtml(
          all(sql`select cleaned from article_contents where article_id = ${id} and cleaned_by = ${rules}`),
        )[0],
      ),
    ),
  ),

  withText: Effect.fn("ArticleStore.withText")(({ limit, offset }: ListPart) =>
    read(() =>
      readIds(
        all(sql`select id from articles where title <> '' or description <> '' or review <> ''
            or exists (select 1 from article_contents where article_id = id and body_excerpt <> '')
          order by id limit ${limit} offset ${offset}`),
      ),
    ),
  ),

  texts: Effect.fn("ArticleStore.texts")((ids: ReadonlyArray<ArticleId>) =>
    read(() =>
      readTexts(
        all(sql`select id, title, coalesce(body_excerpt, '') as excerpt,
            concat_ws(char(10, 10), nullif(description, ''), nullif(review, '')) as description
          from articles join article_contents on article_id = id
          where id in ${idsIn(sql, ids)} order by id`),
      ),
    ),
  ),
})
