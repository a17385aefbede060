import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { pageInOrder } from "../src/kernel/pageInOrder.ts"

const Item = Schema.Struct({ rank: Schema.Literals([1, 2, 3, 4, 5]), id: Schema.Natural })

it.effect.prop(
  "a page of items in an order is that page of the sorted items, and items alike stay in their order",
  {
    items: Schema.Array(Item).check(Schema.isBetweenLength(0, 60)),
    page: Schema.Literals([1, 2, 3, 8]),
    limit: Schema.Literals([1, 2, 5, 20, 100]),
  },
  ({ items, limit, page }) =>
    Effect.sync(() => {
      const order = (one: typeof Item.Type, other: typeof Item.Type) => other.rank - one.rank
      const sorted = items.toSorted(order)
      assert.deepStrictEqual(pageInOrder(items, items.length, order, { page, limit }), {
        items: sorted.slice((page - 1) * limit, page * limit),
        total: items.length,
      })
    }),
  { arbitrary: { runs: 300 } },
)
