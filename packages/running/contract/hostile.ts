import type { DataVersions, LocalDate } from "@daybook/kernel"
import { hostileTexts, survivesHostileTexts } from "@daybook/kernel/contract"
import { type Run, RunStore, normalizeRun } from "@daybook/running"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { runAt, runsIn } from "./runs.ts"

/** Contract: no text and no time stops the runs after it. */
export const hostileContract = (fresh: (zone: string) => Layer.Layer<RunStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, RunStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("America/New_York")))

  const store = (runs: ReadonlyArray<Run>, gone: ReadonlyArray<string> = []) =>
    Effect.flatMap(RunStore, (running) => running.storeRuns("strava", { runs, gone }))

  const named = (ref: string) => runAt("2024-05-06T07:00:00Z", { ref })

  test(
    "runs that hostile texts name are stored once, found by their tidied ids, and removed by them",
    Effect.gen(function* () {
      const running = yield* RunStore
      const runs = hostileTexts.map((text) => normalizeRun(named(text)))
      const refs = runs.map(({ ref }) => ref)
      assert.strictEqual(yield* store(runs), runs.length)
      assert.strictEqual(yield* store(runs.map(normalizeRun)), 0)
      assert.sameMembers([...(yield* running.refsSince("strava", 0))], refs)
      assert.strictEqual(yield* store([], refs), runs.length)
      assert.strictEqual(yield* runsIn(2024), 0)
    }),
  )

  test(
    "a hostile text that comes untidied is stored or fails on its own",
    survivesHostileTexts(
      (text) => store([named(text)], [text]),
      Effect.fnUntraced(function* (at) {
        assert.strictEqual(yield* store([runAt("2025-05-06T07:00:00Z", { ref: `good ${at}` })]), 1)
      }),
    ),
  )

  test(
    "runs of the first and of the last years count in them, and impossible times and days are tidied",
    Effect.gen(function* () {
      const times = ["0001-01-02T12:00:00Z", "0099-06-01T12:00:00Z", "9999-12-30T12:00:00Z"]
      assert.strictEqual(yield* store(times.map((time) => normalizeRun(runAt(time)))), 3)
      for (const year of [1, 99, 9999]) assert.strictEqual(yield* runsIn(year), 1, `${year}`)
      for (const startedAt of [Number.NaN, Infinity, -Infinity, 1e300, -1e300]) {
        for (const localDay of [undefined, "0000-01-01", "+010000-01-01", "no day"] as ReadonlyArray<
          LocalDate | undefined
        >) {
          const ref = `${startedAt} ${localDay}`
          assert.strictEqual(
            yield* store([normalizeRun(runAt("2024-05-06T07:00:00Z", { ref, startedAt, localDay }))]),
            1,
          )
        }
      }
    }),
  )
}
