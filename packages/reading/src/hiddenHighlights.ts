import { everything, type ItemRef, itemsOfAllPages } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { ArticleId } from "./model.ts"
import { ArticleStore } from "./ports.ts"

const atOnce = 500

/** The highlights that are hidden with their article or book. */
export const hiddenWithArticles = Effect.fnUntraced(function* (hidden: ReadonlyArray<ItemRef>) {
  const { lists } = yield* ArticleStore
  const found = yield* Effect.forEach(
    hidden.filter(({ type }) => type !== "highlight"),
    ({ id }) => {
      const articleId = ArticleId.make(Number(id))
      return itemsOfAllPages(atOnce, (page) =>
        lists.highlights({ range: everything, order: "desc", articleId }, page),
      )
    },
  )
  return found.flat().map(({ id }): ItemRef => ({ type: "highlight", id }))
})
