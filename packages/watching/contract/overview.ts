import { watchingOverview, type WatchingStore } from "@daybook/watching"
import type { PeriodInput } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { episode, film, type FreshStore, store, watched } from "./records.ts"

/** Contract: a period of watches next to the one before. */
export const overviewContract = (fresh: FreshStore): void => {
  const overview = (now: string, query: PeriodInput) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(now))
      return yield* watchingOverview(query)
    }).pipe(Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")))
  const test = (name: string, body: Effect.Effect<void, unknown, WatchingStore>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  test(
    "a year has its totals and those of the year before, up to the same day",
    Effect.gen(function* () {
      yield* store(
        watched(film("a"), "2026-03-01", { rating: 4 }),
        watched(film("a"), "2026-04-01"),
        watched(episode("Night Bus", 1, 1), "2026-04-02T20:00:00Z"),
        watched(film("b"), "2025-01-01"),
        watched(film("c"), "2025-12-31"),
      )
      const { compared, previousStats, ratings, stats } = yield* overview("2026-05-01T12:00:00Z", {
        period: "2026",
      })
      assert.deepStrictEqual([compared.count, compared.previousCount], [3, 1])
      assert.deepStrictEqual([stats.films, stats.filmWatches, stats.episodes], [1, 2, 1])
      assert.deepStrictEqual([previousStats?.films, previousStats?.episodes], [1, 0])
      assert.deepStrictEqual(ratings, [{ rating: 4, count: 1 }])
    }),
  )

  test(
    "an empty year falls back to the newest one, and an empty store has nothing",
    Effect.gen(function* () {
      assert.strictEqual((yield* overview("2026-05-01T12:00:00Z", { period: "2026" })).compared.count, 0)
      yield* store(watched(film("a"), "2019-03-01"))
      const { compared, stats } = yield* overview("2026-05-01T12:00:00Z", { period: "2026" })
      assert.deepStrictEqual([compared.name, compared.isFallback, stats.films], ["2019", true, 1])
    }),
  )
}
