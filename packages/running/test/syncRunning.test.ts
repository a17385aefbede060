import { LocalDate, SourceError, type SyncEnd, SyncRunId, SyncRuns } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import {
  type Run,
  type RunBatch,
  type RunSource,
  RunSources,
  RunStore,
  syncRunning,
  unknownOfRun,
} from "../src/index.ts"
import { storeOf } from "./runStore.ts"

const runOn = (day: number, more: Partial<Run> = {}): Run => ({
  ...unknownOfRun,
  ref: `run ${day}`,
  startedAt: day * 1000,
  localDay: LocalDate.make("2024-05-06"),
  distanceMm: 5_000_000,
  climbMm: 20_000,
  movingSeconds: 1_800,
  isRace: false,
  ...more,
})

/** A store of one source's runs and cursor that keeps the contract. `log` lists its writes. */
const makeStore = () => {
  const stored = new Map<string, Run>()
  const cursors = new Map<string, string>()
  const log: Array<string> = []
  const store = storeOf({
    cursor: (source) => Effect.sync(() => Option.fromUndefinedOr(cursors.get(source))),
    refsSince: (_, from) =>
      Effect.sync(() => [...stored.values()].filter((run) => run.startedAt >= from).map(({ ref }) => ref)),
    storeRuns: (source, { gone, runs }, cursor) =>
      Effect.sync(() => {
        const removed = gone.filter((ref) => stored.delete(ref)).length
        const changed = runs.filter(
          (run) => JSON.stringify(stored.get(run.ref)) !== JSON.stringify(run),
        ).length
        for (const run of runs) stored.set(run.ref, run)
        if (cursor !== undefined) cursors.set(cursor.source, cursor.cursor)
        log.push(
          [source, ...runs.map(({ ref }) => `+${ref}`), ...gone.map((ref) => `-${ref}`), cursor?.cursor].join(
            " ",
          ),
        )
        return removed + changed
      }),
  })
  return { store, stored, cursors, log }
}

const away = new SourceError({ source: "strava", failure: "unavailable", message: "is down" })

/** A service with these batches, and these runs to request one by one. */
const sourceOf = (
  batches: Stream.Stream<RunBatch, SourceError>,
  has: ReadonlyArray<Run> = [],
): { readonly source: RunSource; readonly asked: Array<string> } => {
  const asked: Array<string> = []
  return {
    asked,
    source: {
      name: "strava",
      runs: () => batches,
      run: (ref) =>
        Effect.sync(() => {
          asked.push(ref)
          return Option.fromUndefinedOr(has.find((run) => run.ref === ref))
        }),
    },
  }
}

const batch = (
  runs: ReadonlyArray<Run>,
  cursor: string,
  more: Partial<Pick<RunBatch, "gone" | "rejected" | "wholeSince">> = {},
): RunBatch => ({ runs, gone: [], cursor, ...more })

const sync = (store: RunStore["Service"], configured: ReadonlyArray<RunSource>) => {
  const ends: Array<SyncEnd> = []
  const runs = SyncRuns.of({
    take: () => Effect.void,
    begin: () => Effect.succeed(SyncRunId.make(1)),
    progress: () => Effect.void,
    end: (_, end) => Effect.sync(() => void ends.push(end)),
    list: () => Effect.die("not used in these tests"),
  })
  return syncRunning.pipe(
    Effect.map(({ itemsSynced }) => itemsSynced),
    Effect.provideService(RunStore, store),
    Effect.provideService(RunSources, { configured, settings: "STRAVA_CLIENT_ID" }),
    Effect.provideService(SyncRuns, runs),
  )
}

describe("a sync of runs", () => {
  it.effect("stores each batch with its cursor, and counts what is new, changed or removed", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const { source } = sourceOf(
        Stream.make(
          batch([runOn(1), runOn(2)], "a"),
          batch([runOn(2), runOn(3, { isRace: true })], "b", { gone: ["run 1", "a swim"] }),
        ),
      )
      assert.strictEqual(yield* sync(kept.store, [source]), 4)
      assert.deepStrictEqual(kept.log, ["strava +run 1 +run 2 a", "strava +run 2 +run 3 -run 1 -a swim b"])
      assert.deepStrictEqual([...kept.stored.keys()], ["run 2", "run 3"])
    }),
  )

  it.effect("keeps numbers within what every store can keep", () =>
    Effect.gen(function* () {
      const { store, stored } = makeStore()
      const odd = runOn(1, { distanceMm: 1e12, climbMm: -5, movingSeconds: 1.6 })
      yield* sync(store, [sourceOf(Stream.make(batch([odd], "a"))).source])
      const { climbMm, distanceMm, movingSeconds } = stored.get("run 1") ?? runOn(0)
      assert.deepStrictEqual([distanceMm, climbMm, movingSeconds], [2_147_483_647, 0, 2])
    }),
  )

  it.effect("requests what is missing from the stretch that was read whole, and for nothing else", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      yield* sync(kept.store, [
        sourceOf(
          Stream.make(
            batch(
              [1, 2, 3, 4, 5].map((day) => runOn(day)),
              "a",
            ),
          ),
        ).source,
      ])
      kept.log.length = 0
      // 1 began before the batch, 2 was deleted, 3 moved out of it, 4 became a ride, 5 is in it.
      const moved = runOn(3, { startedAt: 500 })
      const again = sourceOf(Stream.make(batch([runOn(5)], "b", { gone: ["run 4"], wholeSince: 2_000 })), [
        moved,
      ])
      assert.strictEqual(yield* sync(kept.store, [again.source]), 3)
      assert.deepStrictEqual(again.asked, ["run 2", "run 3"])
      assert.deepStrictEqual([...kept.stored.values()], [runOn(1), moved, runOn(5)])
      assert.deepStrictEqual(kept.log, ["strava -run 2 ", "strava +run 3 ", "strava +run 5 -run 4 b"])
    }),
  )

  it.effect("removes nothing because a batch does not have it, if that is not all", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      yield* sync(kept.store, [sourceOf(Stream.make(batch([runOn(1)], "a"), batch([runOn(2)], "b"))).source])
      assert.strictEqual(kept.stored.size, 2)
    }),
  )

  it.effect("that breaks off keeps stored items, and its cursor", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const { source } = sourceOf(Stream.concat(Stream.make(batch([runOn(1)], "a")), Stream.fail(away)))
      const failed = yield* Effect.flip(sync(kept.store, [source]))
      assert.deepStrictEqual([failed._tag, failed.message], ["SyncFailed", "strava: is down"])
      assert.deepStrictEqual([...kept.cursors], [["strava", "a"]])
      assert.strictEqual(kept.stored.size, 1)
    }),
  )

  it.effect("that cannot request what is missing removes nothing, and keeps the old cursor", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      yield* sync(kept.store, [sourceOf(Stream.make(batch([runOn(1)], "a"))).source])
      const { source } = sourceOf(Stream.make(batch([], "b", { wholeSince: 0 })))
      yield* Effect.flip(sync(kept.store, [{ ...source, run: () => Effect.fail(away) }]))
      assert.deepStrictEqual([...kept.cursors], [["strava", "a"]])
      assert.strictEqual(kept.stored.size, 1)
    }),
  )

  it.effect(
    "keeps the stored version of a run that cannot be read: it is neither removed nor in the way",
    () =>
      Effect.gen(function* () {
        const kept = makeStore()
        yield* sync(kept.store, [sourceOf(Stream.make(batch([runOn(1), runOn(2)], "a"))).source])
        const { asked, source } = sourceOf(
          Stream.make(batch([], "b", { wholeSince: 0, rejected: ["run 1"] })),
        )
        const malformed = new SourceError({
          source: "strava",
          failure: "malformed answer",
          message: "distance",
        })
        const run: RunSource["run"] = (ref) =>
          Effect.andThen(
            Effect.sync(() => asked.push(ref)),
            malformed,
          )
        yield* sync(kept.store, [{ ...source, run }])
        assert.deepStrictEqual(asked, ["run 2"])
        assert.strictEqual(kept.stored.size, 2)
        assert.deepStrictEqual([...kept.cursors], [["strava", "b"]])
      }),
  )

  it.effect("without a source says which settings would configure one", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(sync(makeStore().store, []))
      assert.strictEqual(failed.message, "No source of running is configured: set STRAVA_CLIENT_ID")
    }),
  )
})
