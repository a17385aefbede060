import { type DataVersions, everything } from "@daybook/kernel"
import { readPages } from "@daybook/kernel/contract"
import { CheckInStore } from "@daybook/places"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { checkInAt, store } from "./checkIns.ts"

const start = Date.parse("2024-05-06T07:00:00Z")

const History = Schema.Struct({
  checkIns: Schema.Array(
    Schema.Struct({
      id: Schema.Literals(["a", "b", "B", "10", "9", "a1", "Z", "z", "_", "é"]),
      hour: Schema.Literals([0, 0, 1, 2, 3]),
    }),
  ).check(Schema.isBetweenLength(0, 30)),
  from: Schema.NullOr(Schema.Literals([-1, 0, 1, 2])),
  until: Schema.NullOr(Schema.Literals([1, 2, 3, 9])),
  limit: Schema.Literals([1, 2, 7]),
})

const hourOf = (hour: number | null): number | undefined =>
  hour === null ? undefined : start + hour * 3_600_000

/** Contract: the order and paging of lists. */
export const listingContract = (fresh: () => Layer.Layer<CheckInStore | DataVersions>): void => {
  it.effect.prop(
    "they come newest first, then by id backwards, each once over all pages, and those only of the range",
    [History],
    ([history]) =>
      Effect.gen(function* () {
        const places = yield* CheckInStore
        const checkIns = new Map(
          history.checkIns.map(({ hour, id }) => [
            id,
            checkInAt("2024-05-06T07:00:00Z", { id, checkedInAt: start + hour * 3_600_000 }),
          ]),
        )
        yield* store([...checkIns.values()])
        const range = { from: hourOf(history.from), until: hourOf(history.until) }
        const listed = yield* readPages((page) => places.checkIns(range, page), history.limit)
        const expected = [...checkIns.values()]
          .filter(({ checkedInAt: at }) => at >= (range.from ?? -Infinity) && at < (range.until ?? Infinity))
          .sort((a, b) => b.checkedInAt - a.checkedInAt || (a.id < b.id ? 1 : -1))
        assert.deepStrictEqual(listed, expected)
      }).pipe(Effect.provide(fresh())),
    { timeout: 120_000, arbitrary: { runs: 10, size: 30, maxShrinks: 40 } },
  )

  it.effect("a store without check-ins has none, and a page past the end is empty", () =>
    Effect.gen(function* () {
      const places = yield* CheckInStore
      assert.deepStrictEqual(yield* places.checkIns(everything, { page: 1, limit: 20 }), {
        items: [],
        total: 0,
      })
      yield* store([checkInAt("2024-05-06T07:00:00Z")])
      assert.deepStrictEqual(yield* places.checkIns(everything, { page: 9, limit: 20 }), {
        items: [],
        total: 1,
      })
    }).pipe(Effect.provide(fresh())),
  )
}
