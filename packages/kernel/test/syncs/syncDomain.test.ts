import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Semaphore from "effect/Semaphore"
import { TestClock } from "effect/testing"
import {
  NotConfigured,
  SourceError,
  StorageRoom,
  StorageUnavailable,
  storageUnavailable,
  syncDomain,
  type SyncEnd,
  SyncFailed,
  SyncInterval,
  type SyncRun,
  SyncRunId,
  SyncRuns,
  type SyncSource,
  withSyncDeadline,
} from "../../src/index.ts"
import { kernel } from "../webhooks/webhookWorld.ts"

/** A record of runs that remembers what it was reported, in order, and gives each domain to one at a time. */
const makeRuns = Effect.gen(function* () {
  const turn = yield* Semaphore.make(1)
  const told: Array<string> = []
  const ends: Array<SyncEnd> = []
  let begun = 0
  const tell = (text: string) => Effect.sync(() => void told.push(text))
  const runs = SyncRuns.of({
    take: Effect.fnUntraced(function* (domain) {
      yield* Semaphore.takeScoped(turn, 1)
      yield* tell(`take ${domain}`)
      yield* Effect.addFinalizer(() => tell("give back"))
    }),
    begin: () => Effect.as(tell("begin"), SyncRunId.make(++begun)),
    progress: (id, itemsSynced) => tell(`progress ${id} ${itemsSynced}`),
    end: (id, end) =>
      Effect.andThen(
        tell(`end ${id} ${end.status}`),
        Effect.sync(() => void ends.push(end)),
      ),
    list: () => Effect.die("not used in these tests"),
  })
  return { runs, told, ends }
})

interface Source {
  readonly name: string
}

const sources = (...names: ReadonlyArray<string>) => ({
  configured: names.map((name): Source => ({ name })),
  settings: "LASTFM_API_KEY and LASTFM_USER",
})

const sync = <R>(
  runs: SyncRuns["Service"],
  names: ReadonlyArray<string>,
  syncSource: SyncSource<Source, R>,
) => syncDomain("listening", sources(...names), syncSource).pipe(Effect.provideService(SyncRuns, runs))

const away = (source: string) =>
  new SourceError({ source, failure: "unavailable", message: "returned 502 three times" })

describe("a sync of a domain", () => {
  it.effect("without a source is refused, names the settings and leaves no record", () =>
    Effect.gen(function* () {
      const { runs, told } = yield* makeRuns
      const refused = yield* Effect.flip(sync(runs, [], () => Effect.succeed(0)))
      assert.instanceOf(refused, NotConfigured)
      assert.strictEqual(
        refused.message,
        "No source of listening is configured: set LASTFM_API_KEY and LASTFM_USER",
      )
      assert.deepStrictEqual(told, [])
    }),
  )

  it.effect("takes the domain, opens a record, closes it, and only then releases the domain", () =>
    Effect.gen(function* () {
      const { runs, told } = yield* makeRuns
      yield* sync(runs, ["a"], (_, report) => Effect.as(report(3), 0))
      assert.deepStrictEqual(told, [
        "take listening",
        "begin",
        "progress 1 3",
        "end 1 completed",
        "give back",
      ])
    }),
  )

  it.effect("adds up the items of all sources, those left, and returns its end", () =>
    Effect.gen(function* () {
      const { runs, told, ends } = yield* makeRuns
      const fiber = yield* Effect.forkChild(
        sync(runs, ["a", "b"], (_, report) =>
          report(2).pipe(Effect.andThen(Effect.sleep("1 minute")), Effect.andThen(report(3)), Effect.as(10)),
        ),
      )
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(yield* Fiber.join(fiber), {
        itemsSynced: 10,
        remaining: 20,
        finishedAt: 120_000,
      })
      assert.deepStrictEqual(ends, [
        { status: "completed", itemsSynced: 10, setAside: 0, error: "", failures: [] },
      ])
      assert.deepStrictEqual(
        told.filter((text) => text.startsWith("progress")),
        ["progress 1 2", "progress 1 5", "progress 1 7", "progress 1 10"],
      )
    }),
  )

  it.effect("keeps the items of other sources when one fails, and names that one", () =>
    Effect.gen(function* () {
      const { runs, ends } = yield* makeRuns
      const failed = yield* Effect.flip(
        sync(runs, ["a", "b", "c"], ({ name }, report) =>
          Effect.andThen(report(2), name === "b" ? away(name) : Effect.succeed(0)),
        ),
      )
      assert.instanceOf(failed, SyncFailed)
      assert.strictEqual(failed.message, "b: returned 502 three times")
      assert.deepStrictEqual(ends, [
        {
          status: "failed",
          itemsSynced: 6,
          setAside: 0,
          error: "b: returned 502 three times",
          failures: [{ source: "b", reason: "returned 502 three times" }],
        },
      ])
    }),
  )

  it.effect("names each source that fails", () =>
    Effect.gen(function* () {
      const { runs, ends } = yield* makeRuns
      const failed = yield* Effect.flip(sync(runs, ["a", "b"], ({ name }) => Effect.fail(away(name))))
      assert.strictEqual(failed.message, "a: returned 502 three times; b: returned 502 three times")
      assert.deepStrictEqual(
        ends.map(({ failures }) => failures),
        [["a", "b"].map((source) => ({ source, reason: "returned 502 three times" }))],
      )
    }),
  )

  it.effect(
    "in a limited time leaves the rest for another call, and fails for a source that sends nothing",
    () =>
      Effect.gen(function* () {
        const { runs, ends } = yield* makeRuns
        const hung = (stored: number) =>
          Effect.forkChild(
            withSyncDeadline("60 seconds")(
              sync(runs, ["a", "b"], ({ name }, report) =>
                name === "b"
                  ? Effect.as(report(2), 0)
                  : Effect.andThen(stored > 0 ? report(stored) : Effect.void, Effect.never),
              ),
            ),
          )
        const slow = yield* hung(3)
        yield* TestClock.adjust("30 seconds")
        assert.deepInclude(yield* Fiber.join(slow), { itemsSynced: 5, remaining: 1 })
        const silent = yield* hung(0)
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(
          (yield* Effect.flip(Fiber.join(silent))).message,
          "a: sent nothing to store within 30 s; syncs by schedule and command line wait longer",
        )
        assert.deepStrictEqual(
          ends.map(({ itemsSynced, status }) => [status, itemsSynced]),
          [
            ["completed", 5],
            ["failed", 2],
          ],
        )
      }),
  )

  it.effect("that is interrupted is recorded as interrupted, with its stored items", () =>
    Effect.gen(function* () {
      const { runs, told, ends } = yield* makeRuns
      const half = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        sync(runs, ["a"], (_, report) =>
          report(4).pipe(Effect.andThen(Deferred.succeed(half, undefined)), Effect.andThen(Effect.never)),
        ),
      )
      yield* Deferred.await(half)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(ends, [
        { status: "interrupted", itemsSynced: 4, setAside: 0, error: "", failures: [] },
      ])
      assert.strictEqual(told.at(-1), "give back")
    }),
  )

  it.effect("with a defect is on record as failed, without details, and stays a defect", () =>
    Effect.gen(function* () {
      const { runs, told, ends } = yield* makeRuns
      const exit = yield* Effect.exit(
        sync(runs, ["a"], (_, report) =>
          Effect.andThen(report(1), Effect.die(new Error("secret in the SQL"))),
        ),
      )
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause) && !Cause.hasFails(exit.cause))
      assert.deepStrictEqual(ends, [
        {
          status: "failed",
          itemsSynced: 1,
          setAside: 0,
          error: "an internal error; see the log",
          failures: [{ source: "listening", reason: "an internal error; see the log" }],
        },
      ])
      assert.strictEqual(told.at(-1), "give back")
    }),
  )

  it.effect("waits for a running one, and then runs", () =>
    Effect.gen(function* () {
      const { runs, told } = yield* makeRuns
      const slowly = sync(runs, ["a"], () => Effect.as(Effect.sleep("1 minute"), 0))
      const both = yield* Effect.forkChild(Effect.all([slowly, slowly], { concurrency: 2 }))
      yield* TestClock.adjust("2 minutes")
      yield* Fiber.join(both)
      const once = (id: number) => ["take listening", "begin", `end ${id} completed`, "give back"]
      assert.deepStrictEqual(told, [...once(1), ...once(2)])
    }),
  )

  it.effect("that is interrupted while it waits leaves no record", () =>
    Effect.gen(function* () {
      const { runs, told } = yield* makeRuns
      yield* Effect.forkChild(sync(runs, ["a"], () => Effect.never))
      yield* Effect.yieldNow
      const waiting = yield* Effect.forkChild(sync(runs, ["a"], () => Effect.succeed(0)))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      assert.deepStrictEqual(told, ["take listening", "begin"])
    }),
  )
})

describe("a scheduled sync", () => {
  const begunAt = (startedAt: number): SyncRun => ({
    id: SyncRunId.make(1),
    domain: "listening",
    status: "completed",
    startedAt,
    finishedAt: startedAt,
    itemsSynced: 0,
    setAside: 0,
    error: "",
    failures: [],
  })

  it.effect(
    "checks again once it has the domain, and skips its turn if another one began in the meantime",
    () =>
      Effect.gen(function* () {
        const { runs, told } = yield* makeRuns
        const syncAfter = (startedAt: number) =>
          sync(
            { ...runs, list: () => Effect.succeed({ items: [begunAt(startedAt)], total: 1 }) },
            ["lastfm"],
            () => Effect.succeed(0),
          ).pipe(Effect.provideService(SyncInterval, 60_000))
        yield* TestClock.setTime(100_000)
        yield* syncAfter(40_001)
        assert.deepStrictEqual(told, ["take listening", "give back"])
        yield* syncAfter(40_000)
        assert.include(told, "begin")
        // Setting the clock back an hour must not delay the schedule for that hour.
        told.length = 0
        yield* syncAfter(3_700_000)
        assert.include(told, "begin")
      }),
  )

  it.effect("skips its turn however often other domains have synced within the interval", () =>
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      let synced = 0
      const daily = syncDomain("attending", sources("a"), () =>
        Effect.as(
          Effect.sync(() => void (synced += 1)),
          0,
        ),
      ).pipe(Effect.provideService(SyncInterval, 86_400_000))
      yield* daily
      yield* Effect.repeat(
        sync(runs, ["lastfm"], () => Effect.succeed(0)),
        { times: 142 },
      )
      yield* TestClock.adjust("23 hours")
      yield* daily
      assert.strictEqual(synced, 1)
      yield* TestClock.adjust("1 hour")
      yield* daily
      assert.strictEqual(synced, 2)
    }).pipe(Effect.provide(kernel)),
  )
})

describe("the metrics of syncs", () => {
  it.effect("count each by its outcome, its items in any case, and its time without the wait", () =>
    Effect.gen(function* () {
      const { runs } = yield* makeRuns
      const unavailable = new SourceError({ source: "a", failure: "unavailable", message: "away" })
      const brings = (items: number) => sync(runs, ["a"], (_, report) => Effect.as(report(items), 0))
      const fails = sync(runs, ["a"], (_, report) => Effect.andThen(report(2), Effect.fail(unavailable)))
      yield* brings(3)
      yield* brings(0)
      yield* Effect.exit(fails)
      const long = sync(runs, ["a"], () => Effect.as(Effect.sleep("40 seconds"), 0))
      const together = yield* Effect.forkChild(Effect.all([long, long], { concurrency: 2 }))
      yield* TestClock.adjust("80 seconds")
      yield* Fiber.join(together)
      const cut = yield* Effect.forkChild(sync(runs, ["a"], () => Effect.never))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(cut)

      const counted = (yield* Metric.snapshot).map(({ attributes, id, state }) => {
        const sum = "sum" in state ? ` in ${state.sum} s` : ""
        return `${id} ${Object.values(attributes ?? {}).join(" ")}: ${"count" in state ? state.count : ""}${sum}`
      })
      assert.sameMembers(counted, [
        "daybook_syncs_total listening completed: 4",
        "daybook_syncs_total listening failed: 1",
        "daybook_syncs_total listening interrupted: 1",
        "daybook_sync_items_total listening: 5",
        "daybook_sync_set_aside_total listening: 0",
        "daybook_sync_duration_seconds listening: 6 in 81 s",
      ])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())),
  )
})

describe("a sync without enough space", () => {
  const full = new StorageUnavailable({ message: "Only 12 MB are free", retryAfter: 60 })

  it.effect("ends at the next batch, with the reason on record", () =>
    Effect.gen(function* () {
      const { ends, runs, told } = yield* makeRuns
      let checks = 0
      const thirdTime = Effect.suspend(() => (++checks === 3 ? Effect.fail(full) : Effect.void))
      const batches: SyncSource<Source, never> = (_, report) =>
        Effect.as(Effect.forEach([1, 2, 3], report, { discard: true }), 0)
      const cause = yield* sync(runs, ["one"], batches).pipe(
        Effect.provideService(StorageRoom, thirdTime),
        Effect.sandbox,
        Effect.flip,
      )
      assert.strictEqual(storageUnavailable(cause), full)
      assert.deepStrictEqual(told.slice(2, 5), ["progress 1 1", "progress 1 3", "end 1 failed"])
      assert.strictEqual(ends[0]?.error, full.message)
    }),
  )
})
