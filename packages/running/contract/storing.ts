import { acceptInto, type BatchStore, type DataVersions, LocalDate, RejectedRowId } from "@daybook/kernel"
import { raisesVersion } from "@daybook/kernel/contract"
import {
  RecordedRun,
  recordedRun,
  recordedRunBatches,
  type Run,
  type RunChanges,
  RunStore,
  unknownOfRun,
} from "@daybook/running"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { runAt, runsIn, totalsOf } from "./runs.ts"

const storedOf = ({ stored }: BatchStore<RecordedRun>, items: ReadonlyArray<RecordedRun>) =>
  Effect.map(stored?.(items) ?? Effect.succeed(new Set<string>()), (refs) =>
    items.map(({ ref }) => ref).filter((ref) => refs.has(ref)),
  )

const store = (runs: ReadonlyArray<Run>, gone: ReadonlyArray<string> = [], source = "strava") =>
  Effect.flatMap(RunStore, (running) => running.storeRuns(source, { runs, gone }))

/** Contract: storing and removing runs. */
export const storingContract = (fresh: (zone: string) => Layer.Layer<RunStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, RunStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("America/New_York")))

  test(
    "a run that arrives again is stored once, also within one batch",
    Effect.gen(function* () {
      const run = runAt("2024-05-06T07:00:00Z")
      assert.strictEqual(yield* store([run, run]), 1)
      assert.strictEqual(yield* store([run]), 0)
      assert.strictEqual(yield* runsIn(2024), 1)
    }),
  )

  test(
    "an edited run replaces what was stored of it, and counts as changed",
    Effect.gen(function* () {
      const run = runAt("2024-05-06T07:00:00Z")
      yield* store([run])
      const edits: ReadonlyArray<Partial<Run>> = [
        { distanceMm: 6_000_000 },
        { climbMm: 0 },
        { movingSeconds: 1_799 },
        { isRace: true },
        { name: "Évening 🏃", elapsedSeconds: 1_900, gearRef: "g1", city: "Malmö" },
        { heartRate: 151.5, cadence: 172 },
        { heartRate: undefined, polyline: "_p~iF~ps|U_ulLnnqC" },
        { startedAt: run.startedAt + 1_000 },
        { localDay: LocalDate.make("2024-05-05") },
        { localDay: undefined },
      ]
      let edited = run
      for (const edit of edits) {
        edited = { ...edited, ...edit }
        assert.strictEqual(yield* store([edited]), 1, JSON.stringify(edit))
        assert.strictEqual(yield* store([edited]), 0, JSON.stringify(edit))
      }
      assert.deepStrictEqual(yield* totalsOf(2024), {
        runs: 1,
        distanceMm: 6_000_000,
        climbMm: 0,
        movingSeconds: 1_799,
        longestMm: 6_000_000,
        races: 1,
      })
    }),
  )

  test(
    "of two versions of a run in one batch the last one wins",
    Effect.gen(function* () {
      const run = runAt("2024-05-06T07:00:00Z")
      assert.strictEqual(yield* store([run, { ...run, distanceMm: 1 }]), 1)
      assert.strictEqual((yield* totalsOf(2024))?.distanceMm, 1)
    }),
  )

  test(
    "runs of two sources are two, whatever they are called",
    Effect.gen(function* () {
      const run = runAt("2024-05-06T07:00:00Z")
      assert.strictEqual(yield* store([run], [], "strava"), 1)
      assert.strictEqual(yield* store([run], [], "other"), 1)
      assert.strictEqual(yield* runsIn(2024), 2)
    }),
  )

  test(
    "a deleted run is removed only from its source, and counts if it was there",
    Effect.gen(function* () {
      const runs = ["2024-05-06T07:00:00Z", "2024-05-07T07:00:00Z"].map((time) => runAt(time))
      yield* store(runs, [], "strava")
      yield* store(runs, [], "other")
      const gone = [runs[0]?.ref ?? "", "never there"]
      assert.strictEqual(yield* store([runAt("2024-05-08T07:00:00Z")], gone), 2)
      assert.strictEqual(yield* store([], gone), 0)
      assert.strictEqual(yield* runsIn(2024), 4)
    }),
  )

  test(
    "a batch of 2,000 runs is stored whole, and arriving again changes nothing",
    Effect.gen(function* () {
      const start = Date.parse("2020-01-01T12:00:00Z")
      const runs = Array.from({ length: 2_000 }, (_, index) =>
        runAt(new Date(start + index * 43_200_000).toISOString()),
      )
      assert.strictEqual(yield* store(runs), 2_000)
      assert.strictEqual(yield* store(runs), 0)
      assert.strictEqual(yield* runsIn(2020), 731)
    }),
  )

  test(
    "the same runs that are stored by two at once are stored once",
    Effect.gen(function* () {
      const runs = Array.from({ length: 50 }, (_, minute) =>
        runAt(`2024-05-06T07:${String(minute).padStart(2, "0")}:00Z`),
      )
      const stored = yield* Effect.all([store(runs), store(runs.toReversed())], { concurrency: 2 })
      assert.strictEqual(stored[0] + stored[1], 50)
      assert.strictEqual(yield* runsIn(2024), 50)
    }),
  )

  test(
    "a cursor is saved with its batch, each has its own, and the last one wins",
    Effect.gen(function* () {
      const running = yield* RunStore
      const none: RunChanges = { runs: [], gone: [] }
      assert.deepStrictEqual(yield* running.cursor("strava"), Option.none())
      assert.strictEqual(yield* running.storeRuns("strava", none, { source: "strava", cursor: "1" }), 0)
      yield* running.storeRuns("file", none, { source: "import abc", cursor: "2" })
      yield* running.storeRuns("strava", none, { source: "strava", cursor: "3" })
      yield* running.storeRuns("strava", none)
      assert.deepStrictEqual(yield* running.cursor("strava"), Option.some("3"))
      assert.deepStrictEqual(yield* running.cursor("import abc"), Option.some("2"))
      assert.deepStrictEqual(yield* running.cursor("file"), Option.none())
    }),
  )

  test(
    "the runs of a source since an instant are those that began at it or later",
    Effect.gen(function* () {
      const running = yield* RunStore
      const times = ["2024-05-06T07:00:00Z", "2024-05-06T07:00:01Z", "2024-05-07T07:00:00Z"]
      yield* store(times.map((time) => runAt(time)))
      yield* store([runAt("2024-05-08T07:00:00Z")], [], "other")
      const since = (time: string) => running.refsSince("strava", Date.parse(time))
      assert.sameMembers([...(yield* since("2024-05-06T07:00:01Z"))], times.slice(1))
      assert.deepStrictEqual(yield* since("2024-05-07T07:00:01Z"), [])
      assert.deepStrictEqual(yield* running.refsSince("nobody", 0), [])
    }),
  )

  test(
    "every write that changes a run raises the version of running",
    Effect.gen(function* () {
      const run = runAt("2024-05-06T07:00:00Z")
      yield* raisesVersion("running", "a first run", store([run]))
      yield* raisesVersion("running", "an edited run", store([{ ...run, isRace: true }]))
      yield* raisesVersion("running", "a removed run", store([], [run.ref]))
    }),
  )

  test(
    "a doubtful run of a file that the owner accepts is a run with its track, and stored as such",
    Effect.gen(function* () {
      const walk = recordedRun(
        "file",
        {
          ...unknownOfRun,
          startedAt: Date.parse("2024-05-06T07:00:00Z"),
          distanceMm: 4_000_123.45,
          climbMm: 0,
          movingSeconds: 3_600.5,
          isRace: false,
          name: "Évening 🏃",
        },
        { points: [0, 1_800, 3_600].map((seconds) => ({ seconds, distanceMm: seconds * 1_111.5 })) },
      )
      const later = { ...walk, ref: "later", startedAt: walk.startedAt + 86_400_000 }
      const batches = yield* recordedRunBatches
      assert.deepStrictEqual(yield* storedOf(batches, [walk, later]), [])
      const row = (item: typeof walk) => ({
        id: RejectedRowId.make(1),
        domain: "running",
        source: "GPX",
        ref: item.ref,
        kind: "doubtful" as const,
        raw: Schema.encodeSync(Schema.fromJsonString(RecordedRun), { disableChecks: true })(item),
        whole: true,
        reason: "",
        version: "1",
        firstSeenAt: 0,
        lastSeenAt: 0,
        tries: 1,
      })
      const accept = acceptInto(recordedRunBatches)
      const rows = [row(walk), { ...row(later), raw: "{}" }]
      for (let time = 0; time < 2; time++) {
        assert.deepStrictEqual(yield* accept(rows), rows.slice(0, 1))
        assert.strictEqual(yield* runsIn(2024), 1)
      }
      assert.deepStrictEqual(yield* storedOf(batches, [walk, later]), [walk.ref])
      const { lists } = yield* RunStore
      const found = Option.getOrThrow(yield* lists.run(`file:${walk.ref}`))
      assert.deepInclude(found, { distanceMm: 4_000_123, name: "Évening 🏃" })
      assert.isDefined(found.details?.track)
    }),
  )
}
