import { type DataVersions, type EditFields, type Edits, LocalDate, type NewEdit } from "@daybook/kernel"
import { editsContract, versionOf } from "@daybook/kernel/contract"
import { type RunItem, RunStore, runId } from "@daybook/running"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { runAt, runsIn } from "./runs.ts"

const times = ["2024-01-01T08:00:00Z", "2024-01-02T08:00:00Z", "2024-02-01T08:00:00Z", "2023-05-01T08:00:00Z"]

const timeOf = (item: number): string => times[item] ?? ""

/** A run of a version: the second one is known without a name, the third moved to another day. */
const version = (item: number, of: number) =>
  runAt(timeOf(item), {
    name: of === 1 ? "" : `Run ${item}`,
    distanceMm: 5_000_000 + of * 1_000,
    ...(of === 2
      ? { startedAt: Date.parse("2024-03-01T08:00:00Z") + item * 3_600_000, localDay: undefined }
      : {}),
  })

const always = { from: undefined, until: undefined }

const all = { range: always, sort: "started", order: "desc" } as const

const runs = Effect.flatMap(RunStore, ({ lists }) => lists.runs(all, { page: 1, limit: 100 }))

const idAt = (item: number): string => runId("strava", timeOf(item))

const tell = (item: number, of: number) =>
  Effect.flatMap(RunStore, (store) => store.storeRuns("strava", { runs: [version(item, of)], gone: [] }))

const edit = (action: NewEdit["action"], itemId: string, fields: EditFields = {}) =>
  Effect.flatMap(RunStore, ({ edits }) => edits.make({ type: "run", action, itemId, fields, at: 0 }))

const found = (id: string) =>
  Effect.map(
    Effect.flatMap(RunStore, ({ lists }) => lists.run(id)),
    Option.getOrUndefined,
  )

const shown = Effect.gen(function* () {
  const { journal, stats, yearTotals } = yield* RunStore
  return {
    runs: yield* runs,
    counts: yield* journal.countsByDay(always),
    years: yield* stats.years,
    year: yield* yearTotals(2024),
  }
})

/** The part of the contract on edits. */
export const editingContract = (
  fresh: (zone: string) => Layer.Layer<RunStore | DataVersions | Edits>,
): void => {
  editsContract(
    {
      domain: "running",
      type: "run",
      edits: Effect.map(RunStore, ({ edits }) => edits),
      tell,
      forget: (item) =>
        Effect.flatMap(RunStore, (store) => store.storeRuns("strava", { runs: [], gone: [timeOf(item)] })),
      idOf: (item) => Effect.succeed(idAt(item)),
      addition: (number) => ({
        started_at: `2024-04-0${number + 1}T06:00:00.000Z`,
        distance_mi: 3.1,
        moving_s: 1_500,
      }),
      corrections: [
        { name: "By hand", race: true },
        { started_at: "2025-01-01T09:00:00.000Z", name: null },
        { distance_mi: 26.2, race: null },
      ],
      shown,
    },
    fresh,
  )

  it.effect("edits override what sources report, in lists, totals and the journal", () =>
    Effect.gen(function* () {
      const store = yield* RunStore
      for (const item of [0, 1, 2]) yield* tell(item, 0)
      const before = yield* versionOf("running")
      yield* edit("correct", idAt(0), { name: "Marathon", distance_mi: 26.2 })
      assert.isAbove(yield* versionOf("running"), before)
      assert.include(yield* found(idAt(0)), { name: "Marathon", distanceMm: 42_164_813 })
      yield* tell(0, 1)
      assert.include(yield* found(idAt(0)), { name: "Marathon", distanceMm: 42_164_813 })
      yield* edit("correct", idAt(0), { distance_mi: null })
      assert.include(yield* found(idAt(0)), { name: "Marathon", distanceMm: 5_001_000 })

      yield* edit("remove", idAt(1))
      assert.strictEqual(yield* found(idAt(1)), undefined)
      yield* tell(1, 2)
      assert.strictEqual(yield* found(idAt(1)), undefined)
      assert.strictEqual(yield* runsIn(2024), 2)

      yield* edit("merge", idAt(0), { into: idAt(2) })
      assert.strictEqual((yield* found(idAt(0)))?.id, idAt(2))
      assert.strictEqual((yield* found(idAt(2)))?.name, "Run 2")
      assert.strictEqual(yield* runsIn(2024), 1)
      assert.deepStrictEqual(yield* store.journal.countsByDay(always), [
        { day: LocalDate.make("2024-02-01"), count: 1 },
      ])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("an addition is there once, and gives way to a source that reports it, too", () =>
    Effect.gen(function* () {
      const fields = { started_at: timeOf(0).replace("Z", ".000Z"), distance_mi: 3, moving_s: 1_200 }
      const first = yield* edit("add", "", fields)
      assert.isTrue(first.isNew)
      assert.deepStrictEqual(yield* edit("add", "", fields), { id: first.id, isNew: false })
      assert.strictEqual(yield* runsIn(2024), 1)
      yield* tell(0, 0)
      const ids = (yield* runs).items.map(({ id }: RunItem) => id)
      assert.deepStrictEqual(ids, [idAt(0)])
      assert.deepStrictEqual(yield* edit("add", "", { ...fields, name: "x" }), { id: first.id, isNew: false })
      yield* edit("remove", first.id)
      assert.strictEqual(yield* found(first.id), undefined)
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("merges chain, never close a circle, and refuse what is not there", () =>
    Effect.gen(function* () {
      for (const item of [0, 1, 2]) yield* tell(item, 0)
      yield* edit("merge", idAt(0), { into: idAt(1) })
      yield* edit("merge", idAt(1), { into: idAt(2) })
      for (const item of [0, 1, 2]) assert.strictEqual((yield* found(idAt(item)))?.id, idAt(2))
      const circle = yield* Effect.flip(edit("merge", idAt(2), { into: idAt(0) }))
      assert.strictEqual(circle._tag, "InvalidInput")
      const missing = yield* Effect.flip(edit("correct", "strava:none", { name: "x" }))
      assert.strictEqual(missing._tag, "NoSuchItem")
      const nowhere = yield* Effect.flip(edit("merge", idAt(2), { into: "strava:none" }))
      assert.strictEqual(nowhere._tag, "NoSuchItem")
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("two edits at once of one run both apply", () =>
    Effect.gen(function* () {
      yield* tell(0, 0)
      yield* Effect.all(
        [edit("correct", idAt(0), { name: "New" }), edit("correct", idAt(0), { race: true })],
        {
          concurrency: "unbounded",
        },
      )
      assert.include(yield* found(idAt(0)), { name: "New", isRace: true })
    }).pipe(Effect.provide(fresh("UTC"))),
  )
}
