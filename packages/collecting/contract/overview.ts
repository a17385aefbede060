import { collectingOverview, CollectingStore } from "@daybook/collecting"
import type { PeriodInput } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { film, record } from "./owned.ts"

const day = (text: string) => Date.parse(`${text}T12:00:00Z`)

const overview = (now: string, query: PeriodInput) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(day(now))
    return yield* collectingOverview(query)
  }).pipe(Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")))

/** Contract: what a period added to a collection. */
export const overviewContract = (fresh: () => Layer.Layer<CollectingStore>): void => {
  it.effect("a year has its additions next to those of the year before, and all of the collection", () =>
    Effect.gen(function* () {
      const store = yield* CollectingStore
      assert.strictEqual((yield* overview("2026-05-01", { period: "2026" })).stats.records, 0)
      yield* store.storeRecords([
        record(1, { releaseId: 1, title: "Coast", addedAt: day("2026-02-01") }),
        record(2, { releaseId: 2, title: "Harbour", addedAt: day("2025-03-01") }),
        record(3, { releaseId: 3, title: "Undated", addedAt: undefined }),
      ])
      yield* store.replaceFilms("trakt", [film("Red", { addedAt: day("2025-02-01") })], [])
      const year = yield* overview("2026-05-01", { period: "2026" })
      assert.deepStrictEqual([year.compared.count, year.compared.previousCount], [1, 2])
      assert.deepStrictEqual([year.added.records, year.stats.records, year.stats.films], [1, 3, 1])
      assert.deepStrictEqual(
        year.latest.items.map(({ title }) => title),
        ["Coast"],
      )
      assert.deepStrictEqual(
        [year.artists.map(({ count }) => count), year.filmFormats],
        [[3], [{ name: "bluray", count: 1 }]],
      )
      const later = yield* overview("2028-05-01", { period: "2028" })
      assert.deepStrictEqual([later.compared.name, later.compared.isFallback], ["2026", true])
    }).pipe(Effect.provide(fresh())),
  )
}
