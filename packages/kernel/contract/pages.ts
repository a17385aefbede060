import type { Page, PageRequest } from "@daybook/kernel"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

/**
 * Reads a list page by page to its end, and one page past it. Asserts that every page but the last is full, that each
 * reports the same total, and that the total is what the pages hold together.
 */
export const readPages = Effect.fnUntraced(function* <A, E, R>(
  list: (page: PageRequest) => Effect.Effect<Page<A>, E, R>,
  limit: number,
): Effect.fn.Return<ReadonlyArray<A>, E, R> {
  const first = yield* list({ page: 1, limit })
  const items = [...first.items]
  const pages = Math.ceil(first.total / limit)
  for (let page = 2; page <= pages + 1; page++) {
    const next = yield* list({ page, limit })
    assert.strictEqual(next.total, first.total, `page ${page} has another total`)
    assert.strictEqual(
      items.length,
      Math.min((page - 1) * limit, first.total),
      `page ${page - 1} is not full`,
    )
    items.push(...next.items)
  }
  assert.strictEqual(items.length, first.total, "the pages together do not hold the total")
  return items
})
