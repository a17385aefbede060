import * as Effect from "effect/Effect"
import type { Page, PageRequest } from "./page.ts"

/** The items of all pages of a list, read `limit` at a time. */
export const itemsOfAllPages = Effect.fnUntraced(function* <A, E, R>(
  limit: number,
  read: (page: PageRequest) => Effect.Effect<Page<A>, E, R>,
) {
  const all: Array<A> = []
  for (let page = 1; ; page++) {
    const { items, total } = yield* read({ page, limit })
    all.push(...items)
    if (items.length < limit || all.length >= total) return all
  }
})
