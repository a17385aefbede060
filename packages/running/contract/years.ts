import { type DataVersions, LocalDate } from "@daybook/kernel"
import { gpxSource, type Run, RunStore, sameStartMillis } from "@daybook/running"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { runAt, runsIn, totalsOf } from "./runs.ts"

/** Contract: the totals of a year. */
export const yearsContract = (fresh: (zone: string) => Layer.Layer<RunStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, RunStore>) =>
    it.effect(name, () => Effect.provide(body, fresh("America/New_York")))

  const store = (source: string, runs: ReadonlyArray<Run>, gone: ReadonlyArray<string> = []) =>
    Effect.flatMap(RunStore, (running) => running.storeRuns(source, { runs, gone }))

  test(
    "a year without a run has no totals, whatever the year",
    Effect.gen(function* () {
      yield* store("strava", [runAt("2024-05-06T07:00:00Z")])
      for (const year of [0, 1, 1969, 2023, 2025, 9999]) assert.isUndefined(yield* totalsOf(year), `${year}`)
    }),
  )

  test(
    "a year's totals are the totals of its runs, the longest of them and its races",
    Effect.gen(function* () {
      yield* store("strava", [
        runAt("2023-12-31T07:00:00Z", { distanceMm: 99_000_000 }),
        runAt("2024-01-01T07:00:00Z", { isRace: true }),
        runAt("2024-12-31T07:00:00Z", { distanceMm: 10_000_001, climbMm: 3, movingSeconds: 1 }),
        runAt("2024-07-01T07:00:00Z", { distanceMm: 0, climbMm: 0, movingSeconds: 0 }),
        runAt("2025-01-01T07:00:00Z", { isRace: true }),
      ])
      assert.deepStrictEqual(yield* totalsOf(2024), {
        runs: 3,
        distanceMm: 15_000_001,
        climbMm: 20_003,
        movingSeconds: 1_801,
        longestMm: 10_000_001,
        races: 1,
      })
    }),
  )

  test(
    "a run counts on its local day, even if that lies in another year than its instant",
    Effect.gen(function* () {
      yield* store("strava", [runAt("2018-01-01T04:59:00Z", { localDay: LocalDate.make("2017-12-31") })])
      assert.strictEqual(yield* runsIn(2017), 1)
      assert.strictEqual(yield* runsIn(2018), 0)
    }),
  )

  test(
    "a run without a local day counts on the owner's day",
    Effect.gen(function* () {
      yield* store("strava", [runAt("2018-01-01T04:59:00Z", { localDay: undefined })])
      yield* store("strava", [runAt("2018-01-01T05:00:00Z", { localDay: undefined })])
      assert.strictEqual(yield* runsIn(2017), 1)
      assert.strictEqual(yield* runsIn(2018), 1)
    }),
  )

  test(
    "totals past 32 bits are exact",
    Effect.gen(function* () {
      const most = 2_147_483_647
      const runs = Array.from({ length: 9 }, (_, day) =>
        runAt(`2024-05-0${day + 1}T07:00:00Z`, { distanceMm: most, climbMm: most, movingSeconds: most }),
      )
      yield* store("strava", runs)
      assert.deepStrictEqual(yield* totalsOf(2024), {
        runs: 9,
        distanceMm: 9 * most,
        climbMm: 9 * most,
        movingSeconds: 9 * most,
        longestMm: most,
        races: 0,
      })
    }),
  )

  test(
    "a run of a file does not count while a service has one that began within two minutes of it",
    Effect.gen(function* () {
      const start = Date.parse("2024-05-06T07:00:00Z")
      const after = (millis: number) => runAt(new Date(start + millis).toISOString())
      yield* store(gpxSource, [after(-sameStartMillis - 1_000), after(sameStartMillis)])
      assert.strictEqual(yield* runsIn(2024), 2)
      const run = after(0)
      yield* store("strava", [{ ...run, distanceMm: 1 }])
      assert.deepStrictEqual([yield* runsIn(2024), (yield* totalsOf(2024))?.distanceMm], [2, 5_000_001])
      yield* store("strava", [], [run.ref])
      assert.strictEqual(yield* runsIn(2024), 2, "the service has removed it")
    }),
  )

  test(
    "a run of a file stays out of the count where the service's lies in another year",
    Effect.gen(function* () {
      yield* store(gpxSource, [runAt("2024-01-01T04:59:00Z", { localDay: undefined })])
      yield* store("strava", [runAt("2024-01-01T05:00:00Z", { localDay: LocalDate.make("2024-01-01") })])
      assert.strictEqual(yield* runsIn(2023), 0)
      assert.strictEqual(yield* runsIn(2024), 1)
    }),
  )

  const Some = Schema.Array(
    Schema.Struct({
      day: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 28 })),
      month: Schema.Literals(["2023-12", "2024-01"]),
      distanceMm: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 })),
      isRace: Schema.Boolean,
    }),
  )
  it.effect.prop(
    "in whatever batches runs come, each counts once, in its year",
    [Some, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))],
    ([some, batchSize]) => {
      const runs = some.map(({ day, month, ...more }, index) => {
        const text = `${month}-${String(day).padStart(2, "0")}`
        return { ...runAt(`${text}T12:00:00Z`, more), ref: String(index) }
      })
      return Effect.gen(function* () {
        for (let at = 0; at < runs.length; at += batchSize) {
          yield* store("strava", runs.slice(at, at + batchSize))
        }
        for (const year of [2023, 2024]) {
          const mine = runs.filter(({ localDay }) => localDay?.startsWith(String(year)))
          const totals = yield* totalsOf(year)
          assert.strictEqual(totals?.runs ?? 0, mine.length)
          assert.strictEqual(
            totals?.distanceMm ?? 0,
            mine.reduce((sum, run) => sum + run.distanceMm, 0),
          )
          assert.strictEqual(totals?.races ?? 0, mine.filter((run) => run.isRace).length)
        }
      }).pipe(Effect.provide(fresh("UTC")))
    },
    { timeout: 120_000, arbitrary: { runs: 8, size: 60, maxShrinks: 40 } },
  )
}
