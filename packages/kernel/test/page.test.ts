import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { pageIn, pageOffset, paginate } from "../src/index.ts"

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("the pages of a list", () => {
  it.prop(
    "are enough to show each item once",
    { limit: within(1, 100), total: within(0, 2_000) },
    ({ limit, total }) => {
      const shown = Array.from({ length: total }, () => 0)
      const pages = paginate({ page: 1, limit }, total).total_pages
      for (let page = 1; page <= pages; page++) {
        const offset = pageOffset({ page, limit })
        assert.isBelow(offset, total)
        for (let at = offset; at < Math.min(offset + limit, total); at++) shown[at] = (shown[at] ?? 0) + 1
      }
      assert.isTrue(shown.every((times) => times === 1))
    },
  )

  it.prop(
    "together are the list, and each has its length",
    { limit: within(1, 20), total: within(0, 100) },
    ({ limit, total }) => {
      const all = Array.from({ length: total }, (_, item) => item)
      const pages = Array.from({ length: paginate({ page: 1, limit }, total).total_pages }, (_, index) =>
        pageIn(all, { page: index + 1, limit }),
      )
      assert.deepStrictEqual(
        pages.flatMap(({ items }) => items),
        all,
      )
      assert.isTrue(pages.every((page) => page.total === total && page.items.length <= limit))
      assert.deepStrictEqual(pageIn(all, { page: pages.length + 1, limit }), { items: [], total })
    },
  )

  it("are zero for an empty list", () => {
    assert.strictEqual(paginate({ page: 1, limit: 20 }, 0).total_pages, 0)
  })

  it("repeat the request, even past the end", () => {
    assert.deepStrictEqual(paginate({ page: 9, limit: 20 }, 41), {
      page: 9,
      limit: 20,
      total: 41,
      total_pages: 3,
    })
  })
})
