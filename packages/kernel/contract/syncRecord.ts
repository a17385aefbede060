import { isStorableText, type SyncRun, SyncRuns } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { survivesHostileTexts } from "./hostileTexts.ts"
import { readPages } from "./pages.ts"
import { close, everyRun, takeIn } from "./syncOwners.ts"

const shown = (run: SyncRun | undefined) =>
  run === undefined ? undefined : [run.id, run.domain, run.status, run.itemsSynced, run.setAside, run.error]

/** The part of the contract that reports what is on record of syncs. */
export const syncRecordContract = (fresh: () => Layer.Layer<SyncRuns>): void => {
  const test = (name: string, body: Effect.Effect<void, never, SyncRuns>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "an active run is shown as running, with its imported and rejected rows so far",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      yield* TestClock.setTime(45_123)
      const run = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* runs.take("watching")
          const id = yield* runs.begin("watching")
          yield* runs.progress(id, 3, 0)
          yield* runs.progress(id, 7, 2)
          const { items, total } = yield* runs.list(everyRun)
          assert.strictEqual(total, 1)
          assert.deepStrictEqual(shown(items[0]), [id, "watching", "running", 7, 2, ""])
          return items[0]
        }),
      )
      assert.strictEqual(run?.startedAt, 45_123)
      assert.isUndefined(run?.finishedAt)
    }),
  )

  test(
    "a run that ended is shown with its end: status, items, error and time",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      const ends = [
        { status: "completed", itemsSynced: 12, setAside: 0, error: "", failures: [] },
        {
          status: "failed",
          itemsSynced: 4,
          setAside: 3,
          error: "lastfm: it is down; spotify: lastfm: too",
          failures: [
            { source: "lastfm", reason: "it is down" },
            { source: "spotify", reason: "lastfm: too" },
          ],
        },
        { status: "interrupted", itemsSynced: 0, setAside: 0, error: "", failures: [] },
      ] as const
      for (const [index, end] of ends.entries()) {
        yield* TestClock.setTime(10_000 * (index + 1))
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* runs.take("listening")
            const id = yield* runs.begin("listening")
            yield* TestClock.adjust(2_500)
            yield* runs.end(id, end)
            const [run] = (yield* runs.list(everyRun)).items
            assert.deepStrictEqual(shown(run), [
              id,
              "listening",
              end.status,
              end.itemsSynced,
              end.setAside,
              end.error,
            ])
            assert.deepStrictEqual(run?.failures, end.failures)
            assert.strictEqual(run?.startedAt, 10_000 * (index + 1))
            assert.strictEqual(run?.finishedAt, 10_000 * (index + 1) + 2_500)
          }),
        )
      }
      assert.strictEqual((yield* runs.list(everyRun)).total, 3)
    }),
  )

  test(
    "runs are listed newest first, all or of one domain, and their pages neither overlap nor skip",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      assert.deepStrictEqual(yield* runs.list(everyRun), { items: [], total: 0 })
      const ids: Array<number> = []
      // Two of each instant: those that began at the same time have an order too.
      for (const domain of ["listening", "places", "reading", "running", "watching"] as const) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* runs.take(domain)
            ids.unshift(yield* runs.begin(domain))
          }),
        )
        if (ids.length % 2 === 0) yield* TestClock.adjust(60_000)
      }
      assert.strictEqual(new Set(ids).size, 5)
      for (const limit of [1, 2, 5, 100]) {
        const listed = yield* readPages(runs.list, limit)
        assert.deepStrictEqual(
          listed.map((run) => run.id),
          ids,
        )
      }
      const again = yield* Effect.scoped(Effect.andThen(runs.take("places"), runs.begin("places")))
      const ofPlaces = yield* readPages((page) => runs.list(page, "places"), 1)
      assert.deepStrictEqual(
        ofPlaces.map((run) => run.id),
        [again, ids[3]],
      )
      assert.deepStrictEqual(yield* runs.list(everyRun, "attending"), { items: [], total: 0 })
    }),
  )

  test(
    "a run whose owner no longer has the domain is shown as interrupted",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      const id = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* runs.take("collecting")
          const begun = yield* runs.begin("collecting")
          yield* runs.progress(begun, 5, 0)
          return begun
        }),
      )
      const [run] = (yield* runs.list(everyRun)).items
      assert.deepStrictEqual(shown(run), [id, "collecting", "interrupted", 5, 0, ""])
    }),
  )

  test(
    "taking a domain marks abandoned runs as interrupted and its own as running",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      const dead = yield* Effect.scoped(Effect.andThen(runs.take("reading"), runs.begin("reading")))
      const elsewhere = yield* Scope.make()
      yield* takeIn(elsewhere, "listening")
      const other = yield* runs.begin("listening")
      const mine = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* runs.take("reading")
          const id = yield* runs.begin("reading")
          yield* runs.progress(id, 2, 0)
          const { items } = yield* runs.list(everyRun)
          assert.deepStrictEqual(items.map(shown), [
            [id, "reading", "running", 2, 0, ""],
            [other, "listening", "running", 0, 0, ""],
            [dead, "reading", "interrupted", 0, 0, ""],
          ])
          yield* runs.end(id, { status: "completed", itemsSynced: 2, setAside: 0, error: "", failures: [] })
          return id
        }),
      )
      assert.strictEqual((yield* runs.list(everyRun)).items[1]?.status, "running", "another domain's run")
      yield* close(elsewhere)
      const { items } = yield* runs.list(everyRun)
      assert.deepStrictEqual(items.map(shown), [
        [mine, "reading", "completed", 2, 0, ""],
        [other, "listening", "interrupted", 0, 0, ""],
        [dead, "reading", "interrupted", 0, 0, ""],
      ])
    }),
  )

  test(
    "a run that fails with any hostile text is stored with it, or only its end fails",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      const fail = (error: string) =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* runs.take("running")
            const id = yield* runs.begin("running")
            yield* runs.end(id, {
              status: "failed",
              itemsSynced: 1,
              setAside: 0,
              error,
              failures: [{ source: "strava", reason: error }],
            })
            const [run] = (yield* runs.list(everyRun)).items
            if (isStorableText(error))
              assert.deepStrictEqual(shown(run), [id, "running", "failed", 1, 0, error])
          }),
        )
      yield* survivesHostileTexts(fail, (at) => fail(`it is down ${at}`))
    }),
  )
}
