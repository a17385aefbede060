import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { enrichArtists, enrichCatalog } from "../src/index.ts"
import { artistNamed, artistToTry, failing, makeCatalogRun, now } from "./catalogRun.ts"

const day = 86_400_000

const atNow = <E>(name: string, body: () => Effect.Effect<void, E>) =>
  it.effect(name, () => Effect.andThen(TestClock.setTime(now), body()))

const manyArtists = Array.from({ length: 150 }, (_, index) => artistToTry(index + 1, `Artist ${index}`))

describe("an enrichment", () => {
  atNow("tries what was not tried in 30 days, 100 at the most, and stamps matches and misses", () =>
    Effect.gen(function* () {
      const { asked, kept, run } = makeCatalogRun(
        { searchArtist: (name) => Effect.succeed(name.endsWith("7") ? [artistNamed(name)] : []) },
        manyArtists,
      )
      assert.deepStrictEqual(yield* run(enrichArtists), {
        success: true,
        results: { total: 100, succeeded: 10, skipped: 90, failed: 0 },
      })
      assert.deepStrictEqual(asked, [[now - 30 * day, 100]])
      assert.strictEqual(kept.length, 100)
      assert.deepStrictEqual(kept[0], [1, now, undefined])
      assert.deepStrictEqual(kept[7], [8, now, artistNamed("Artist 7")])
    }),
  )

  atNow("with nothing to try is a success of nothing", () =>
    Effect.gen(function* () {
      const nothing = { success: true, results: { total: 0, succeeded: 0, skipped: 0, failed: 0 } }
      assert.deepStrictEqual(yield* makeCatalogRun({}).run(enrichArtists), nothing)
      assert.deepStrictEqual(yield* makeCatalogRun({}).run(enrichCatalog), nothing)
    }),
  )

  atNow("does not stamp items that failed upstream, and continues", () =>
    Effect.gen(function* () {
      const { kept, run } = makeCatalogRun(
        { searchArtist: (name) => (name === "Artist 1" ? failing("malformed answer") : Effect.succeed([])) },
        manyArtists.slice(0, 3),
      )
      assert.deepStrictEqual(yield* run(enrichArtists), {
        success: true,
        results: { total: 3, succeeded: 0, skipped: 2, failed: 1 },
      })
      assert.deepStrictEqual(
        kept.map(([id]) => id),
        [1, 3],
      )
    }),
  )

  it.effect.each(["rate limited", "unauthorized"] as const)("stops the batch when it is %s", (failure) =>
    Effect.gen(function* () {
      let calls = 0
      const { kept, run } = makeCatalogRun(
        { searchArtist: () => (++calls < 3 ? Effect.succeed([]) : failing(failure)) },
        manyArtists,
      )
      assert.deepStrictEqual(yield* run(enrichArtists), {
        success: true,
        results: { total: 3, succeeded: 0, skipped: 2, failed: 1 },
      })
      assert.strictEqual(calls, 3)
      assert.strictEqual(kept.length, 2)
    }),
  )

  atNow("fails if there was no response at all", () =>
    Effect.gen(function* () {
      const { kept, run } = makeCatalogRun(
        { searchArtist: () => failing("unavailable") },
        manyArtists.slice(0, 2),
      )
      assert.deepStrictEqual(yield* run(enrichArtists), {
        success: false,
        results: { total: 2, succeeded: 0, skipped: 0, failed: 2 },
      })
      assert.deepStrictEqual(kept, [])
    }),
  )

  atNow("ends after 50 seconds; items without a response by then count as untried", () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const { kept, run } = makeCatalogRun(
        { searchArtist: (name) => (begun.push(name), Effect.as(Effect.sleep("3 seconds"), [])) },
        manyArtists,
      )
      const running = yield* Effect.forkChild(run(enrichArtists))
      yield* TestClock.adjust("49 seconds")
      assert.isUndefined(running.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual((yield* Fiber.join(running)).results, {
        total: 16,
        succeeded: 0,
        skipped: 16,
        failed: 0,
      })
      assert.strictEqual(kept.at(-1)?.[1], now + 48_000)
      // No one is requested once the time is over.
      assert.strictEqual(begun.length, 17)
    }),
  )

  atNow("runs one at a time: a second call continues with the rest of the first", () =>
    Effect.gen(function* () {
      let atOnce = 0
      const { kept, run } = makeCatalogRun(
        {
          searchArtist: () =>
            Effect.gen(function* () {
              atOnce += 1
              assert.strictEqual(atOnce, 1)
              yield* Effect.yieldNow
              atOnce -= 1
              return []
            }),
        },
        manyArtists,
      )
      const both = yield* run(Effect.all([enrichArtists, enrichArtists], { concurrency: 2 }))
      assert.deepStrictEqual(
        both.map(({ results }) => results.total),
        [100, 50],
      )
      assert.strictEqual(new Set(kept.map(([id]) => id)).size, 150)
    }),
  )
})
