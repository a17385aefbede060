import { type DataVersions, Edits, hiddenByEdits } from "@daybook/kernel"
import {
  detailsOf,
  encodePolyline,
  fileSources,
  type Run,
  runId,
  running,
  runsOfTellings,
  RunStore,
  type PlayReport,
} from "@daybook/running"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { runAt } from "./runs.ts"

const start = Date.parse("2024-03-01T07:00:00Z")

const Told = Schema.Array(
  Schema.Struct({
    source: Schema.Literals(["strava", "watch", ...fileSources]),
    // Each its own id, or one that Strava's export shares with Strava.
    ref: Schema.Literals(["7", "a", "b"]),
    minute: Schema.Literals([0, 1, 2, 3, 5, 60]),
    isRun: Schema.Literals([true, true, true, false]),
    hasDetails: Schema.Boolean,
  }),
).check(Schema.isBetweenLength(0, 12))

const line = encodePolyline([
  { lat: 1, lng: 1 },
  { lat: 1.1, lng: 1.1 },
])

/** Contract: runs that several sources report count once, in whatever order they come. */
export const tellingsContract = (
  fresh: (zone: string) => Layer.Layer<RunStore | DataVersions | Edits>,
): void => {
  it.effect("count both if a service has two with separate ids within seconds, as after a false start", () =>
    Effect.gen(function* () {
      const store = yield* RunStore
      const runs = [
        runAt("2024-03-01T07:00:00Z", { ref: "7", distanceMm: 40_000 }),
        runAt("2024-03-01T07:00:34Z", { ref: "8", distanceMm: 10_000_000 }),
      ]
      assert.strictEqual(yield* store.storeRuns("strava-export", { runs, gone: [] }), 2)
      const always = { from: undefined, until: undefined }
      const all = { range: always, sort: "started", order: "desc" } as const
      const shown = Effect.map(store.lists.runs(all, { page: 1, limit: 10 }), ({ items }) =>
        items.map(({ distanceMm, id }) => [id, distanceMm]),
      )
      const both = [
        ["strava-export:8", 10_000_000],
        ["strava-export:7", 40_000],
      ]
      assert.deepStrictEqual(yield* shown, both)
      assert.strictEqual(yield* store.storeRuns("strava-export", { runs: runs.toReversed(), gone: [] }), 0)
      assert.deepStrictEqual(yield* shown, both)
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("are hidden with any of their reports, whichever counts", () =>
    Effect.gen(function* () {
      const store = yield* RunStore
      const tell = (source: string, ref: string, seconds: number) =>
        store.storeRuns(source, {
          runs: [runAt("2024-03-01T07:00:00Z", { ref, startedAt: start + seconds * 1_000 })],
          gone: [],
        })
      const hiddenWith = (id: string) =>
        Effect.map(running.hiddenWith([{ type: "run", id }]), (items) => items.map(({ id }) => id))
      yield* tell("file", "a", 0)
      yield* tell("strava-export", "7", 3_600)
      assert.deepStrictEqual(yield* hiddenWith("file:a"), [])
      // The same run a minute away, one of the same id that was moved, and another one.
      for (const [ref, seconds] of [
        ["8", 60],
        ["7", 7_200],
        ["9", 180],
      ] as const)
        yield* tell("strava", ref, seconds)
      assert.deepStrictEqual(yield* hiddenWith("file:a"), ["strava:8"])
      assert.deepStrictEqual(yield* hiddenWith("strava:8"), ["file:a"])
      assert.deepStrictEqual(yield* hiddenWith("strava-export:7"), ["strava:7"])
      assert.deepStrictEqual(yield* hiddenWith("strava:7"), ["strava-export:7"])
      assert.deepStrictEqual(yield* hiddenWith("strava:9"), [])
      // Each gives way to the next one, not to the best.
      yield* tell("file", "c", -100)
      yield* tell("tcx", "b", -50)
      assert.sameMembers(yield* hiddenWith("file:c"), ["tcx:b", "strava:8", "file:a"])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("are shown again by a correction of the one that counts", () =>
    Effect.gen(function* () {
      const { edits, storeRuns } = yield* RunStore
      const hide = (itemId: string, hidden: boolean | null) =>
        edits.make({ type: "run", action: "correct", itemId, fields: { hidden }, at: 0 })
      const hidden = Effect.map(Effect.flatMap(Edits, hiddenByEdits), (all) => all.get("running") ?? [])
      const [one, other] = [runAt("2024-03-01T07:00:00Z"), runAt("2024-03-02T07:00:00Z")]
      yield* storeRuns("file", { runs: [one, other], gone: [] })
      for (const { ref } of [one, other]) yield* hide(runId("file", ref), true)
      yield* storeRuns("strava", { runs: [{ ...one, ref: "7" }], gone: [] })
      yield* hide("strava:7", true)
      assert.lengthOf(yield* hidden, 3)
      yield* hide("strava:7", null)
      assert.deepStrictEqual(yield* hidden, [{ type: "run", id: runId("file", other.ref) }])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect.prop(
    "count once, with the details of their recordings, however and in whatever batches they come",
    [Told, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 }))],
    ([told, batchSize]) =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const last = new Map<string, PlayReport>()
        const lined = new Set<string>()
        for (let from = 0; from < told.length; from += batchSize) {
          const batch = Map.groupBy(told.slice(from, from + batchSize), ({ source }) => source)
          for (const [source, group] of batch) {
            const unique = [...new Map(group.map((one) => [one.ref, one])).values()]
            const runOf = ({ hasDetails, isRun, minute, ref }: (typeof told)[number]): Run =>
              runAt("2024-03-01T07:00:00Z", {
                ref,
                startedAt: start + minute * 60_000,
                sport: isRun ? "" : "ride",
                ...(hasDetails ? { polyline: line, heartRate: 150 } : {}),
              })
            yield* store.storeRuns(source, {
              runs: unique.map(runOf),
              gone: [],
              details: unique
                .filter(({ hasDetails }) => hasDetails)
                .map(({ ref }) => detailsOf(`${ref}`, 0, { efforts: [{ effort: "1km", seconds: 240 }] })),
            })
            for (const one of unique) {
              const id = runId(source, one.ref)
              // Details that came once stay with their activity until it goes.
              const hasDetails = one.hasDetails || last.get(id)?.hasDetails === true
              const startedAt = start + one.minute * 60_000
              // The line is the last that was reported.
              if (one.hasDetails) lined.add(id)
              else lined.delete(id)
              last.set(id, {
                source,
                ref: one.ref,
                startedAt,
                isRun: one.isRun,
                isRemoved: false,
                hasDetails,
              })
            }
          }
        }
        const counted = [...runsOfTellings([...last.values()])]
        const expected = new Map(counted.filter(([run]) => run.isRun))
        const always = { from: undefined, until: undefined }
        const all = { range: always, sort: "started", order: "desc" } as const
        const { items } = yield* store.lists.runs(all, { page: 1, limit: 100 })
        const others = yield* store.lists.runs({ ...all, sport: "" }, { page: 1, limit: 100 })
        const idOf = ({ ref, source }: PlayReport) => runId(source, ref)
        assert.sameMembers(
          items.map(({ id }) => id),
          [...expected.keys()].map(idOf),
        )
        assert.sameMembers(
          others.items.map(({ id }) => id),
          counted.filter(([run]) => !run.isRun).map(([run]) => idOf(run)),
        )
        for (const [run, lender] of expected) {
          const shown = Option.getOrThrow(yield* store.lists.run(idOf(run)))
          const has = run.hasDetails || lender !== undefined
          assert.strictEqual(shown.details?.efforts[0]?.seconds, has ? 240 : undefined, idOf(run))
          assert.strictEqual(shown.details?.ref, has ? run.ref : undefined)
          const listed = items.find(({ id }) => id === idOf(run))
          assert.strictEqual(shown.polyline, listed?.polyline)
          assert.strictEqual(shown.heartRate, listed?.heartRate)
          if (lender !== undefined && lined.has(idOf(lender))) assert.notStrictEqual(shown.polyline, "")
        }
        const lines = yield* store.lists.lines(always, 100)
        assert.strictEqual(lines.length, items.filter(({ polyline }) => polyline !== "").length)
        const efforts = yield* store.lists.efforts
        const some = [...expected].some(([run, lender]) => run.hasDetails || lender !== undefined)
        assert.strictEqual(efforts.length, some ? 1 : 0)
      }).pipe(Effect.provide(fresh("UTC"))),
    { timeout: 120_000, arbitrary: { runs: 10, size: 60, maxShrinks: 30 } },
  )
}
