import { type DataVersions, everything } from "@daybook/kernel"
import { hostileTexts, raisesVersion } from "@daybook/kernel/contract"
import {
  detailsOf,
  EffortName,
  encodePolyline,
  noDetails,
  outlineOf,
  type RunDetails,
  RunStore,
  type TrackPoint,
} from "@daybook/running"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { runAt } from "./runs.ts"

const first = runAt("2024-05-06T07:00:00Z", { ref: "1", distanceMm: 10_000_000, gearRef: "g1" })
const second = runAt("2024-05-07T07:00:00Z", { ref: "2", gearRef: "g1" })

/** A point each second at a steady speed, with everything that a watch measures. */
const pointsAt = (metresASecond: number, seconds: number): ReadonlyArray<TrackPoint> =>
  Array.from({ length: seconds + 1 }, (_, at) => ({
    seconds: at,
    distanceMm: at * metresASecond * 1_000,
    position: { lat: 38.7 + at / 100_000, lng: -9.1 },
    elevationMm: 10_000 + at,
    heartRate: 140 + (at % 20),
    cadence: 172,
  }))

const gear = { ref: "g1", name: "Blue shoes", isRetired: false }

/** Contract: the details of runs. */
export const detailsContract = (fresh: (zone: string) => Layer.Layer<RunStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, RunStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  const keep = (...details: ReadonlyArray<RunDetails>) =>
    Effect.flatMap(RunStore, ({ storeRuns }) => storeRuns("strava", { runs: [], gone: [], details }))

  const detailsStored = (id: string) =>
    Effect.flatMap(RunStore, ({ lists }) => lists.run(id)).pipe(
      Effect.map((run) => Option.getOrUndefined(run)?.details),
    )

  test(
    "are returned as they were stored, new ones instead of old ones, and leave with their run",
    Effect.gen(function* () {
      const { lists, storeRuns } = yield* RunStore
      const lap = {
        name: "Lap 1",
        distanceMm: 1,
        elapsedSeconds: 2,
        movingSeconds: 2,
        climbMm: 3,
        heartRate: 150.5,
      }
      const whole = detailsOf("1", 1_000, { laps: [lap], points: pointsAt(4, 600), gear })
      yield* storeRuns("strava", { runs: [first, second], gone: [], details: [whole] })
      assert.deepStrictEqual(yield* detailsStored("strava:1"), whole)
      assert.isUndefined(yield* detailsStored("strava:2"))
      const bare = detailsOf("1", 2_000, {})
      yield* raisesVersion("running", "other details", keep(bare))
      assert.deepStrictEqual(yield* detailsStored("strava:1"), { ...bare, gear })
      assert.deepStrictEqual(yield* lists.efforts, [])
      // Details of a run that is not stored are dropped.
      yield* keep(whole, detailsOf("gone", 1_000, { points: pointsAt(4, 600) }))
      assert.strictEqual((yield* lists.efforts)[0]?.run.id, "strava:1")
      yield* storeRuns("strava", { runs: [], gone: ["1"] })
      assert.deepStrictEqual(yield* lists.efforts, [])
      yield* storeRuns("strava", { runs: [first], gone: [] })
      assert.isUndefined(yield* detailsStored("strava:1"))
    }),
  )

  test(
    "give each distance its best time: the lowest, and of equal ones the first that was run",
    Effect.gen(function* () {
      const { lists, storeRuns } = yield* RunStore
      const best = (ref: string, seconds: number) =>
        detailsOf(ref, 0, { efforts: [{ effort: "5km", seconds }] })
      yield* storeRuns("strava", {
        runs: [second, first, runAt("2024-05-08T07:00:00Z", { ref: "3" })],
        gone: [],
        details: [best("1", 1_400), best("2", 1_400), best("3", 1_401)],
      })
      const records = yield* lists.efforts
      assert.deepStrictEqual(
        records.map(({ effort, run, seconds }) => [effort, seconds, run.id]),
        [["5km", 1_400, "strava:1"]],
      )
      yield* keep(best("3", 1_399), detailsOf("2", 0, { efforts: [{ effort: "marathon", seconds: 9 }] }))
      assert.deepStrictEqual(
        (yield* lists.efforts).map(({ effort, run }) => [effort, run.id]),
        [
          ["5km", "strava:3"],
          ["marathon", "strava:2"],
        ],
      )
    }),
  )

  it.effect(
    "give the best times of thousands of efforts without comparing each with all",
    () =>
      Effect.gen(function* () {
        const { lists, storeRuns } = yield* RunStore
        const refs = Array.from({ length: 1_500 }, (_, at) => at)
        const start = Date.parse("2015-01-01T07:00:00Z")
        const efforts = (at: number) =>
          EffortName.literals.map((effort) => ({ effort, seconds: 5_000 - (at % 1_400) }))
        yield* storeRuns("strava", {
          runs: refs.map((at) => runAt(new Date(start + at * 86_400_000).toISOString(), { ref: String(at) })),
          gone: [],
          details: refs.map((at) => detailsOf(String(at), 0, { efforts: efforts(at) })),
        })
        assert.deepStrictEqual(
          (yield* lists.efforts).map(({ effort, run }) => [effort, run.id]),
          EffortName.literals.map((effort) => [effort, "strava:1399"]),
        )
      }).pipe(Effect.provide(fresh("UTC"))),
    // The square of 9,000 efforts takes minutes.
    30_000,
  )

  test(
    "name the shoes, which the list shows with their miles, most first",
    Effect.gen(function* () {
      const { lists, storeRuns } = yield* RunStore
      const other = runAt("2024-05-08T07:00:00Z", { ref: "3", gearRef: "g2" })
      yield* storeRuns("strava", {
        runs: [first, second, other],
        gone: [],
        details: [detailsOf("1", 0, { gear: { ...gear, isRetired: true } })],
      })
      const { items } = yield* lists.gear({ page: 1, limit: 20 })
      assert.deepStrictEqual(items, [
        {
          id: "strava:g1",
          name: "Blue shoes",
          isRetired: true,
          runs: 2,
          distanceMm: 15_000_000,
          movingSeconds: 3_600,
          firstUsedAt: first.startedAt,
          lastUsedAt: second.startedAt,
        },
        {
          id: "strava:g2",
          name: "",
          isRetired: false,
          runs: 1,
          distanceMm: 5_000_000,
          movingSeconds: 1_800,
          firstUsedAt: other.startedAt,
          lastUsedAt: other.startedAt,
        },
      ])
      const query = { range: everything, sort: "started", order: "desc", gear: "strava:g1" } as const
      const { items: runs } = yield* lists.runs(query, { page: 1, limit: 20 })
      assert.deepStrictEqual(
        runs.map(({ gearName, id }) => [id, gearName]),
        [
          ["strava:2", "Blue shoes"],
          ["strava:1", "Blue shoes"],
        ],
      )
      // A service that does not respond about a name has not removed it.
      yield* keep(detailsOf("2", 0, { gear: { ...gear, name: "" } }))
      assert.strictEqual((yield* lists.gear({ page: 1, limit: 1 })).items[0]?.name, "Blue shoes")
    }),
  )

  test(
    "are due if they are unknown, where the run was edited since, and if the source had none long ago",
    Effect.gen(function* () {
      const { detailsAskedSince, dueDetails, storeRuns } = yield* RunStore
      yield* storeRuns("strava", { runs: [first, second], gone: [] })
      yield* storeRuns("other", { runs: [first], gone: [] })
      const due = dueDetails("strava", { again: 5_000, limit: 10 })
      assert.deepStrictEqual(yield* due, ["2", "1"])
      assert.deepStrictEqual(yield* dueDetails("strava", { again: 5_000, limit: 1 }), ["2"])
      yield* keep(detailsOf("2", 4_000, {}), noDetails("1", 4_000))
      assert.deepStrictEqual(yield* due, ["1"])
      assert.strictEqual(yield* detailsAskedSince("strava", 4_000), 2)
      assert.strictEqual(yield* detailsAskedSince("strava", 4_001), 0)
      assert.strictEqual(yield* detailsAskedSince("other", 0), 0)
      yield* keep(noDetails("1", 5_000))
      assert.deepStrictEqual(yield* due, [])
      yield* storeRuns("strava", { runs: [{ ...second, name: "Another name" }], gone: [] })
      assert.deepStrictEqual(yield* due, [])
      yield* storeRuns("strava", { runs: [{ ...second, distanceMm: 4_000_000 }], gone: [] })
      assert.deepStrictEqual(yield* due, ["2"])
      yield* keep(detailsOf("2", 6_000, {}))
      assert.deepStrictEqual(yield* due, [])
    }),
  )

  test(
    "draw lines of the newest runs, simplified; hostile texts in them are stored or tidied",
    Effect.gen(function* () {
      const { lists, storeRuns } = yield* RunStore
      const polyline = encodePolyline(pointsAt(3, 900).flatMap(({ position }) => position ?? []))
      yield* storeRuns("strava", {
        runs: [{ ...first, polyline }, { ...second, polyline, name: "North" }, runAt("2024-05-09T07:00:00Z")],
        gone: [],
      })
      const outline = outlineOf(polyline)
      assert.isBelow(outline.length, 40)
      const lines = yield* lists.lines(everything, 10)
      assert.deepStrictEqual(lines[0], {
        id: "strava:2",
        name: "North",
        startedAt: second.startedAt,
        distanceMm: second.distanceMm,
        movingSeconds: second.movingSeconds,
        isRace: false,
        outline,
      })
      assert.deepStrictEqual(
        lines.map(({ id }) => id),
        ["strava:2", "strava:1"],
      )
      assert.strictEqual((yield* lists.lines(everything, 1)).length, 1)
      for (const text of hostileTexts) {
        const told = detailsOf(text, 0, {
          laps: [{ name: text, distanceMm: NaN, elapsedSeconds: -1, movingSeconds: 1e300, climbMm: -0.1 }],
          gear: { ref: text, name: text, isRetired: false },
        })
        const run = runAt("2024-05-06T07:00:00Z", { ref: told.ref, gearRef: told.gear?.ref ?? "" })
        yield* storeRuns("strava", { runs: [run], gone: [], details: [told] })
        assert.deepStrictEqual(
          (yield* detailsStored(`strava:${told.ref}`))?.laps,
          told.laps,
          JSON.stringify(text),
        )
      }
    }),
  )
}
