import { articleKeys } from "@daybook/reading"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Rows from "./rows.ts"
import { forLongWork } from "../sql/longWork.ts"

const atOnce = 500

/** Gives articles from before there were keys their own. Servers that start together may do the same work twice. */
export const fillKeys = Effect.fnUntraced(function* (client: SqlClient.SqlClient) {
  const sql = forLongWork(client)
  while (true) {
    const articles = Rows.articles.read(
      yield* sql`select ${Rows.articles.columns} from articles where title_key is null
        order by id limit ${atOnce}`,
    )
    if (articles.length === 0) return
    yield* sql`${Rows.keys.update(
      articles.map((article) => ({ id: article.id, ...articleKeys(article) })),
      "id",
    )}`
  }
})
