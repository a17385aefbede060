import type { DateRange, PageRequest } from "@daybook/kernel"
import { noEntries, noItems } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CheckInStore, recentPlaces } from "../src/index.ts"
import { noReads } from "./unasked.ts"

describe("recent places", () => {
  const asked: Array<readonly [DateRange, PageRequest]> = []
  const layer = Layer.succeed(CheckInStore, {
    ...noReads,
    journal: noEntries,
    searchable: noItems,
    storeCheckIns: () => Effect.die("no test here stores"),
    cursor: () => Effect.die("no test here syncs"),
    checkIns: (range, page) =>
      Effect.sync(() => {
        asked.push([range, page])
        return { items: [], total: 0 }
      }),
  }).pipe(Layer.merge(DateTime.layerCurrentZoneNamed("America/New_York")))

  it.effect("cover the owner's day, a range, or all time", () =>
    Effect.gen(function* () {
      const page = { page: 2, limit: 5 }
      yield* recentPlaces({ date: "2026-03-08", from: "2000-01-01", ...page })
      yield* recentPlaces({ from: "2026-05-01T00:00:00Z", ...page })
      yield* recentPlaces(page)
      const day = { from: Date.parse("2026-03-08T05:00:00Z"), until: Date.parse("2026-03-09T04:00:00Z") }
      assert.deepStrictEqual(
        asked.map(([range]) => range),
        [
          day,
          { from: Date.parse("2026-05-01T00:00:00Z"), until: undefined },
          { from: undefined, until: undefined },
        ],
      )
      assert.include(asked[0]?.[1], page)
      const unfit = yield* Effect.flip(recentPlaces({ from: "2026-05-02", to: "2026-05-01", ...page }))
      assert.strictEqual(unfit.field, "from")
    }).pipe(Effect.provide(layer)),
  )
})
