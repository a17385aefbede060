import { ArticleId, ArticleKeys, articleKeys } from "@daybook/reading"
import { Rows } from "@daybook/storage-sql/reading"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { forLongWork } from "../sql/longWork.ts"
import { tableOf } from "../sql/table.ts"

const stored = tableOf(...Rows.articles)
const keys = tableOf("articles", Schema.Struct({ id: ArticleId, ...ArticleKeys.fields }))

const atOnce = 500

/** Assigns keys to articles from before keys existed. Servers that start together may do the same work twice. */
export const fillKeys = Effect.fnUntraced(function* (client: SqlClient.SqlClient) {
  const sql = forLongWork(client)
  while (true) {
    const articles = stored.read(
      yield* sql`select ${stored.columns} from articles where title_key is null
        order by id limit ${atOnce}`,
    )
    if (articles.length === 0) return
    yield* sql`${keys.update(
      articles.map((article) => ({ id: article.id, ...articleKeys(article) })),
      "id",
    )}`
  }
})
